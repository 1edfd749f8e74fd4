"""Work on a loop, in a thread of its own: the browser's driver keeps one in the tests' thread."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def on_a_loop(work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
    """What work on a new loop comes to."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()
