"""Reads of the record: rounds of the past, found, replayed, and as files; ratings, audits that were kept.

What one costs differs a thousandfold and is known only afterwards. So these reads have small thread pools of
their own, each account has so many at a time there, and a budget of computing time: what a read has cost, as
measured, is taken from it, and an account whose budget is used up waits until there is some again. Players
and staff have threads each, so that however many players read, staff do not wait for them.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Final, NamedTuple, ParamSpec, TypeVar

from pitboss.access.rate_limit import Buckets
from pitboss.api.authentication import Who
from pitboss.floor.thread_pools import Threads
from pitboss.reason import because
from pitboss.server.load import TooMany

AT_ONCE: Final = 1
"""Reads of one account in the pool, so that accounts take turns there."""
ASKED: Final = 20
"""Reads of one account that are served or wait; pages ask for a few at once."""
PLAYERS_SECONDS: Final = 5.0
PLAYERS_SHARE: Final = 0.1
"""A player's budget: seconds at once, and seconds for each second. An ordinary round takes a hundredth."""
STAFF_SECONDS: Final = 30.0
STAFF_SHARE: Final = 0.5
"""The budget of a member of staff, who search whole years."""
_TICK: Final = 0.001
"""Seconds of a token."""

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")


def record_reads(threads: Threads) -> "RecordReads":
    """The reads of the record in the pools of a server."""
    players = Share(threads.record, budget(PLAYERS_SECONDS, PLAYERS_SHARE))
    return RecordReads(players, Share(threads.staff_record, budget(STAFF_SECONDS, STAFF_SHARE)))


def budget(seconds: float, share: float) -> Buckets:
    """Buckets of computing time: capacity in seconds, and the share of a second by which they refill."""
    return Buckets(round(seconds / _TICK), _TICK / share)


class Share(NamedTuple):
    """Limits of one kind of accounts: threads, and the computing time of each account."""

    pool: Executor
    spent: Buckets


class RecordReads:
    """The reads of the record of one server; used on its event loop."""

    def __init__(self, players: Share, staff: Share, clock: Callable[[], float] = time.thread_time) -> None:
        self._players = players
        self._staff = staff
        self._clock = clock
        self._asked: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Semaphore] = {}

    async def read(
        self, who: Who, work: Callable[_Params, _Result], *args: _Params.args, **kwargs: _Params.kwargs
    ) -> _Result:
        """Read in a pool for somebody who is signed in; raises :class:`TooMany` for too much of it."""
        name = who.signed_in.name
        pool, spent = self._staff if who.audience is None else self._players
        self._refuse(name, spent.owed(name))
        self._refuse(name, self._asked[name] >= ASKED)
        self._asked[name] += 1
        turn = self._turns.setdefault(name, asyncio.Semaphore(AT_ONCE))
        try:
            await turn.acquire()
        except asyncio.CancelledError:
            self._gone(name)
            raise
        try:
            self._refuse(name, spent.owed(name))
            done = pool.submit(self._charged, name, spent, partial(work, *args, **kwargs))
        except BaseException:
            self._left(name, turn)
            raise
        # A client that goes away ends the wait and not the thread, which has its place until it is done.
        loop = asyncio.get_running_loop()
        done.add_done_callback(lambda _: loop.call_soon_threadsafe(self._left, name, turn))
        return await asyncio.wrap_future(done)

    def _charged(self, name: str, spent: Buckets, work: Callable[[], _Result]) -> _Result:
        began = self._clock()
        try:
            return work()
        finally:
            spent.charge(name, (self._clock() - began) / _TICK)

    def _refuse(self, name: str, seconds: float) -> None:
        if seconds:
            raise TooMany(because("too_many.record", name=name), seconds)

    def _left(self, name: str, turn: asyncio.Semaphore) -> None:
        turn.release()
        self._gone(name)

    def _gone(self, name: str) -> None:
        self._asked[name] -= 1
        if not self._asked[name]:
            del self._asked[name], self._turns[name]
