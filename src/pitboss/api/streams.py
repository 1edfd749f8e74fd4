"""Live streams: the newest state after each change, a heartbeat when there is none."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import msgspec
from litestar.response import ServerSentEventMessage

from pitboss.api.broadcast import News, Topic

HEARTBEAT: Final = 2.0
"""Seconds; a sign that has heard nothing for five says so."""
_COME_BACK: Final = 500
"""Milliseconds after which a browser asks again, by then behind another server."""


async def follow(
    news: News, topic: Topic, look: Callable[[], tuple[int, Any]], event: str
) -> AsyncIterator[ServerSentEventMessage]:
    """The state now and after each change, until the server stops.

    A reader who comes back, to this server or another, sees it as it is by then.
    """
    listener = news.listen(topic)
    sent = -1
    try:
        while not news.over:
            version, state = await asyncio.to_thread(look)
            if version != sent:
                sent = version
                data = msgspec.json.encode(state).decode()
                yield ServerSentEventMessage(data=data, event=event, id=str(version))
            while not await listener.wait(HEARTBEAT):
                yield ServerSentEventMessage(comment="still here", data="", event="beat")
        yield ServerSentEventMessage(data="", event="bye", retry=_COME_BACK)
    finally:
        news.leave(topic, listener)
