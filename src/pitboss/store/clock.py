"""The clock of a floor: sessions, gaming days and events use it on every server, and it never jumps.

It is set by the database's clock, or by the machine's where the journal is a file, which has none. A server
reads that now and then, extrapolates with its monotonic clock, and follows where it drifts or is slewed. It
follows no jump: gaming days would fall back or run ahead.
"""

import time
from typing import Final

from msgspec import Struct

from pitboss.reason import Reason, because
from pitboss.store.errors import ClockBehind
from pitboss.store.journal import Clock, Journal, Recorded, wall_clock
from pitboss.words import say

SAY_SECONDS: Final = 5.0
"""A server logs an error if its own clock differs from the floor's by more than this."""
DEAL_SECONDS: Final = 60.0
"""A server whose clock differs by more than this does not deal, and the floor's clock does not follow it."""
_LONGEST_TRIP: Final = 1.0
"""Seconds of a round trip; a slower answer is too inexact to be used."""
_LONG_IDLE: Final = 24 * 3600.0
"""Seconds without an event at a start that are worth a warning: the clock may have run ahead."""
_TOLD: Final = 3600.0
"""Seconds for which a server repeats that warning."""
_SECOND: Final = 1_000_000
_SLEW: Final = 2
"""A difference is made up at a half of the speed of time, so the clock never stands still or goes back."""


class Course(Struct, frozen=True):
    """How a clock goes on from an instant, in microseconds."""

    at: int
    """The instant, by the monotonic clock."""
    time: int
    gap: int = 0
    """What is to be made up from then on."""

    def time_at(self, now: int) -> int:
        """The time at a later instant."""
        passed = now - self.at
        most = passed // _SLEW
        return self.time + passed + max(-most, min(self.gap, most))


class JournalClock:
    """Microseconds since 1970 by the clock of a journal, which its database's sets, or else the machine's."""

    def __init__(
        self,
        journal: Journal,
        *,
        accepted: int = 0,
        machine: Clock | None = None,
        monotonic: Clock | None = None,
    ) -> None:
        """Raises :class:`ClockBehind` if the clock is behind the newest event, unless ``accepted`` names it.

        ``accepted`` is the position of a newest event whose time was wrong.
        """
        self._journal = journal
        self._machine, self._monotonic = machine or wall_clock, monotonic or boot_clock
        self.difference = 0.0
        """Seconds by which the clock of this machine is ahead of the floor's."""
        self._jump = 0.0
        """Seconds by which the clock that sets the floor's is ahead of it."""
        found = journal.database_time()
        self.of_database = found is not None
        """Whether the database has a clock of its own."""
        self._started = self._monotonic()
        self._course = Course(self._started, self._machine() if found is None else found)
        self._idle = 0.0
        self._begin_after(accepted)
        self.compare()

    def _begin_after(self, accepted: int) -> None:
        """Compare the clock with the newest event, and begin at the time of that rather than before it."""
        newest = _newest(self._journal)
        if newest is None or newest.position == accepted:
            return
        self._idle = (self() - newest.recorded) / _SECOND
        if self._idle < -DEAL_SECONDS:
            raise ClockBehind(self._journal.url, newest.position, newest.recorded, -self._idle)
        if self._idle < 0:
            self._course = Course(self._started, newest.recorded)

    def __call__(self) -> int:
        """The time, in microseconds since 1970."""
        return self._course.time_at(self._monotonic())

    def compare(self) -> None:
        """Compare the floor's clock with the one that sets it and with this machine's; correct its course."""
        asked = self._monotonic()
        found = self._journal.database_time() if self.of_database else self._machine()
        trip = self._monotonic() - asked
        if found is not None and trip <= _LONGEST_TRIP * _SECOND:
            now = asked + trip // 2
            time = self._course.time_at(now)
            self._jump = (found - time) / _SECOND
            self._course = Course(now, time, 0 if self._jumped else found - time)
        self.difference = (self._machine() - self()) / _SECOND

    @property
    def differs(self) -> bool:
        """Whether the difference is large enough to be logged."""
        return max(abs(self.difference), abs(self._jump)) > SAY_SECONDS

    @property
    def too_far(self) -> bool:
        """Whether the difference is so large that this server must not deal."""
        return self._jumped or abs(self.difference) > DEAL_SECONDS

    @property
    def _jumped(self) -> bool:
        return abs(self._jump) > DEAL_SECONDS

    @property
    def seconds(self) -> float:
        """The difference that is told: the jump of the clock that sets the floor's, or this machine's."""
        return self._jump if self._jumped else self.difference

    def difference_in_words(self) -> str:
        """Which clock differs, and from what."""
        return say(self._difference())

    def _difference(self) -> Reason:
        if self.of_database and not self._jumped:
            return because("clock.of_server")
        return because("clock.jumped", clock="database" if self.of_database else "server")

    def fault(self) -> str:
        """Why this server must not deal, in public words; empty if it may."""
        if not self.too_far:
            return ""
        code = "clock.set_it" if self._jumped else "clock.differs"
        return say(because(code, difference=self._difference(), seconds=round(self.seconds)))

    def warning(self) -> str:
        """A sentence where no event was recorded for long before this server started; empty after a while."""
        old = self._idle > _LONG_IDLE
        if not old or self._monotonic() - self._started > _TOLD * _SECOND:
            return ""
        return say(because("clock.ahead", hours=round(self._idle / 3600)))


def keep_clock(journal: Journal) -> JournalClock:
    """The clock of a journal, which records by it from now on; raises :class:`ClockBehind`."""
    clock = JournalClock(journal)
    journal.keep_time(clock)
    return clock


def keep_clock_after_newest(journal: Journal) -> None:
    """Record by the machine's clock, or at the time of the newest event where that is later.

    For what must be recorded with any clock: the next start still finds that the clock is behind.
    """
    newest = _newest(journal)
    least = newest.recorded if newest else 0
    journal.keep_time(lambda: max(wall_clock(), least))


def _newest(journal: Journal) -> Recorded | None:
    last = journal.last_position()
    return next(iter(journal.read_all(last - 1, 1)), None) if last else None


def boot_clock() -> int:
    """Microseconds by a monotonic clock that also counts while the machine sleeps, where there is one."""
    return time.clock_gettime_ns(_BOOT) // 1000 if _BOOT is not None else time.monotonic_ns() // 1000


_BOOT: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
