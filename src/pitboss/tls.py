"""What the clients of a process trust over TLS."""

import ssl
from functools import cache

import httpx


@cache
def tls() -> ssl.SSLContext:
    """The context that every client of a process shares: making it takes longer than hundreds of requests."""
    return httpx.create_ssl_context()
