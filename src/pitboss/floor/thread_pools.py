"""Thread pools of a server, one per kind of work, so that a full one does not block the others."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from pitboss.reason import because
from pitboss.store.errors import Busy

REQUESTS: Final = 16
"""Threads for requests that query the database."""
RECORD: Final = 2
"""Threads that read rounds of the past and the like, which may take long: for players, and for staff."""
DEALING: Final = 4
"""Threads for the software Dealers' queries."""
RECOGNISING: Final = 2
"""Threads that authenticate tokens, which every request waits for."""
HASHING: Final = 2
"""Threads that hash passwords and PINs: each takes 64 MiB and a core for a moment."""
MOST_HASHING: Final = 64
"""Admission control: more waiting hashes than this are refused with :class:`Busy`."""

LONGEST_HASHING: Final = 8.0
"""Seconds a hash may wait in the queue; after that its client has given up."""

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")


async def in_pool(
    pool: Executor | None, work: Callable[_Params, _Result], *args: _Params.args, **kwargs: _Params.kwargs
) -> _Result:
    """Run a function in a thread pool without blocking the event loop; None is the loop's default pool."""
    return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *args, **kwargs))


class Threads:
    """The thread pools of one server."""

    def __init__(self) -> None:
        self.requests = ThreadPoolExecutor(REQUESTS, "requests")
        self.record = ThreadPoolExecutor(RECORD, "record")
        self.staff_record = ThreadPoolExecutor(RECORD, "staff-record")
        self.dealing = ThreadPoolExecutor(DEALING, "dealing")
        self.recognising = ThreadPoolExecutor(RECOGNISING, "recognising")
        self._hashing = ThreadPoolExecutor(HASHING, "hashing")
        self._secrets = 0

    async def hash(
        self, work: Callable[_Params, _Result], *args: _Params.args, **kwargs: _Params.kwargs
    ) -> _Result:
        """Hash or compare a secret in its pool; raises :class:`Busy` when the queue is full. For one event
        loop."""
        if self._secrets >= MOST_HASHING:
            raise Busy(because("too_many.signing_in"))
        self._secrets += 1
        asked = time.monotonic()

        def run() -> _Result:
            if time.monotonic() - asked > LONGEST_HASHING:
                raise Busy(because("too_many.signing_in"))
            return work(*args, **kwargs)

        try:
            return await in_pool(self._hashing, run)
        finally:
            self._secrets -= 1

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Make the request pool the loop's default executor; the loop shuts it down."""
        loop.set_default_executor(self.requests)

    def stop(self) -> None:
        """Shut down the pools once their work is done."""
        self.record.shutdown()
        self.staff_record.shutdown()
        self.dealing.shutdown()
        self.recognising.shutdown()
        self._hashing.shutdown()
