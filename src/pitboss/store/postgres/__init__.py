"""The journal, private records and live servers in a PostgreSQL database, for a casino with many servers."""
