"""Sans-I/O: a generator yields what it waits for, and a blocking or an asynchronous driver performs it."""

from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from pitboss.store.journal import CommandIdentity, ToStream


class Append(Struct, frozen=True):
    """A step that waits for the disk; its answer is that of the journal."""

    batch: Sequence[ToStream]
    command: CommandIdentity | None


Query = Callable[[], Any]
"""A step that asks the database; its answer is what it returns."""
IoRequest = Append | Query
T = TypeVar("T")
IoGenerator = Generator[IoRequest, Any, T]


def drive(steps: IoGenerator[T], perform: Callable[[IoRequest], Any]) -> T:
    """Perform each step as it comes."""
    try:
        step = next(steps)
        while True:
            try:
                answer = perform(step)
            except Exception as fault:
                step = steps.throw(fault)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


async def drive_async(steps: IoGenerator[T], perform: Callable[[IoRequest], Awaitable[Any]]) -> T:
    """The same on an event loop, which does other things while a step is waited for."""
    try:
        step = next(steps)
        while True:
            try:
                answer = await perform(step)
            except Exception as fault:
                step = steps.throw(fault)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result
