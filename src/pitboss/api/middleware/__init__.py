"""ASGI middleware around the API: addresses, logs, guard, admission control, rate limits, gzip."""
