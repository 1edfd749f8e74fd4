"""The floor replayed up to a position: sheets, tables, links and people, folded event by event."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.floor.aggregates import AGGREGATES, floor_registry
from pitboss.floor.amounts import AmountsSet, FloorAmounts
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound, past_round
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import Link
from pitboss.round import events as re
from pitboss.round import evolve as evolve_round
from pitboss.sheets import Game
from pitboss.sheets.loader import read_texts
from pitboss.store import Journal, Recorded
from pitboss.store.journal import kind_and_name
from pitboss.store.streams import StreamState

_REMEMBERED: Final = {"table": 64, "link": 4096}
"""Former states kept per stream, for commands that were decided by one of them."""


class ReplayedFloor:
    """The floor after the last folded event."""

    def __init__(self, sources: Sequence[Journal]) -> None:
        self._sources = sources
        self.games: dict[str, Game] = {}
        self.by_hash: dict[str, Game] = {}
        self.amounts: FloorAmounts | None = None
        self._held: dict[str, StreamState[Any]] = {}
        self._former: dict[str, deque[StreamState[Any]]] = {}
        """Former states of tables and links, each with the position up to which it held."""
        self._began: dict[str, dict[int, int]] = {}
        self._rulings: dict[str, list[re.SettlementAdjusted]] = {}

    def held(self, stream: str) -> StreamState[Any]:
        """The state of a stream; empty if it has none."""
        return self._held.get(stream) or StreamState()

    def table(self, name: str) -> StreamState[TableState]:
        """The state of a table; empty if it has none."""
        return self.held(f"table/{name}")

    def link(self, name: str | None) -> StreamState[Link]:
        """The state of a link; empty if it has none."""
        return self.held(f"link/{name}")

    def all_of(self, kind: str) -> tuple[str, ...]:
        """The names of every stream of a kind."""
        return tuple(kind_and_name(stream)[1] for stream in self._held if stream.startswith(f"{kind}/"))

    def game_of(self, table: TableState) -> Game:
        """The text that the table's last round was opened with; before the first round, the one in force."""
        if table.round is None:
            return self.games[table.plate.sheet]
        return self.by_hash[table.round.hashes.sheet]

    def at_version(self, stream: str, version: int) -> tuple[StreamState[Any], int | None]:
        """A stream at a version, and the position of its next change, if any.

        Raises ``LookupError`` for a version that it never had.
        """
        now = self.held(stream)
        if version == now.version:
            return now, None
        later = now
        for former in reversed(self._former.get(stream, ())):
            if former.version == version:
                return former, later.position
            later = former
        return self._folded(stream, version)

    def _folded(self, stream: str, version: int) -> tuple[StreamState[Any], int | None]:
        """A stream at a version, folded from the record, for a state no longer kept."""
        kind, _ = kind_and_name(stream)
        fold, decode, state = AGGREGATES[kind].fold, floor_registry().decode, None
        found: StreamState[Any] | None = StreamState() if version == 0 else None
        for recorded in self._stream_from(stream, 0):
            if found:
                return found, recorded.position
            state = fold(state, decode(recorded), recorded.position)
            if recorded.version == version:
                found = StreamState(state, version, recorded.position, recorded.recorded)
        raise LookupError(f"{stream} has had no version {version}")

    def fold(self, entry: DecodedEvent) -> None:
        """Fold one event; raises whatever an impossible event makes the fold raise."""
        recorded, event = entry.recorded, entry.event
        stream = recorded.stream
        kind, name = kind_and_name(stream)
        before = self.held(stream)
        state, aggregate = before.state, AGGREGATES.get(kind)
        if aggregate:
            state = aggregate.fold(state, event, recorded.position)
        self._note(name, recorded, event)
        heard = max(before.heard, recorded.recorded)
        self._held[stream] = StreamState(state, recorded.version, recorded.position, heard)

    def remember(self, stream: str) -> None:
        """Keep the state of a stream before it is written to, for commands decided by it."""
        kind, _ = kind_and_name(stream)
        if kind in _REMEMBERED:
            former = self._former.get(stream)
            if former is None:
                former = self._former[stream] = deque(maxlen=_REMEMBERED[kind])
            former.append(self.held(stream))

    def _note(self, name: str, recorded: Recorded, event: Struct) -> None:
        match event:
            case fe.RoundBegan():
                self._began.setdefault(name, {})[event.number] = recorded.version
            case fe.PastRoundAdjusted():
                self._rulings.setdefault(f"{name}/{event.number}", []).append(event.adjusted)
            case fe.SheetTaken():
                game = read_texts(event.sheet_toml, event.clauses_toml, event.format)
                self.games[event.sheet] = self.by_hash[event.hash] = game
            case AmountsSet():
                self.amounts = event.amounts

    def past_round(self, table: str, number: int) -> PastRound | None:
        """A past round as it stands now, later rulings included."""
        version = self._began.get(table, {}).get(number)
        found = past_round(table, tuple(self._round_from(table, version))) if version else None
        if found is None:
            return None
        state = found.round
        for adjusted in self._rulings.get(found.id, ()):
            state = evolve_round(state, adjusted)
        return structs.replace(found, round=state)

    def _round_from(self, table: str, version: int) -> Iterator[DecodedEvent]:
        decode = floor_registry().decode
        last = self.held(f"table/{table}").version
        for recorded in self._stream_from(f"table/{table}", version):
            if recorded.version > last:
                return
            event = decode(recorded)
            if recorded.version > version and isinstance(event, fe.RoundBegan):
                return
            if not isinstance(event, fe.PastRoundAdjusted):
                yield DecodedEvent(recorded, event)

    def _stream_from(self, stream: str, version: int) -> Iterator[Recorded]:
        for source in self._sources:
            archived = next((head.version for head in source.anchors() if head.stream == stream), 0)
            yield from source.read_stream(stream, max(version - 1, archived))
