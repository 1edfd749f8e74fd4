"""The TLS context of a process's clients."""

import ssl
from functools import cache

import httpx


@cache
def tls() -> ssl.SSLContext:
    """The shared TLS context: making one takes longer than hundreds of requests."""
    return httpx.create_ssl_context()
