"""Gzip for clients that accept it, where it saves bytes; streams are never compressed.

A stream's frames must not wait in a compressor, and short responses would save little. Responses to
changes are not compressed either: they show codes and tokens next to texts of other people, and
the compressed length would reveal whether one resembles the other.
"""

import asyncio
import re
import zlib
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Send

LEAST: Final = 1500
"""Bytes; less than that fits a packet anyway."""
_LONG: Final = 32 * 1024
"""Bytes that take longer to zip than a change of threads does."""
_LEVEL: Final = 4
_GZIP: Final = 31
"""For zlib: a window of 32 kB and a gzip header, which holds no time."""
_TEXT: Final = re.compile(rb"application/(?:json|vnd\.oai\.openapi)\b|text/(?!event-stream)")
_TAKEN: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


def takes_gzip(accepted: str) -> bool:
    """Whether an ``Accept-Encoding`` names gzip and does not refuse it."""
    return _TAKEN.search(accepted) is not None


class Gzip:
    """Middleware: compresses whole answers of text."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one request."""
        asked = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not asked or not takes_gzip(_accepted(scope)):
            await self._app(scope, receive, send)
            return
        start: Any = None

        async def sending(message: Any) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_text(message):
                start = message
                return
            if start is not None:
                held, start = start, None
                body = message.get("body", b"")
                if not message.get("more_body") and len(body) >= LEAST:
                    # The compressor holds no lock, so what is long is zipped beside the loop.
                    long = len(body) >= _LONG
                    message["body"] = await asyncio.to_thread(_zip, held, body) if long else _zip(held, body)
                await send(held)
            await send(message)

        await self._app(scope, receive, sending)


def _accepted(scope: Any) -> str:
    found = (value for name, value in scope["headers"] if name == b"accept-encoding")
    return b",".join(found).decode("latin-1")


def _is_text(start: Any) -> bool:
    headers = dict(start["headers"])
    return b"content-encoding" not in headers and bool(_TEXT.match(headers.get(b"content-type", b"")))


def _zip(start: Any, body: bytes) -> bytes:
    """The compressed body, with the headers that say so."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    zipped = packer.compress(body) + packer.flush()
    headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    start["headers"] = [
        *headers,
        (b"content-length", str(len(zipped)).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"Accept-Encoding"),
    ]
    return zipped
