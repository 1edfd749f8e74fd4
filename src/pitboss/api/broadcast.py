"""News: one follower of the journal tells every stream of this server what has changed.

A topic is a table or a link. Listeners are woken and look at the newest state themselves, so a slow one
misses steps and never the end, and nothing piles up.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from pitboss.store import Journal
from pitboss.store.errors import JournalError

LOG: Final = logging.getLogger("pitboss.news")
_PATIENCE: Final = 1.0

Topic = tuple[str, str]
"""The kind of a stream and its name."""
EVERYTHING: Final[Topic] = ("*", "*")
"""For those who listen to the whole floor."""


class Listener:
    """Somebody who waits for news of one topic."""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self.version = 0
        """Of the newest event that is known of."""

    def wake(self, version: int) -> None:
        """There is news."""
        self.version = max(self.version, version)
        self._woken.set()

    async def wait(self, seconds: float) -> bool:
        """Until there is news, or the time is up."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return False
        self._woken.clear()
        return True


class News:
    """Follows the journal in a thread and wakes the listeners on the server's loop."""

    def __init__(self, journal: Journal, heard: Callable[[dict[Topic, int]], None]) -> None:
        self._journal = journal
        self._heard = heard
        self._listeners: dict[Topic, set[Listener]] = {}
        self.frames: dict[Topic, tuple[str, bytes]] = {}
        """What all who watch a topic are sent, with its id, until there is news of it."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="news", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.over = False
        """The server stops: whoever listens goes elsewhere."""
        self.position = journal.last_position()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to follow."""
        self._loop = loop
        self._thread.start()

    def end(self) -> None:
        """Let every listener go; the journal is followed on."""
        self.over = True
        self._call(self._let_go)

    def stop(self) -> None:
        """End it."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def listen(self, topic: Topic) -> Listener:
        """A new listener; it must be given back to :meth:`leave`."""
        listener = Listener()
        self._listeners.setdefault(topic, set()).add(listener)
        return listener

    def leave(self, topic: Topic, listener: Listener) -> None:
        """A listener has gone."""
        left = self._listeners.get(topic, set())
        left.discard(listener)
        if not left:
            self._listeners.pop(topic, None)
            self.frames.pop(topic, None)

    @property
    def listeners(self) -> int:
        """How many are listening."""
        return sum(len(listeners) for listeners in self._listeners.values())

    def _follow(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._journal.subscribe(self.position) as following:
                    while not self._stopping.is_set():
                        events = following.poll(_PATIENCE)
                        if not events:
                            continue
                        versions: dict[Topic, int] = {}
                        for event in events:
                            kind, _, name = event.stream.partition("/")
                            versions[kind, name] = event.version
                        self.position = events[-1].position
                        self._heard(versions)
                        self._call(partial(self._publish, versions))
            except JournalError as error:
                LOG.warning("the journal cannot be followed: %s", error)
                self._stopping.wait(_PATIENCE)

    def _call(self, function: Callable[[], object]) -> None:
        # The loop may close at any moment, and then nobody listens any more.
        with suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(function)

    def _let_go(self) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.wake(0)

    def _publish(self, versions: dict[Topic, int]) -> None:
        for topic, version in versions.items():
            self.frames.pop(topic, None)
            for listener in self._listeners.get(topic, ()):
                listener.wake(version)
        for listener in self._listeners.get(EVERYTHING, ()):
            listener.wake(0)
