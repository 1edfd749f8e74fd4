"""The load of a server: whether anybody plays, its event loop's lag, and back-pressure on requests."""

import time
from asyncio import AbstractEventLoop, sleep
from math import ceil
from typing import Final

from pitboss.access.rate_limit import MonotonicClock
from pitboss.reason import Reason
from pitboss.words import say

LOOK_SECONDS: Final = 0.05
"""Interval of measuring the lag."""
BEHIND: Final = 0.05
"""Lag in seconds above which the loop is behind."""
_FADING: Final = 0.7
"""Decay of the measured lag per interval, so that a peak is remembered for a while."""
PLAY_SECONDS: Final = 1.0
"""Seconds after an append during which somebody counts as playing."""
WATCH_SECONDS: Final = 0.25
"""Seconds between two frames for an anonymous watcher while the loop is behind."""


class TooMany(Exception):
    """Too many requests; the sender may retry after ``seconds``."""

    def __init__(self, reason: Reason, seconds: float) -> None:
        super().__init__(say(reason))
        self.reason = reason
        self.seconds = max(1, ceil(seconds))


class Load:
    """The load of one server and its event loop."""

    def __init__(self, recorded_at: MonotonicClock, clock: MonotonicClock = time.monotonic) -> None:
        self._recorded_at = recorded_at
        self._clock = clock
        self.lag = 0.0
        """Recent lag of the loop in seconds, decaying."""

    def start(self, loop: AbstractEventLoop) -> None:
        """Start measuring; call it on the event loop."""
        self._look(loop, loop.time())

    @property
    def playing(self) -> bool:
        """Whether a player or the software Dealer has recorded something a moment ago."""
        return self._clock() - self._recorded_at() < PLAY_SECONDS

    @property
    def behind(self) -> bool:
        """Whether the event loop is behind."""
        return self.lag > BEHIND

    async def watcher_waits(self) -> None:
        """Back-pressure on anonymous watchers: while the loop is behind, several changes become one frame."""
        if self.behind:
            await sleep(WATCH_SECONDS)

    def measured(self, lag: float) -> None:
        """Take a measurement of the lag in seconds."""
        self.lag = max(lag, self.lag * _FADING)

    def _look(self, loop: AbstractEventLoop, due: float) -> None:
        now = loop.time()
        self.measured(now - due)
        loop.call_at(now + LOOK_SECONDS, self._look, loop, now + LOOK_SECONDS)
