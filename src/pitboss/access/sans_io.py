"""Sans-I/O: a generator yields its I/O requests; a blocking or an asynchronous driver performs them."""

from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from pitboss.store.journal import CommandIdentity, ToStream


class Append(Struct, frozen=True):
    """A request to append; the driver sends the journal's answer back."""

    batch: Sequence[ToStream]
    command: CommandIdentity | None


Query = Callable[[], Any]
"""A request to query the database; the driver sends its return value back."""
IoRequest = Append | Query
T = TypeVar("T")
IoGenerator = Generator[IoRequest, Any, T]


def drive(steps: IoGenerator[T], perform: Callable[[IoRequest], Any]) -> T:
    """Perform the requests of a generator, blocking; exceptions are thrown into the generator."""
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
    """Async variant of :func:`drive`."""
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
