"""Waits of the tests: each has a deadline, and fails with what did not come.

A deadline is generous, because a busy machine is no fault and a wait that succeeds ends as soon as it may.
What cannot be given one here ends with its test: pytest ends the process of a test that takes a quarter of an
hour, and shows where each of its threads was.
"""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, wait
from typing import Final, NoReturn, TypeVar

PATIENCE: Final = 120.0
"""Seconds that a wait takes at most."""
Answer = TypeVar("Answer")


def until(found: Callable[[], Answer], awaited: str, seconds: float = PATIENCE) -> Answer:
    """Wait until something is found; ``awaited`` is a sentence: ``the witness has signed``."""
    deadline = time.monotonic() + seconds
    while not (answer := found()):
        if time.monotonic() > deadline:
            overdue(awaited, seconds)
        time.sleep(0.01)
    return answer


async def async_until(found: Callable[[], Answer], awaited: str, seconds: float = PATIENCE) -> Answer:
    """Async variant of :func:`until`."""
    deadline = time.monotonic() + seconds
    while not (answer := found()):
        if time.monotonic() > deadline:
            overdue(awaited, seconds)
        await asyncio.sleep(0.005)
    return answer


async def within(work: Awaitable[Answer], awaited: str, seconds: float = PATIENCE) -> Answer:
    """What work on this loop comes to."""
    try:
        return await asyncio.wait_for(work, seconds)
    except TimeoutError:
        overdue(awaited, seconds)


def happens(event: threading.Event, awaited: str, seconds: float = PATIENCE) -> None:
    """Wait until another thread sets an event."""
    if not event.wait(seconds):
        overdue(awaited, seconds)


def together(*works: Callable[[], Answer], awaited: str = "all threads are done") -> list[Answer]:
    """Have each work done in a thread of its own, all at the same time; what they come to."""
    futures = [started(work) for work in works]
    if wait(futures, PATIENCE).not_done:
        overdue(awaited, PATIENCE)
    return [future.result(0) for future in futures]


def started(work: Callable[[], Answer]) -> "Future[Answer]":
    """Have work done in a thread that keeps no process alive."""
    future: Future[Answer] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


def overdue(awaited: str, seconds: float) -> NoReturn:
    """Fail: what was awaited did not come."""
    raise AssertionError(f"not within {seconds:g} seconds: {awaited}")
