"""A lane of admission control: requests of one rank are served side by side, queued, or shed.

A lane limits concurrency, queue length, queue wait, and its share of the server's
time while higher ranks need it: the measured cost of a request
is paid off by a pause of the whole lane. The queue serves client addresses in turn, so an address that
sends a thousand requests does not delay another's first.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pitboss.access.rate_limit import MonotonicClock

HANDLING: Final = 0.0003
"""Seconds that any request takes to be read, logged and answered, whatever it asks for."""
_LONGEST_PAUSE: Final = 0.5
"""Maximum pause of a lane in seconds: one slow request is not a flood."""


class LaneLimits(Struct, frozen=True, kw_only=True):
    """The limits of a lane."""

    name: str
    at_once: int
    """Requests that are served side by side."""
    waiting: int
    """Requests that wait, of all together."""
    of_one: int
    """Requests that wait, of one place or account."""
    seconds: float
    """For which a request waits at most."""
    share: float
    """Share of the server's time while somebody plays."""
    share_behind: float
    """Share of the server's time while its event loop is behind."""
    cost: float | None = None
    """Seconds that a request is taken to cost, where most of its time is spent waiting; else as measured."""


class Shed(Exception):
    """A request that is not served: ``crowded`` because of others of its own place or account."""

    def __init__(self, lane: str, *, crowded: bool) -> None:
        super().__init__(lane)
        self.lane = lane
        self.crowded = crowded


class Lane:
    """The requests of one rank; used on one event loop alone."""

    def __init__(
        self, limits: LaneLimits, share: Callable[[LaneLimits], float], clock: MonotonicClock = time.monotonic
    ) -> None:
        self.limits = limits
        self._share = share
        self._clock = clock
        self._serving = 0
        self._waiting = 0
        self._queues: OrderedDict[str, deque[asyncio.Future[bool]]] = OrderedDict()
        self._ready_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def crowd(self) -> int:
        """Number of waiting requests."""
        return self._waiting

    async def enter(self, key: str) -> None:
        """Wait for this request's turn; raises :class:`Shed` if the wait is too long."""
        if not self._waiting and self._is_free():
            self._serving += 1
            return
        limits = self.limits
        queue = self._queues.setdefault(key, deque())
        if len(queue) >= limits.of_one:
            raise Shed(limits.name, crowded=True)
        if self._waiting >= limits.waiting:
            self._forget(key)
            raise Shed(limits.name, crowded=False)
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[bool] = loop.create_future()
        queue.append(turn)
        self._waiting += 1
        late = loop.call_later(limits.seconds, self._give_up, key, turn)
        self._wake_in_time()
        try:
            if not await turn:
                raise Shed(limits.name, crowded=False)
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():
                self.leave(0.0)
            else:
                self._give_up(key, turn)
            raise
        finally:
            late.cancel()

    def leave(self, seconds: float) -> None:
        """Record the cost of a served request, in seconds."""
        cost = self.limits.cost
        if cost is None:
            cost = seconds / max(1, self._serving) + HANDLING
        self._serving -= 1
        now = self._clock()
        pause = cost / self._share(self.limits) - cost
        self._ready_at = min(max(self._ready_at, now) + pause, now + _LONGEST_PAUSE)
        self._go_on()

    def _is_free(self) -> bool:
        return self._serving < self.limits.at_once and self._clock() >= self._ready_at

    def _go_on(self) -> None:
        """Let in the requests that may be served now, one of each place in turn."""
        while self._waiting and self._is_free():
            key, queue = next(iter(self._queues.items()))
            turn = queue.popleft()
            self._waiting -= 1
            self._queues.move_to_end(key)
            self._forget(key)
            if not turn.done():
                self._serving += 1
                turn.set_result(True)
        self._wake_in_time()

    def _wake_in_time(self) -> None:
        """Set a timer for the end of the pause."""
        if not self._waiting or self._timer or self._serving >= self.limits.at_once:
            return
        self._timer = asyncio.get_running_loop().call_later(
            max(0.0, self._ready_at - self._clock()), self._woken
        )

    def _woken(self) -> None:
        self._timer = None
        self._go_on()

    def _give_up(self, key: str, turn: "asyncio.Future[bool]") -> None:
        """End the wait of a request that has waited too long, or whose client has gone."""
        queue = self._queues.get(key)
        if queue is not None and turn in queue:
            queue.remove(turn)
            self._waiting -= 1
            self._forget(key)
        if not turn.done():
            turn.set_result(False)

    def _forget(self, key: str) -> None:
        if not self._queues[key]:
            del self._queues[key]
