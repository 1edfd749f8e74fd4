"""What the journal has recorded of gaming days: their ends, closings and sign-offs, and where days stand."""

from datetime import date
from typing import Final

from msgspec import Struct

from pitboss.commands.record import CommandRecorded
from pitboss.floor.aggregates import DAYS, floor_registry
from pitboss.floor.tables.past_rounds import archived_versions
from pitboss.ledger.days import GamingDayClosed
from pitboss.reconcile.gaming_days import Span, date_of
from pitboss.store import Journal

_STREAM: Final = DAYS.stream()
_PAGE: Final = 5000
DayRecord = tuple[CommandRecorded, Struct]
"""An event of the gaming days, with the command that it follows from."""


def recorded_days(journal: Journal) -> list[DayRecord]:
    """Every event of the gaming days, in order."""
    decode, found = floor_registry().decode, list[DayRecord]()
    head: CommandRecorded | None = None
    for recorded in journal.read_stream(_STREAM, archived_versions(journal, _STREAM)):
        event = decode(recorded)
        if isinstance(event, CommandRecorded):
            head = event
        elif head:
            found.append((head, event))
    return found


def closings(records: list[DayRecord]) -> dict[date, GamingDayClosed]:
    """The closings by day, in order."""
    return {event.totals.day: event for _, event in records if isinstance(event, GamingDayClosed)}


def recorded_span(records: list[DayRecord], day: date) -> Span:
    """Where a day stands at least, by its own closing and the one before."""
    found = closings(records)
    earlier = [event.later for closed, event in found.items() if closed < day]
    return Span(first=earlier[-1] if earlier else 0, last=found[day].totals.last if day in found else 0)


class OpenDays:
    """Where the days that are not closed stand, by every entry that carries its day.

    A search relies on days that ascend. The closing of a day must not, so it reads what no closing has read:
    each records where the first entry of a later day stands.
    """

    def __init__(self, journal: Journal, closed: date | None) -> None:
        """``closed`` is the last day that is closed."""
        self._journal, self._closed = journal, closed
        self._closings = closings(recorded_days(journal))
        # The closing itself may have been archived.
        later = self._closings[closed].later if closed in self._closings else 0
        self._reached = max(journal.archived(), later - 1)
        self.spans: dict[date, Span] = {}
        self.read_on()

    def read_on(self) -> None:
        """Read what has been recorded meanwhile."""
        while page := self._journal.read_all(self._reached, _PAGE):
            for recorded in page:
                day = date_of(recorded)
                if day and (self._closed is None or day > self._closed):
                    self.spans[day] = self.spans.get(day, Span()).including(recorded.position)
            self._reached = page[-1].position

    def later_than(self, day: date) -> int:
        """The position of the first entry of a later day; 0 if there is none."""
        if day in self._closings:
            return self._closings[day].later
        return min((span.first for found, span in self.spans.items() if found > day), default=0)
