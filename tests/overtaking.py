"""Threads that overtake each other between a comparison and what is set by it, without a clock."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from tests.waiting import PATIENCE, happens, started

Key = TypeVar("Key")
Value = TypeVar("Value")


class Noticed:
    """A lock that says when somebody waits for it."""

    def __init__(self, waited_for: threading.Event) -> None:
        self._lock, self._waited_for = threading.Lock(), waited_for

    def __enter__(self) -> None:
        if not self._lock.acquire(False):
            self._waited_for.set()
            assert self._lock.acquire(timeout=PATIENCE), "nobody has released the lock"

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Slow(dict[Key, Value]):
    """A mapping in which whoever sets a certain value is held up, having compared what was there before.

    They go on when whoever overtakes them is done, or waits for ``lock``.
    """

    def __init__(self, is_slow: Callable[[Value], bool]) -> None:
        super().__init__()
        self._is_slow = is_slow
        self._compared, self._go_on = threading.Event(), threading.Event()
        self.lock: Any = Noticed(self._go_on)

    def __setitem__(self, key: Key, value: Value) -> None:
        if self._is_slow(value):
            self._compared.set()
            happens(self._go_on, "the faster one is done, or waits for the lock")
        super().__setitem__(key, value)

    def overtake(self, slower: Callable[[], object], faster: Callable[[], object]) -> None:
        """Have one thread do something while another is held up; until both are done."""

        def hurry() -> None:
            faster()
            self._go_on.set()

        late = started(slower)
        happens(self._compared, "the slower one has compared")
        started(hurry).result(PATIENCE)
        late.result(PATIENCE)
