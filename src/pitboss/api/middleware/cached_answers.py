"""A cache of answers that are the same for everybody: made once per change, zipped once, sent to all.

An answer is kept until something is recorded, and for half a second at most, because it may tell how many
seconds a turn has left. While others wait, one that is not older than that is sent even if something was
recorded since: a crowd is shown what was made for the first of it.
"""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Send
from msgspec import Struct

FRESH: Final = 0.5
"""Seconds for which an answer is kept at most; as long as a frame of a stream is shared."""
_PUBLIC: Final = re.compile(
    r"/api/(?:tables(?:/[^/]+)?|links(?:/[^/]+(?:/sign)?)?|floor|log|felts|sheets(?:/.*)?)/?|/schema(?:/.*)?",
    re.DOTALL,
)
"""Paths whose anonymous response depends on the path, the journal and the clock alone."""
_MOST_KEPT: Final = 256
_MOST_BYTES: Final = 32 << 20
_TEMPLATE: Final = "path_template"
"""In the scope of a request: its route, for the log."""

CacheKey = tuple[str, bytes, bool]
"""Path, query, and whether the answer is zipped."""
Messages = list[Any]


class CachedAnswer(Struct, frozen=True, kw_only=True):
    """A cached answer."""

    start: dict[str, Any]
    body: bytes
    tag: bytes
    template: str
    change: int
    """The journal's head when the response was begun."""
    made: float
    """Time by the monotonic clock."""


class PublicAnswers:
    """The cache of public answers of one server; used on its event loop alone."""

    def __init__(
        self, app: ASGIApp, change: Callable[[], int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._change = change
        self._clock = clock
        self._kept: OrderedDict[CacheKey, CachedAnswer] = OrderedDict()
        self._bytes = 0
        self._making: dict[CacheKey, asyncio.Future[None]] = {}

    def is_public(self, scope: Any) -> bool:
        """Whether the answer may be one that is kept; asked of requests of nobody in particular."""
        return scope["method"] == "GET" and _PUBLIC.fullmatch(scope["path"]) is not None

    async def answer(self, scope: Any, receive: Receive, send: Send, *, zipped: bool, crowd: bool) -> None:
        """Answer a request from the cache, or from the app."""
        key = scope["path"], scope["query_string"], zipped
        found = self._find(key, crowd=crowd)
        while found is None and key in self._making:
            await self._making[key]
            found = self._find(key, crowd=True)
        if found is None:
            await self._make(key, scope, receive, send)
        else:
            scope[_TEMPLATE] = found.template
            await _send(found, scope, send)

    def _find(self, key: CacheKey, *, crowd: bool) -> CachedAnswer | None:
        kept = self._kept.get(key)
        if kept is None or self._clock() - kept.made > FRESH:
            return None
        return kept if crowd or kept.change == self._change() else None

    async def _make(self, key: CacheKey, scope: Any, receive: Receive, send: Send) -> None:
        making = self._making[key] = asyncio.get_running_loop().create_future()
        change, made = self._change(), self._clock()
        messages: Messages = []

        async def sending(message: Any) -> None:
            messages.append(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            del self._making[key]
            making.set_result(None)
        if (kept := _to_keep(messages, scope, change, made)) is None:
            for message in messages:
                await send(message)
            return
        self._keep(key, kept)
        await _send(kept, scope, send)

    def _keep(self, key: CacheKey, kept: CachedAnswer) -> None:
        before = self._kept.pop(key, None)
        self._bytes += len(kept.body) - (len(before.body) if before else 0)
        self._kept[key] = kept
        while len(self._kept) > _MOST_KEPT or self._bytes > _MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest.body)


def _to_keep(messages: Messages, scope: Any, change: int, made: float) -> CachedAnswer | None:
    """The response to cache: complete, not a refusal, without cookies."""
    if len(messages) != 2 or messages[0]["status"] != 200 or messages[1].get("more_body"):
        return None
    start, body = messages[0], messages[1].get("body", b"")
    names = {name.lower() for name, _ in start["headers"]}
    if b"set-cookie" in names or b"etag" in names:
        return None
    tag = b'"%s"' % blake2b(body, digest_size=12).hexdigest().encode()
    headers = (*start["headers"], (b"etag", tag))
    return CachedAnswer(
        start={**start, "headers": headers},
        body=body,
        tag=tag,
        template=str(scope.get(_TEMPLATE, "")),
        change=change,
        made=made,
    )


async def _send(kept: CachedAnswer, scope: Any, send: Send) -> None:
    """Send a cached answer, or 304 where its ETag is what the client has."""
    wanted = (value for name, value in scope["headers"] if name == b"if-none-match")
    if any(kept.tag in (tag.strip() for tag in value.split(b",")) for value in wanted):
        same = [(name, value) for name, value in kept.start["headers"] if name in (b"etag", b"vary")]
        await send({"type": "http.response.start", "status": 304, "headers": same})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return
    # Those around add to the headers of a message.
    start: Any = {**kept.start, "headers": list(kept.start["headers"])}
    await send(start)
    await send({"type": "http.response.body", "body": kept.body, "more_body": False})
