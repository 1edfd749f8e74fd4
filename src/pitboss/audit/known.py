"""What the journal has told up to a position: sheets, tables, links and people, folded event by event."""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.access.account import Account, evolve_account
from pitboss.access.proposals import evolve_proposals
from pitboss.audit.kinds import split
from pitboss.floor import events as fe
from pitboss.floor.amounts import DEFAULT_AMOUNTS, AmountsSet, FloorAmounts
from pitboss.floor.past import Entry, PastRound, past_round
from pitboss.floor.registry import floor_registry
from pitboss.floor.streams import Held
from pitboss.floor.table import TableState, evolve_table
from pitboss.jackpots import Link, display_to_open
from pitboss.jackpots import evolve as evolve_link
from pitboss.ledger.book import TransfersPosted
from pitboss.round import events as re
from pitboss.round import evolve as evolve_round
from pitboss.settlement import Display
from pitboss.sheets import Game
from pitboss.sheets.loader import read_texts
from pitboss.store import Journal, Recorded

_MOST_DISPLAYS: Final = 10_000
"""So many former displays of a link are remembered, for tables that opened just behind a change."""


class Known:
    """The floor as it stood after the last event that was folded."""

    def __init__(self, sources: Sequence[Journal]) -> None:
        self._sources = sources
        self.games: dict[str, Game] = {}
        self.by_hash: dict[str, Game] = {}
        self.replaced_at: dict[str, int] = {}
        """Where in the journal a sheet, by its hash, was followed by a newer version."""
        self._amounts: list[tuple[int, FloorAmounts]] = [(0, DEFAULT_AMOUNTS)]
        self.tables: dict[str, Held[TableState]] = {}
        self.links: dict[str, Held[Link]] = {}
        self._people: dict[str, Any] = {}
        self._displays: dict[str, deque[tuple[int, Display]]] = {}
        self._began: dict[str, dict[int, int]] = {}
        self._rulings: dict[str, list[re.SettlementAdjusted]] = {}

    def table(self, name: str) -> Held[TableState]:
        """A table, or one without a state."""
        return self.tables.get(name) or Held()

    def link(self, name: str | None) -> Held[Link]:
        """A link, or one without a state."""
        return self.links.get(name or "") or Held()

    def account(self, name: str) -> Account | None:
        """An account, if there is one."""
        found: Account | None = self._people.get(f"account/{name}")
        return found

    def game_of(self, table: TableState) -> Game:
        """The sheet that the table's round was opened with; before the first, the one in force."""
        if table.round is None:
            return self.games[table.plate.sheet]
        return self.by_hash[table.round.hashes.sheet]

    def fold(self, entry: Entry) -> None:
        """One event more; raises whatever an event that does not fit makes the fold raise."""
        recorded, event = entry.recorded, entry.event
        kind, name = split(recorded.stream)
        if kind == "table":
            self._fold_table(name, recorded, event)
        elif kind == "link":
            held = self.link(name)
            state = held.state if isinstance(event, TransfersPosted) else evolve_link(held.state, event)  # type: ignore[arg-type]
            self.links[name] = Held(state, recorded.version, recorded.position, recorded.recorded)
        elif kind == "account":
            self._people[recorded.stream] = evolve_account(self._people.get(recorded.stream), event)
        elif kind == "proposal":
            self._people[recorded.stream] = evolve_proposals(self._people.get(recorded.stream), event)
        elif isinstance(event, fe.SheetTaken):
            self._take(event, recorded.position)
        elif isinstance(event, AmountsSet):
            self._amounts.append((recorded.position, event.amounts))

    def _fold_table(self, name: str, recorded: Recorded, event: Struct) -> None:
        held = self.table(name)
        state = evolve_table(held.state, event, recorded.position)
        self.tables[name] = Held(state, recorded.version, recorded.position, recorded.recorded)
        if isinstance(event, fe.RoundBegan):
            self._began.setdefault(name, {})[event.number] = recorded.version
        elif isinstance(event, fe.PastRoundAdjusted):
            self._rulings.setdefault(f"{name}/{event.number}", []).append(event.adjusted)

    def _take(self, event: fe.SheetTaken, position: int) -> None:
        game = read_texts(event.sheet_toml, event.clauses_toml, event.format)
        if former := self.games.get(event.sheet):
            self.replaced_at[former.hashes.sheet] = position
        self.games[event.sheet] = self.by_hash[event.hash] = game

    def note_display(self, name: str) -> None:
        """Remember what a link shows after an append."""
        held = self.links[name]
        if held.state is None or held.state.closed:
            return
        seen = self._displays.setdefault(name, deque(maxlen=_MOST_DISPLAYS))
        display = display_to_open(self.games, held.state)
        if not seen or seen[-1][1] != display:
            seen.append((held.position, display))

    def displayed_since(self, link: str, position: int) -> Iterator[Display]:
        """What a link showed at a position and has shown since, the newest last.

        A server decides by the link as it read it, which was after the table's event before.
        """
        seen = self._displays.get(link, deque())
        first = bisect_right(seen, position, key=lambda entry: entry[0])
        return (display for _, display in islice(seen, max(0, first - 1), None))

    def amounts_since(self, position: int) -> Iterator[FloorAmounts]:
        """What roles could move alone at a position and since, the newest first.

        A server decides by the amounts as it read them, which was after the stream's event before.
        """
        for at, amounts in reversed(self._amounts):
            yield amounts
            if at <= position:
                return

    def past_round(self, table: str, number: int) -> PastRound | None:
        """A round of the past as it stands now, later rulings included."""
        version = self._began.get(table, {}).get(number)
        found = past_round(table, tuple(self._round_from(table, version))) if version else None
        if found is None:
            return None
        state = found.round
        for adjusted in self._rulings.get(found.id, ()):
            state = evolve_round(state, adjusted)
        return structs.replace(found, round=state)

    def _round_from(self, table: str, version: int) -> Iterator[Entry]:
        decode = floor_registry().decode
        for recorded in self._stream_from(f"table/{table}", version):
            event = decode(recorded)
            if recorded.version > version and isinstance(event, fe.RoundBegan):
                return
            if not isinstance(event, fe.PastRoundAdjusted):
                yield Entry(recorded, event)

    def _stream_from(self, stream: str, version: int) -> Iterator[Recorded]:
        for source in self._sources:
            archived = next((head.version for head in source.anchors() if head.stream == stream), 0)
            yield from source.read_stream(stream, max(version - 1, archived))
