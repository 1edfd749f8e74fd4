"""Export a journal in one pass, from the oldest archive on.

Rows of links: movements of money and display, and slips.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.citation import Cited
from pitboss.commands.record import CommandRecorded
from pitboss.export.columns import ExportRow, TableRows, exactly
from pitboss.export.files import ROW_GROUP, Files, Format, new_files
from pitboss.export.rounds import RoundRows, irregular
from pitboss.floor import Floor
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.invariant import SENSELESS
from pitboss.jackpots import Link, evolve
from pitboss.jackpots import events as le
from pitboss.jackpots.queue import shown
from pitboss.jackpots.state import round_key
from pitboss.ledger.book import TransfersPosted
from pitboss.reason import because
from pitboss.reconcile.gaming_days import day_in, groups
from pitboss.replay.entries import of_floor
from pitboss.sheets.game import Games
from pitboss.store import Journal, Recorded
from pitboss.store.errors import Archived, BadEvent
from pitboss.store.journal import kind_and_name
from pitboss.store.with_archives import fitting_parts


class _Followed(Struct, frozen=True):
    version: int
    link: Link | None
    known: bool


class LinkRows:
    """Every link met in the journal, folded from its state there."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._games: Games = floor.rulebook.games
        self._followed: dict[str, _Followed] = {}
        self._slips: dict[tuple[str, int], ExportRow] = {}
        self._reversed: dict[tuple[str, int], int] = {}

    def take(self, name: str, entries: tuple[DecodedEvent, ...], day: Any, table: str | None) -> TableRows:
        """Rows of a link's movements, of one table only if asked for."""
        for entry in entries:
            event: Any = entry.event
            if isinstance(event, TransfersPosted | CommandRecorded):
                self._skip(name, entry)
                continue
            before, known = self._before(name, entry)
            after = evolve(before, event) if known else None
            self._followed[name] = _Followed(entry.recorded.version, after, known)
            where = (entry.recorded.position, entry.recorded.recorded)
            if table is None or table in tables_of(event):
                if _holds(self._games, before) != (held := _holds(self._games, after)) or not known:
                    yield "link_movements", self._moved(name, entry, day, before, held, where)
                self._note_slips(name, event, day, where)

    def slips(self) -> TableRows:
        """Rows of every slip, at the end: only then is it known which were reversed."""
        for key, row in self._slips.items():
            *told, day, position, time = row
            yield "slips", (*told, self._reversed.get(key), day, position, time)

    def _before(self, name: str, entry: DecodedEvent) -> tuple[Link | None, bool]:
        """The link before an event, and whether that is known: its beginning may be archived."""
        followed = self._followed.get(name)
        if followed and followed.version == entry.recorded.version - 1:
            return followed.link, followed.known
        try:
            return self._floor.links.at(name, entry.recorded.version - 1).state, True
        except Archived:
            return None, False

    def _skip(self, name: str, entry: DecodedEvent) -> None:
        followed = self._followed.get(name)
        if followed and followed.version == entry.recorded.version - 1:
            self._followed[name] = structs.replace(followed, version=entry.recorded.version)

    def _moved(
        self,
        name: str,
        entry: DecodedEvent,
        day: Any,
        before: Link | None,
        held: tuple[Any, ...],
        where: ExportRow,
    ) -> ExportRow:
        event: Any = entry.event
        table, number = getattr(event, "table", None), getattr(event, "round", None)
        cited = getattr(event, "cited", None)
        displayed, *rest = held
        return (
            name,
            entry.recorded.version,
            entry.recorded.kind,
            table,
            round_key(table, number) if table and number else None,
            day,
            *exactly(_holds(self._games, before)[0]),
            *exactly(displayed),
            *(exactly(amount)[0] for amount in rest),
            cited.sheet if isinstance(cited, Cited) else None,
            cited.clauses if isinstance(cited, Cited) else (),
            *where,
        )

    def _note_slips(self, name: str, event: Any, day: Any, where: ExportRow) -> None:
        if isinstance(event, le.AwardReversed):
            self._reversed[name, event.slip] = int(where[0])  # type: ignore[arg-type]
        if not isinstance(event, le.ClaimsPaid):
            return
        for slip in event.slips:
            first, second = (person.name for person in slip.signatures)
            self._slips[name, slip.number] = (
                name,
                slip.number,
                slip.claim,
                round_key(slip.table, slip.round),
                slip.table,
                slip.box,
                slip.player,
                slip.hand,
                slip.percent,
                *exactly(slip.value),
                slip.amount,
                slip.means,
                slip.prepared_by.name,
                first,
                second,
                slip.cited.sheet,
                slip.cited.clauses,
                day,
                *where,
            )


def tables_of(event: Any) -> set[str]:
    """The tables that an event of a link is about."""
    if isinstance(event, le.ClaimsPaid):
        return {slip.table for slip in event.slips}
    table = getattr(event, "table", None)
    return {table} if table else set()


def _holds(games: Games, link: Link | None) -> tuple[Any, ...]:
    """The display and money of a link; nothing if unknown."""
    if link is None:
        return (None, None, None, None)
    return shown(games, link), link.pool, link.reserve, link.overflow


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
