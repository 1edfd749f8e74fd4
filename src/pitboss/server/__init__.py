"""One running server of a floor, apart from HTTP: streams of news, the dealing loop, jobs, metrics, logs."""
