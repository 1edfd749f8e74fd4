"""Live streams of server-sent events: the newest state after each change, a heartbeat when there is none.

A frame is made once for all who may see the same: everybody, or one player on all their screens. Looking is
done on the event loop: the state is in memory, and handing each look to a thread takes longer than the look.
A stream ends with the session that it was opened with: people who have signed out, or are kept out, are sent
nothing more.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Final
from zlib import crc32

import msgspec
from litestar import Request
from litestar.response import Stream
from litestar.types import Receive, Send
from msgspec import Struct

from pitboss.access.sign_in import SignInService
from pitboss.api.authentication import Who
from pitboss.api.middleware.requests import UNWRAPPED
from pitboss.floor.thread_pools import in_pool
from pitboss.server.load import Load
from pitboss.server.news import News, NewsFrame, NewsTopic
from pitboss.store.codec import StateT
from pitboss.store.errors import JournalError
from pitboss.store.streams import StreamCache, StreamState

HEARTBEAT: Final = 2.0
"""Seconds; a sign that has heard nothing for five says so."""
BEAT: Final = b": still here\r\nevent: beat\r\ndata: \r\n\r\n"
COME_BACK: Final = b"event: bye\r\nretry: 500\r\ndata: \r\n\r\n"
"""Milliseconds after which a browser reconnects, by then to another server."""
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

_DIGITS: Final = 19
"""Maximum digits of a version in Last-Event-ID."""


class Reader:
    """The reader of a stream, for as long as their session is what it was when they began."""

    def __init__(self, doors: SignInService, who: Who, load: Load) -> None:
        self._doors = doors
        self._who = who
        self._load = load

    async def still(self) -> bool:
        """Whether the reader may be sent more, before each frame and heartbeat; nobody in particular may.

        An open stream does not count as use of the session and does not prolong it.
        """
        before, token = self._who.principal, self._who.token
        if before is None:
            return True
        try:
            now = self._doors.tokens.watched(token) or await in_pool(None, self._doors.tokens.watch, token)
        except JournalError:
            return False
        return now == before

    async def their_turn(self) -> None:
        """Wait until the reader may be sent what has changed: players come first, watchers wait."""
        if self._who.principal is None:
            await self._load.watcher_waits()


class LiveStream(Stream):
    """A stream whose frames bypass the middleware, which concerns its headers only.

    A thousand watchers of one sign are told of a change at once, and every layer takes its time for each.
    """

    def __init__(self, frames: AsyncIterator[bytes]) -> None:
        super().__init__(frames, media_type="text/event-stream", headers=HEADERS)

    def to_asgi_response(self, *args: Any, **kwargs: Any) -> Any:
        """The answer; only its beginning passes through the middleware."""
        response = super().to_asgi_response(*args, **kwargs)

        async def answer(scope: Any, receive: Receive, send: Send) -> None:
            direct: Send = scope.get(UNWRAPPED, send)

            def sending(message: Any) -> Awaitable[None]:
                return (send if message["type"] == "http.response.start" else direct)(message)

            await response(scope, receive, sending)

        return answer


class StateSeen(Struct, frozen=True):
    """The watched subject as its reader may see it."""

    version: int
    state: Any
    beside: str = ""
    """State not covered by the version; a change forces a new frame."""


ReadState = Callable[[], StateSeen]
"""The watched subject in its current state."""


async def follow(
    news: News,
    topic: NewsTopic,
    look: ReadState,
    event: str,
    *,
    reader: Reader,
    whose: str | None = None,
    after: str,
) -> AsyncIterator[bytes]:
    """Frames of the state now and after each change, until the server stops or the reader's session ends.

    Frames without ``whose`` are shared by all readers. ``after`` is the id of the last
    frame that a reader who comes back has got, from this server or another: they see the state as it is by
    then, or a heartbeat if that is what they have seen. Steps in between are no part of a state, so none can
    be missed.
    """
    make = partial(frame_of, look, event, whose)
    listener = news.listen(topic)
    sent = after
    beat = bool(after)
    try:
        while not news.over and await reader.still():
            frame = news.frame(topic, whose, make)
            if frame.id != sent:
                sent = frame.id
                yield frame.data
            elif beat:
                yield BEAT
            beat = False
            while not await listener.wait(HEARTBEAT) and await reader.still():
                yield BEAT
            await reader.their_turn()
        yield COME_BACK
    finally:
        news.leave(topic, listener)


async def held_at(streams: StreamCache[StateT], name: str, version: int) -> StreamState[StateT]:
    """What is known of a stream of the journal, at least up to a version that its reader has seen elsewhere.

    The name and the version are the reader's. What is not known here is asked of the database, which may take
    its time, so not on the loop.
    """
    held = streams.known(name)
    if held is None or held.version < version:
        held = await asyncio.to_thread(streams.refresh, name)
    return held


def last_seen(request: Request[Any, Any, Any]) -> tuple[str, int]:
    """The id of the last frame that a reader who comes back has got, and its version."""
    name = request.headers.get("last-event-id", "")
    number = name.partition("-")[0]
    return name, int(number) if number.isascii() and number.isdecimal() and len(number) < _DIGITS else 0


def frame_of(look: ReadState, event: str, whose: str | None) -> NewsFrame:
    """A frame of the current state."""
    seen = look()
    # Another reader's frame of the same version shows other cards: it must not pass for this one's.
    marks = (whose or "").encode() + (b" " + seen.beside.encode() if seen.beside else b"")
    name = f"{seen.version}-{crc32(marks):08x}" if marks else str(seen.version)
    data = msgspec.json.encode(seen.state)
    line = b"id: %s\r\nevent: %s\r\ndata: %s\r\n\r\n" % (name.encode(), event.encode(), data)
    return NewsFrame(name, seen.state, line, time.monotonic())
