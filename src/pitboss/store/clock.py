"""The clock of a floor is its database's: sessions, gaming days and events use it on every server.

A server queries it now and then and extrapolates with its own monotonic clock. For a journal in a file, the
machine's clock is used.
"""

import time
from typing import Final

from pitboss.store.journal import Journal, wall_clock

SAY_SECONDS: Final = 5.0
"""A server logs an error if its own clock differs from the database's by more than this."""
DEAL_SECONDS: Final = 60.0
"""A server whose clock differs by more than this does not deal."""
_LONGEST_TRIP: Final = 1.0
"""Seconds of a round trip; a slower answer is too inexact to be used."""


class JournalClock:
    """Microseconds since 1970 by the clock of a journal's database."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._ahead: int | None = None
        """Offset from the monotonic clock, in microseconds; ``None`` if the machine's clock is used."""
        self.difference = 0.0
        """Seconds by which the clock of this machine is ahead of the database's."""
        self.compare()

    def __call__(self) -> int:
        """The time, in microseconds since 1970."""
        return wall_clock() if self._ahead is None else _monotonic() + self._ahead

    def compare(self) -> None:
        """Query the database's time and set the offset."""
        asked = _monotonic()
        found = self._journal.database_time()
        trip = _monotonic() - asked
        if found is None or (self._ahead is not None and trip > _LONGEST_TRIP * 1_000_000):
            return
        self._ahead = found - asked - trip // 2
        self.difference = (wall_clock() - self()) / 1_000_000

    @property
    def of_database(self) -> bool:
        """Whether the database has a clock of its own."""
        return self._ahead is not None

    @property
    def differs(self) -> bool:
        """Whether the difference is large enough to be logged."""
        return abs(self.difference) > SAY_SECONDS

    @property
    def too_far(self) -> bool:
        """Whether the difference is so large that this server must not deal."""
        return abs(self.difference) > DEAL_SECONDS


def _monotonic() -> int:
    return time.monotonic_ns() // 1000
