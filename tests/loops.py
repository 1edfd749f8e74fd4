"""Work on a loop, in a thread of its own: the browser's driver keeps one in the tests' thread."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tests.waiting import PATIENCE, started

Answer = TypeVar("Answer")


def on_a_loop(work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
    """What work on a new loop comes to."""
    return started(lambda: asyncio.run(work())).result(5 * PATIENCE)
