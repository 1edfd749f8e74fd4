"""The floor replayed up to a position: sheets, tables, links and people, folded event by event.

The view of a recorded command: the replayed floor, and the inputs recorded with the command.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.access.account import Account, account_name
from pitboss.access.proposals import Proposals
from pitboss.cards import Card
from pitboss.commands.record import CommandRecorded
from pitboss.floor.aggregates import AGGREGATES, DAYS, LIMITS, SEATS, floor_registry
from pitboss.floor.amounts import AmountsSet, FloorAmounts
from pitboss.floor.players.events import PlayedAt, PlayLimits, SatAt, SeatNotes
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.events import SheetTaken, ShoeReady
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound, past_round
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import Link
from pitboss.ledger import GamingDay
from pitboss.ledger.days import Days, open_day
from pitboss.people import known_as
from pitboss.reason import Fault, because
from pitboss.round import events as re
from pitboss.round import evolve as evolve_round
from pitboss.round.commands import Place
from pitboss.round.events import CardsShown, RoundOpened
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


class NotAsRecorded(Fault):
    """The record lacks an input that the decision needs; the reason says which."""


class RecordView:
    """The view by which a recorded command is decided again."""

    def __init__(
        self,
        known: ReplayedFloor,
        head: CommandRecorded,
        events: Iterable[Struct],
        since: int | None,
        stream: str,
    ) -> None:
        """``stream`` is the command's own; ``since`` is its last position, where links may not be older."""
        self._own = stream
        self._known = known
        self._head = head
        self._events = tuple(events)
        self._since = since
        self._made = iter(head.made)
        self._named = (event for event in self._events if isinstance(event, CardsShown))

    @property
    def at(self) -> int:
        """The recorded time."""
        return self._head.at

    @property
    def build(self) -> str:
        """The build that the round names; if the command names another, they differ."""
        opened = self._one_of(RoundOpened)
        found = opened.hashes.build if opened else ""
        return found if found.startswith(self._head.build) else self._head.build

    @property
    def seals(self) -> bool:
        """True: a floor that opened a table with its own shoe had a key."""
        return True

    @property
    def games(self) -> Mapping[str, Game]:
        """The sheets in force."""
        return self._known.games

    def table(self, name: str) -> StreamState[TableState]:
        """A table at the version that the command knew."""
        return self._held(f"table/{name}")

    def other_table(self, name: str) -> StreamState[TableState]:
        """A table at the version that was read."""
        return self._held(f"table/{name}")

    def link(self, name: str) -> StreamState[Link]:
        """A link at the version that the command knew."""
        return self._held(f"link/{name}")

    def _held(self, stream: str) -> StreamState[Any]:
        version = self._head.read.get(stream)
        if version is None:
            return self._known.held(stream)
        try:
            held, changed = self._known.at_version(stream, version)
        except LookupError:
            why = because("not_as_recorded.version", stream=stream, version=version)
            raise NotAsRecorded(why) from None
        too_old = changed is not None and self._since is not None and changed <= self._since
        if too_old and stream.startswith("link/"):
            raise NotAsRecorded(because("not_as_recorded.long_past", version=version, stream=stream))
        return held

    def tables(self) -> tuple[TableState, ...]:
        """Every table that was ever opened."""
        return tuple(state for name in self._known.all_of("table") if (state := self.table(name).state))

    def links(self) -> tuple[Link, ...]:
        """Every link that was ever opened."""
        return tuple(state for name in self._known.all_of("link") if (state := self.link(name).state))

    def play_limits(self, player: str) -> PlayLimits | None:
        """What the player had set for themselves."""
        name = account_name(player)
        state: PlayLimits | None = self._known.held(LIMITS.stream(name)).state if name else None
        return state

    def tables_played(self, player: str) -> tuple[TableState, ...]:
        """The tables that the command was decided by: its own, and those that it read."""
        names = dict.fromkeys((self._own, *self._head.read))
        found = [self._held(stream).state for stream in names if stream.startswith("table/")]
        return tuple(state for state in found if state and known_as(player) in state.play)

    def notes_play(self, limits: PlayLimits) -> bool:
        """Whether the command notes the table, as every one does after the player's first that did."""
        return bool(limits.tables) or self._one_of(PlayedAt) is not None

    def seat_notes(self, player: str) -> SeatNotes | None:
        """Where the player had sat down without a bet."""
        state: SeatNotes | None = self._known.held(SEATS.stream(known_as(player))).state
        return state

    def notes_seat(self, player: str) -> bool:
        """Whether the command notes the table, as every one does after the player's first that did."""
        return self.seat_notes(player) is not None or self._one_of(SatAt) is not None

    def account(self, name: str) -> Account | None:
        """An account as it stood."""
        state: Account | None = self._known.held(f"account/{name}").state
        return state

    def proposals(self, subject: str) -> Proposals | None:
        """The proposals about a subject as they stood."""
        state: Proposals | None = self._known.held(f"proposal/{subject}").state
        return state

    def made_code(self) -> str:
        """The digest of the generated code."""
        return next(self._made, "")

    def made_token(self, device: str) -> str:
        """The digest of the generated token."""
        return next(self._made, "")

    def amounts(self) -> FloorAmounts | None:
        """The amounts that held."""
        return self._known.amounts

    def in_force(self, sheet: str) -> Game:
        """The text that was in force."""
        return self._known.games[sheet]

    def game_of(self, table: TableState) -> Game:
        """The text that the table's last round was opened with."""
        return self._known.game_of(table)

    def with_hash(self, sheet_hash: str) -> Game:
        """The text that a round was opened with."""
        return self._known.by_hash[sheet_hash]

    def sheet_text(self, sheet_hash: str) -> tuple[str, str, int]:
        """The text that the command brought into force."""
        taken = self._one_of(SheetTaken)
        if taken is None:
            raise NotAsRecorded(because("not_as_recorded.text", hash=sheet_hash))
        return taken.sheet_toml, taken.clauses_toml, taken.format

    def past_round(self, table: str, number: int) -> PastRound | None:
        """A round of a table, with every ruling on it."""
        return self._known.past_round(table, number)

    def days(self) -> Days | None:
        """How far gaming days had ended."""
        state: Days | None = self._known.held(DAYS.stream()).state
        return state

    def day(self, heard: int) -> GamingDay:
        """The recorded gaming day and shift, which must not have ended."""
        recorded = GamingDay(self._head.day or date.min, self._head.shift)
        if open_day(self.days(), recorded) != recorded:
            raise NotAsRecorded(because("not_as_recorded.day", day=str(recorded.date)))
        return recorded

    def shuffle(self, name: str) -> ShoeReady:
        """The recorded deck."""
        ready: ShoeReady | None = self._one_of(ShoeReady)
        if ready is None or ready.commitment.shoe != name:
            raise NotAsRecorded(because("not_as_recorded.shoe"))
        return ready

    def faces(self, table: TableState, place: Place) -> tuple[Card, ...] | None:
        """The names recorded next, if they are those of the place."""
        named = next(self._named, None)
        return named.turned if named and named.at == place else None

    def _one_of(self, kind: type[Any]) -> Any:
        return next((event for event in self._events if isinstance(event, kind)), None)
