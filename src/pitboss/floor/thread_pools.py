"""The threads of a server in pools, one for each kind of work: whatever fills one leaves the others free."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from pitboss.store.errors import Busy

REQUESTS: Final = 16
"""Threads for requests that ask the database."""
DEALING: Final = 4
"""Threads for what the dealers need, and for what is read while a table waits its turn."""
RECOGNISING: Final = 2
"""Threads that look up whose a token is, which every request waits for."""
HASHING: Final = 2
"""Threads that compare passwords and PINs: each takes 64 MiB and a core for a moment."""
MOST_HASHING: Final = 64
"""So many secrets wait to be compared; whoever comes after them is asked to come again."""

LONGEST_HASHING: Final = 8.0
"""Seconds for which one of them waits; after that nobody waits for the answer any more."""

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")
_TOO_MANY: Final = "Too many people sign in at this moment: try again."


async def in_pool(
    pool: Executor | None, work: Callable[_Params, _Result], *args: _Params.args, **kwargs: _Params.kwargs
) -> _Result:
    """Run a function in a thread of a pool and wait on the loop; no pool is the loop's own, for requests."""
    return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *args, **kwargs))


class Threads:
    """The pools of one server."""

    def __init__(self) -> None:
        self.requests = ThreadPoolExecutor(REQUESTS, "requests")
        self.dealing = ThreadPoolExecutor(DEALING, "dealing")
        self.recognising = ThreadPoolExecutor(RECOGNISING, "recognising")
        self._hashing = ThreadPoolExecutor(HASHING, "hashing")
        self._secrets = 0

    async def hash(
        self, work: Callable[_Params, _Result], *args: _Params.args, **kwargs: _Params.kwargs
    ) -> _Result:
        """Run what compares or hashes a secret; raises :class:`Busy` when too many wait. For one loop."""
        if self._secrets >= MOST_HASHING:
            raise Busy(_TOO_MANY)
        self._secrets += 1
        asked = time.monotonic()

        def run() -> _Result:
            if time.monotonic() - asked > LONGEST_HASHING:
                raise Busy(_TOO_MANY)
            return work(*args, **kwargs)

        try:
            return await in_pool(self._hashing, run)
        finally:
            self._secrets -= 1

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let a loop run its requests here; it shuts that pool down itself when it closes."""
        loop.set_default_executor(self.requests)

    def stop(self) -> None:
        """Let go of the threads, when what they do is done."""
        self.dealing.shutdown()
        self.recognising.shutdown()
        self._hashing.shutdown()
