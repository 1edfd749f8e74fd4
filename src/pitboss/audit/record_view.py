"""The view of a recorded command: the replayed floor, and the inputs recorded with the command."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from msgspec import Struct

from pitboss.access.account import Account, account_name
from pitboss.access.proposals import Proposals
from pitboss.audit.replayed_floor import ReplayedFloor
from pitboss.cards import Card
from pitboss.commands.record import CommandRecorded
from pitboss.floor.aggregates import DAYS, LIMITS, SEATS
from pitboss.floor.amounts import FloorAmounts
from pitboss.floor.players.events import PlayedAt, PlayLimits
from pitboss.floor.players.seat_notes import SatAt, SeatNotes
from pitboss.floor.tables.events import SheetTaken, ShoeReady
from pitboss.floor.tables.past_rounds import PastRound
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import Link
from pitboss.ledger import GamingDay
from pitboss.ledger.days import Days, open_day
from pitboss.people import known_as
from pitboss.reason import Fault, because
from pitboss.round.commands import Place
from pitboss.round.events import CardsShown, RoundOpened
from pitboss.sheets import Game
from pitboss.store.streams import StreamState


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
