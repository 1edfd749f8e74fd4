"""How loaded a server is: whether anybody plays, and by how much its event loop is behind."""

import time
from asyncio import AbstractEventLoop, sleep
from typing import Final

from pitboss.access.rate_limit import MonotonicClock

LOOK_SECONDS: Final = 0.05
"""How often the loop's lag is measured."""
BEHIND: Final = 0.05
"""Seconds of lag from which on a loop is behind."""
_FADING: Final = 0.7
"""What is left of a lag when the next one is measured: one late moment is not forgotten at once."""
PLAY_SECONDS: Final = 1.0
"""For so long after something was recorded there is play."""
WATCH_SECONDS: Final = 0.25
"""Between two frames of a watcher who is not signed in, while the loop is behind."""


class Load:
    """The load of one server. For one loop."""

    def __init__(self, recorded_at: MonotonicClock, clock: MonotonicClock = time.monotonic) -> None:
        self._recorded_at = recorded_at
        self._clock = clock
        self.lag = 0.0
        """Seconds by which the loop came too late, of late."""

    def start(self, loop: AbstractEventLoop) -> None:
        """Begin to measure; to be called on the loop itself."""
        self._look(loop, loop.time())

    @property
    def playing(self) -> bool:
        """Whether a player or a dealer of the software has had something recorded a moment ago."""
        return self._clock() - self._recorded_at() < PLAY_SECONDS

    @property
    def behind(self) -> bool:
        """Whether the loop does not keep up."""
        return self.lag > BEHIND

    async def watcher_waits(self) -> None:
        """Let commands come first: while the loop is behind, a watcher is shown several changes as one."""
        if self.behind:
            await sleep(WATCH_SECONDS)

    def measured(self, lag: float) -> None:
        """The loop came so many seconds too late."""
        self.lag = max(lag, self.lag * _FADING)

    def _look(self, loop: AbstractEventLoop, due: float) -> None:
        now = loop.time()
        self.measured(now - due)
        loop.call_at(now + LOOK_SECONDS, self._look, loop, now + LOOK_SECONDS)
