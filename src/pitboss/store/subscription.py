"""Following a journal: what every database shares of a subscription."""

import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Final

from pitboss.store.closeable import Closeable
from pitboss.store.journal import Recorded

PAGE: Final = 1000
_SLICE: Final = 0.5
"""How long an endless wait sleeps before it looks again by itself, in seconds. Should a wake-up ever be
lost, an event is late by this much and no more."""


_OWN: Final = 0.05
"""Seconds in which whoever appends himself knows what he has appended."""


class OwnAppends:
    """Appends of this server's own: whoever follows with ``known`` need not read what they know in time."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._first = self._newest = 0
        self.until = deadline
        """When to ask next whether they are known."""

    def hear(self, position: int, now: float) -> None:
        """The journal reaches up to a position, by an append of this server."""
        self._newest = position
        if self.until == self._deadline:
            self._first, self.until = position, min(now + _OWN, self._deadline)

    def late(self, known: int, now: float) -> bool:
        """Whether something is not known after its time; ``known`` says up to where all is."""
        if known < self._first:
            return True
        self._first = self._newest
        self.until = min(now + _OWN, self._deadline) if known < self._newest else self._deadline
        return False


class Follower(Closeable):
    """A subscription over a way to read and a way to wait for news."""

    def __init__(self, read: Callable[[int, int], list[Recorded]], after: int) -> None:
        self.position = after
        self.known: Callable[[int], int] | None = None
        """How far the journal is known after a position without reading it, to who appends to it himself."""
        self._read = read
        self._closed = threading.Event()

    @abstractmethod
    def _wait(self, timeout: float) -> None:
        """Return when something may have been appended since the last call, or after the timeout."""

    @abstractmethod
    def _release(self) -> None:
        """Let go of the connection."""

    def poll(self, timeout: float) -> list[Recorded]:
        """The next events, or none if none came in ``timeout`` seconds."""
        deadline = time.monotonic() + timeout
        while not self._closed.is_set():
            if self.known:
                self.position = self.known(self.position)
            events = self._read(self.position, PAGE)
            if events:
                self.position = events[-1].position
                return events
            left = deadline - time.monotonic()
            if left <= 0:
                break
            self._wait(left)
        return []

    def __iter__(self) -> Iterator[Recorded]:
        """Every event, waiting for more until it is closed."""
        while not self._closed.is_set():
            for event in self._read(self.position, PAGE):
                self.position = event.position
                yield event
                if self._closed.is_set():
                    return
            self._wait(_SLICE)

    def close(self) -> None:
        """End it."""
        if not self._closed.is_set():
            self._closed.set()
            self._release()
