"""The one clock of a floor: that of its database. Sessions, gaming days and events go by it on every server.

A server asks for it now and then and counts on by its own monotonic clock. A journal in a file has no clock
but that of the machine.
"""

import time
from typing import Final

from pitboss.store.journal import Journal, wall_clock

SAY_SECONDS: Final = 5.0
"""A server whose own clock differs from the database's by more than this says so."""
DEAL_SECONDS: Final = 60.0
"""By more than this, and it does not deal: whatever else on its machine goes by the clock is wrong too."""
_LONGEST_TRIP: Final = 1.0
"""Seconds; an answer that took longer says little about the time at which it was given."""


class JournalClock:
    """Microseconds since 1970 by the clock of a journal's database."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._ahead: int | None = None
        """Of the monotonic clock, in microseconds; none where the clock of the machine is the one."""
        self.difference = 0.0
        """Seconds by which the clock of this machine is ahead of the database's."""
        self.compare()

    def __call__(self) -> int:
        """The time."""
        return wall_clock() if self._ahead is None else _monotonic() + self._ahead

    def compare(self) -> None:
        """Ask the database for its time."""
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
        """Whether the difference must be told."""
        return abs(self.difference) > SAY_SECONDS

    @property
    def too_far(self) -> bool:
        """Whether the difference is such that this server must not deal."""
        return abs(self.difference) > DEAL_SECONDS


def _monotonic() -> int:
    return time.monotonic_ns() // 1000
