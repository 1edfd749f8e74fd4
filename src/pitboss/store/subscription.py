"""Subscriptions: what the followers of both databases share."""

import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Final

from pitboss.store.journal import Closeable, Recorded

PAGE: Final = 1000
_SLICE: Final = 0.5
"""Longest sleep of an endless iteration, in seconds: the most by which a lost wake-up delays an event."""


_OWN: Final = 0.05
"""Seconds after which an append of this process must have been applied without reading it back."""


class OwnAppends:
    """Tracks this server's own announced appends, which a follower with ``known`` need not re-read."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._first = self._newest = 0
        self.until = deadline
        """When to check next whether they have been applied."""

    def hear(self, position: int, now: float) -> None:
        """Note that an append of this server reaches up to a position."""
        self._newest = position
        if self.until == self._deadline:
            self._first, self.until = position, min(now + _OWN, self._deadline)

    def late(self, known: int, now: float) -> bool:
        """Whether an own append is overdue; ``known`` is the position up to which all are applied."""
        if known < self._first:
            return True
        self._first = self._newest
        self.until = min(now + _OWN, self._deadline) if known < self._newest else self._deadline
        return False


class Follower(Closeable):
    """Base of subscriptions: a subclass implements how to wait for new events."""

    def __init__(self, read: Callable[[int, int], list[Recorded]], after: int) -> None:
        self.position = after
        self.known: Callable[[int], int] | None = None
        """Callback: the position up to which this process's own appends run without a gap."""
        self._read = read
        self._closed = threading.Event()

    @abstractmethod
    def _wait(self, timeout: float) -> None:
        """Block until something may have been appended since the last call, or until the timeout."""

    @abstractmethod
    def _release(self) -> None:
        """Close the connection."""

    def poll(self, timeout: float) -> list[Recorded]:
        """The next events; empty if none came within ``timeout`` seconds."""
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
        """Iterate over all events, blocking for new ones until the subscription is closed."""
        while not self._closed.is_set():
            for event in self._read(self.position, PAGE):
                self.position = event.position
                yield event
                if self._closed.is_set():
                    return
            self._wait(_SLICE)

    def close(self) -> None:
        """End the subscription."""
        if not self._closed.is_set():
            self._closed.set()
            self._release()
