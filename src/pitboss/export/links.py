"""Rows of links: movements of money and display, and slips."""

from typing import Any

from msgspec import Struct, structs

from pitboss.citation import Cited
from pitboss.commands.record import CommandRecorded
from pitboss.export.columns import ExportRow, TableRows, exactly
from pitboss.floor import Floor
from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.jackpots import Link, evolve
from pitboss.jackpots import events as le
from pitboss.jackpots.queue import shown
from pitboss.jackpots.state import round_key
from pitboss.ledger.book import TransfersPosted
from pitboss.sheets.game import Games
from pitboss.store.errors import Archived


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
