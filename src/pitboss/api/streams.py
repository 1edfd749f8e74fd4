"""Live streams: the newest state after each change, a heartbeat when there is none.

A frame that everybody may see is made once, however many watch. Looking is done on the server's own loop: the
state is in memory, and handing each look to a thread takes longer than the look.
"""

from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import msgspec
from litestar.response import Stream

from pitboss.api.broadcast import News, Topic

HEARTBEAT: Final = 2.0
"""Seconds; a sign that has heard nothing for five says so."""
BEAT: Final = b": still here\r\nevent: beat\r\ndata: \r\n\r\n"
COME_BACK: Final = b"event: bye\r\nretry: 500\r\ndata: \r\n\r\n"
"""A browser asks again after so many milliseconds, by then behind another server."""
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

Look = Callable[[], tuple[int, Any]]
"""The version of what is watched, and what it looks like."""


def live(news: News, topic: Topic, look: Look, event: str, *, public: bool) -> Stream:
    """A stream of what somebody watches; ``public`` says that all who watch see the same."""
    return Stream(
        follow(news, topic, look, event, public=public), media_type="text/event-stream", headers=HEADERS
    )


async def follow(news: News, topic: Topic, look: Look, event: str, *, public: bool) -> AsyncIterator[bytes]:
    """The state now and after each change, until the server stops.

    A reader who comes back, to this server or another, sees it as it is by then.
    """
    listener = news.listen(topic)
    sent = -1
    try:
        while not news.over:
            version, frame = _frame(news, topic, look, event) if public else _made(look, event)
            if version != sent:
                sent = version
                yield frame
            while not await listener.wait(HEARTBEAT):
                yield BEAT
        yield COME_BACK
    finally:
        news.leave(topic, listener)


def _frame(news: News, topic: Topic, look: Look, event: str) -> tuple[int, bytes]:
    """The frame that all who watch get, made by the first of them."""
    known = news.frames.get(topic)
    if known is None:
        known = news.frames[topic] = _made(look, event)
    return known


def _made(look: Look, event: str) -> tuple[int, bytes]:
    version, state = look()
    data = msgspec.json.encode(state)
    return version, b"id: %d\r\nevent: %s\r\ndata: %s\r\n\r\n" % (version, event.encode(), data)
