"""The entries of one gaming day: where they begin in the journal, and which belong to it.

A round carries the day on which its betting opened, slips and transfers the day on which they were made, and
the end of a day the next open one. Entries recorded together share that day; any other entry, such as a check
of a claim, has the day of the newest dated entry before it.

What the journal has recorded of gaming days: their ends, closings and sign-offs, and where days stand.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final

from msgspec import Struct

from pitboss.commands.record import CommandRecorded
from pitboss.floor.aggregates import DAYS, floor_registry
from pitboss.floor.tables.events import RoundBegan
from pitboss.floor.tables.money import SlipMade
from pitboss.floor.tables.past_rounds import DecodedEvent, archived_versions
from pitboss.ledger import GamingDay
from pitboss.ledger.book import TransfersPosted
from pitboss.ledger.days import GamingDayClosed, GamingDayEnded
from pitboss.replay.entries import ScanProgress, floor_entries
from pitboss.store import Journal, Recorded
from pitboss.store.journal import kind_and_name

_DATED: Final = frozenset(
    {RoundBegan.__name__, SlipMade.__name__, TransfersPosted.__name__, GamingDayEnded.__name__}
)
_PAGE: Final = 500
_MARGIN: Final = 2000
"""Clock skew between servers mixes the entries of two days over fewer entries than this."""


class Span(Struct, frozen=True, gc=False):
    """Positions between which the entries of a day stand at least; 0 where that is not known."""

    first: int = 0
    last: int = 0

    def including(self, position: int) -> "Span":
        """The span with one more entry, which stands after all others."""
        return Span(self.first or position, position)


class DatedEntries(Struct, frozen=True):
    """The entries of one stream recorded at the same instant, with their gaming day."""

    entries: tuple[DecodedEvent, ...]
    day: GamingDay
    dated: bool
    """Whether they carry their day themselves."""

    @property
    def kind(self) -> str:
        """``table``, ``link``, ``sheet``."""
        return kind_and_name(self.entries[0].recorded.stream)[0]

    @property
    def name(self) -> str:
        """The name of the table, link or sheet."""
        return kind_and_name(self.entries[0].recorded.stream)[1]

    @property
    def position(self) -> int:
        """The position of the first entry."""
        return self.entries[0].recorded.position


def parts_of_day(
    journal: Journal, day: date, progress: ScanProgress | None = None, span: Span | None = None
) -> Iterator[DatedEntries]:
    """The entries around a day in journal order, including some of its neighbours.

    Days ascend through a journal, so a binary search finds the day. If clocks were too wrong for that, the
    whole journal is scanned. A ``span`` that is known is read whole, whatever the search finds.
    """
    start, span = _looked_up(journal, day), span or Span()
    if start is None:
        start = _searched(journal, day)
    if start is None:
        return
    if span.first:
        start = max(journal.archived(), min(start, span.first - _MARGIN))
    newest: GamingDay | None = None
    over: int | None = None
    for group in groups(floor_entries(journal, start, progress)):
        own = day_in(entry.event for entry in group)
        newest = own or newest
        at = group[0].recorded.position
        if own and own.date == day:
            over = None
        elif own and own.date > day:
            over = over or at
        if over and at > max(over + _MARGIN, span.last):
            return
        if newest:
            yield DatedEntries(group, newest, own is not None)


def days_held(journal: Journal) -> tuple[date, date] | None:
    """The first and last gaming day in the journal; None if it holds none."""
    first = journal.archived()
    oldest = _first_dated(journal, first)
    after = journal.last_position()
    while oldest and after > first:
        after = max(first, after - _PAGE)
        found = [day for day in map(date_of, journal.read_all(after, _PAGE)) if day]
        if found:
            return oldest, found[-1]
    return None


def first_day_after(journal: Journal, day: date | None) -> date | None:
    """The first gaming day after this one, or at all, in the journal."""
    wanted = day + timedelta(days=1) if day else date.min
    position = _before(journal, wanted)
    while page := journal.read_all(position, _PAGE):
        later = [found for found in map(date_of, page) if found and found >= wanted]
        if later:
            return min(later)
        position = page[-1].position
    return None


def groups(entries: Iterable[DecodedEvent]) -> Iterator[tuple[DecodedEvent, ...]]:
    """Neighbours in one stream with the same time: the events of a command stay together."""
    held: list[DecodedEvent] = []
    for entry in entries:
        last = held[-1].recorded if held else entry.recorded
        now = entry.recorded
        if (now.stream, now.recorded) != (last.stream, last.recorded):
            yield tuple(held)
            held = []
        held.append(entry)
    if held:
        yield tuple(held)


def day_in(events: Iterable[Struct]) -> GamingDay | None:
    """The gaming day that one of these events carries."""
    for event in events:
        if isinstance(event, RoundBegan | SlipMade):
            return GamingDay(event.day, event.shift)
        if isinstance(event, TransfersPosted) and event.transfers:
            return GamingDay(event.transfers[0].day, event.transfers[0].shift)
        if isinstance(event, GamingDayEnded):
            return GamingDay(event.open, event.shift)
    return None


def _looked_up(journal: Journal, day: date) -> int | None:
    """A position shortly before the day's first entry."""
    first, low = journal.archived(), _before(journal, day)
    reached = low
    while page := journal.read_all(reached, _PAGE):
        days = [found for found in map(date_of, page) if found and found >= day]
        if days:
            return max(first, low - _MARGIN) if day in days else None
        reached = page[-1].position
    return None


def _before(journal: Journal, day: date) -> int:
    """A position less than a page before the first entry of a day or a later one, by binary search."""
    low, high = journal.archived(), journal.last_position()
    while high - low > _PAGE:
        middle = (low + high) // 2
        found = _first_dated(journal, middle)
        if found is None or found >= day:
            high = middle
        else:
            low = middle
    return low


def _first_dated(journal: Journal, after: int) -> date | None:
    while page := journal.read_all(after, _PAGE):
        found = next(filter(None, map(date_of, page)), None)
        if found:
            return found
        after = page[-1].position
    return None


def date_of(recorded: Recorded) -> date | None:
    """The gaming day that an event carries itself; None if it carries none."""
    if recorded.kind not in _DATED:
        return None
    found = day_in([floor_registry().decode(recorded)])
    return found.date if found else None


def _searched(journal: Journal, day: date) -> int | None:
    """A position before the day's first entry, by scanning every entry."""
    first = reached = journal.archived()
    wanted = f'"day":"{day}"'.encode()
    while page := journal.read_all(reached, _PAGE):
        for recorded in page:
            if recorded.kind in _DATED and wanted in recorded.data:
                return max(first, recorded.position - _MARGIN)
        reached = page[-1].position
    return None


_STREAM: Final = DAYS.stream()
_RECORD_PAGE: Final = 5000
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
        while page := self._journal.read_all(self._reached, _RECORD_PAGE):
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
