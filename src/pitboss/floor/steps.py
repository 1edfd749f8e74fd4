"""Work in steps: what it waits for it hands out, and whoever drives it waits, with his thread or without."""

from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from pitboss.store import CommandIdentity, ToStream


class Append(Struct, frozen=True):
    """A step that waits for the disk; its answer is that of the journal."""

    batch: Sequence[ToStream]
    command: CommandIdentity | None


Reading = Callable[[], Any]
"""A step that asks the database; its answer is what it returns."""
Step = Append | Reading
Result = TypeVar("Result")
Steps = Generator[Step, Any, Result]


def drive(steps: Steps[Result], take: Callable[[Step], Any]) -> Result:
    """Take each step as it comes."""
    try:
        step = next(steps)
        while True:
            try:
                answer = take(step)
            except Exception as fault:
                step = steps.throw(fault)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: Result = end.value
        return result


async def drive_soon(steps: Steps[Result], take: Callable[[Step], Awaitable[Any]]) -> Result:
    """The same on a loop, which does other things while a step is waited for."""
    try:
        step = next(steps)
        while True:
            try:
                answer = await take(step)
            except Exception as fault:
                step = steps.throw(fault)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: Result = end.value
        return result
