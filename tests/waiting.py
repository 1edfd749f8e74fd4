"""Waits of the tests: each has a deadline, and fails with what did not come.

A deadline is generous, because a busy machine is no fault and a wait that succeeds ends as soon as it may.
What cannot be given one here ends with its test: pytest ends the process of a test that takes a quarter of an
hour, and shows where each of its threads was.
"""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, wait
from functools import partial
from typing import Final, NoReturn, TypeVar

PATIENCE: Final = 120.0
"""Seconds that a wait takes at most."""
Answer = TypeVar("Answer")


Sentence = str | Callable[[], str]
"""What is awaited, as a clause: ``the witness has signed``; a function tells what there is in its place."""


def until(
    found: Callable[[], Answer | None],
    awaited: Sentence,
    seconds: float = PATIENCE,
    pause: Callable[[float], object] = time.sleep,
) -> Answer:
    """Wait until something is found, which is returned."""
    for short in _pauses(seconds):
        if answer := found():
            return answer
        pause(short)
    return overdue(awaited, seconds)


async def async_until(
    found: Callable[[], Answer | None], awaited: Sentence, seconds: float = PATIENCE
) -> Answer:
    """Async variant of :func:`until`."""
    for short in _pauses(seconds):
        if answer := found():
            return answer
        await asyncio.sleep(short)
    return overdue(awaited, seconds)


def _pauses(seconds: float) -> Iterator[float]:
    """Seconds between two looks: short at first, and never long; there is one look after the deadline."""
    deadline = time.monotonic() + seconds
    short = 0.001
    while time.monotonic() < deadline:
        yield short
        short = min(2 * short, 0.02)
    yield 0.0


async def within(work: Awaitable[Answer], awaited: Sentence, seconds: float = PATIENCE) -> Answer:
    """What work on this loop comes to."""
    try:
        return await asyncio.wait_for(work, seconds)
    except TimeoutError:
        overdue(awaited, seconds)


def happens(event: threading.Event, awaited: Sentence, seconds: float = PATIENCE) -> None:
    """Wait until another thread sets an event."""
    if not event.wait(seconds):
        overdue(awaited, seconds)


def at_once(*works: Callable[[], Answer], awaited: Sentence = "all threads are done") -> list[Answer]:
    """Have each work done in a thread of its own, all begun at the same moment; what they come to."""
    start = threading.Barrier(len(works))

    def begin(work: Callable[[], Answer]) -> Answer:
        start.wait(PATIENCE)
        return work()

    futures = [started(partial(begin, work)) for work in works]
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


def overdue(awaited: Sentence, seconds: float) -> NoReturn:
    """Fail: what was awaited did not come."""
    sentence = awaited if isinstance(awaited, str) else awaited()
    raise AssertionError(f"not within {seconds:g} seconds: {sentence}")
