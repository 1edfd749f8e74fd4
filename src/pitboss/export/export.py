"""Export a journal in one pass, from the oldest archive on."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss.export.columns import exactly
from pitboss.export.files import ROW_GROUP, Files, Format, new_files
from pitboss.export.links import LinkRows, tables_of
from pitboss.export.rounds import RoundRows, irregular
from pitboss.floor import Floor
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.invariant import SENSELESS
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import because
from pitboss.reconcile.gaming_days import day_in, groups
from pitboss.replay.entries import of_floor
from pitboss.store import Journal, Recorded
from pitboss.store.errors import BadEvent
from pitboss.store.journal import kind_and_name
from pitboss.store.with_archives import fitting_parts

_PAGE: Final = 5000


class ExportRange(Struct, frozen=True):
    """Gaming days, both ends included, and one table; default: everything."""

    first: date = date.min
    last: date = date.max
    table: str | None = None

    def day(self, day: date | None) -> bool:
        """Whether a gaming day is included; entries before the first day only if all are."""
        if day is None:
            return self.first == date.min
        return self.first <= day <= self.last


def export(
    journal: Journal,
    folder: Path,
    form: Format,
    *,
    archives: Sequence[Journal] = (),
    wanted: ExportRange = ExportRange(),  # noqa: B008
    progress: Callable[[int], None] | None = None,
    row_group: int = ROW_GROUP,
) -> dict[str, int]:
    """Write the tables of a journal to a folder; returns the number of rows of each."""
    with new_files(folder, form, row_group=row_group) as files:
        scan = _ExportScan(Floor(journal), wanted, files)
        parts = fitting_parts(journal, archives)
        recorded = chain.from_iterable(_events(part, progress) for part in parts)
        for group in groups(_entries(recorded)):
            try:
                scan.take(group)
            except SENSELESS as fault:
                first = group[0].recorded
                reason = because("event.unfit", position=first.position, stream=first.stream)
                raise BadEvent(reason) from fault
        scan.finish()
    return files.rows


def _events(source: Journal, progress: Callable[[int], None] | None) -> Iterator[Recorded]:
    position = source.archived()
    while events := source.read_all(position, _PAGE):
        yield from events
        position = events[-1].position
        if progress:
            progress(position)


def _entries(recorded: Iterator[Recorded]) -> Iterator[DecodedEvent]:
    decode = floor_registry().decode
    for event in recorded:
        yield DecodedEvent(event, decode(event) if of_floor(event) else Struct())


class _ExportScan:
    def __init__(self, floor: Floor, wanted: ExportRange, files: Files) -> None:
        self._wanted = wanted
        self._files = files
        self._links = LinkRows(floor)
        self._link_of: dict[str, str | None] = {}
        self._rounds: dict[str, RoundRows | None] = {}
        self._day: date | None = None

    def take(self, group: tuple[DecodedEvent, ...]) -> None:
        """Take the entries of one command in one stream."""
        dated = day_in(entry.event for entry in group)
        self._day = dated.date if dated else self._day
        kind, name = kind_and_name(group[0].recorded.stream)
        asked = self._wanted.table in (None, name) if kind == "table" else self._wanted.table is None
        if asked and self._wanted.day(self._day):
            for entry in group:
                self._files.add("events", self._event(entry.recorded))
        if kind == "table" and asked:
            self._table(name, group)
        elif kind == "link":
            self._link(name, group)

    def finish(self) -> None:
        """Write the rounds still in play at the end of the journal."""
        for name in list(self._rounds):
            self._end_of(name)
        self._files.add_all(self._links.slips())

    def _event(self, recorded: Recorded) -> tuple[int | str | date | None, ...]:
        return (
            recorded.position,
            recorded.stream,
            recorded.version,
            recorded.kind,
            recorded.schema,
            recorded.recorded,
            self._day,
            len(recorded.data),
            recorded.hash.hex(),
        )

    def _table(self, name: str, group: tuple[DecodedEvent, ...]) -> None:
        for entry in group:
            event = entry.event
            match event:
                case fe.TableOpened():
                    self._link_of[name] = event.link
                case fe.RoundBegan():
                    self._end_of(name)
                    if self._wanted.day(event.day):
                        self._rounds[name] = RoundRows(name, self._link_of.get(name), event, entry.recorded)
                case TransfersPosted():
                    self._transfers(entry, event)
                case fe.PastRoundAdjusted():
                    self._ruled(name, entry, event)
                case _:
                    if playing := self._rounds.get(name):
                        playing.take(entry)

    def _end_of(self, name: str) -> None:
        if over := self._rounds.pop(name, None):
            self._files.add_all(over.rows())

    def _ruled(self, name: str, entry: DecodedEvent, event: fe.PastRoundAdjusted) -> None:
        """A ruling belongs to the gaming day on which it is booked."""
        if not self._wanted.day(self._day):
            return
        where = (entry.recorded.position, entry.recorded.recorded)
        head = (f"{name}/{event.number}", name, event.number, self._day)
        for table, row in irregular(event.adjusted, event.by):
            self._files.add(table, (*head, *row, *where))

    def _link(self, name: str, group: tuple[DecodedEvent, ...]) -> None:
        table, wanted = self._wanted.table, self._wanted.day(self._day)
        if wanted:
            self._files.add_all(self._links.take(name, group, self._day, table))
        about = set[str]().union(*(tables_of(entry.event) for entry in group))
        if table is None or table in about:
            for entry in group:
                if isinstance(entry.event, TransfersPosted):
                    self._transfers(entry, entry.event)

    def _transfers(self, entry: DecodedEvent, event: TransfersPosted) -> None:
        for transfer in event.transfers:
            if self._wanted.day(transfer.day):
                row = (
                    transfer.id,
                    transfer.source,
                    transfer.target,
                    *exactly(transfer.amount),
                    transfer.cited.sheet,
                    transfer.cited.clauses,
                    transfer.day,
                    transfer.shift,
                    transfer.why,
                    transfer.reverses,
                    entry.recorded.stream,
                    entry.recorded.position,
                    entry.recorded.recorded,
                )
                self._files.add("transfers", row)
