"""The view: every input of a decision. State of tables, links, people and sheets, clock, decks."""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, Final, Protocol

from pitboss.access.account import account_name
from pitboss.access.decide_command import LivePeopleView, PeopleView
from pitboss.build import build_hash
from pitboss.cards import Card
from pitboss.commands.view import StreamKey, StreamReader
from pitboss.floor.aggregates import AMOUNTS, DAYS, LIMITS, LINK, SEATS, TABLE
from pitboss.floor.amounts import DEFAULT_AMOUNTS, FloorAmounts
from pitboss.floor.players.events import PlayLimits, SeatNotes
from pitboss.floor.sheets_in_force import KIND as SHEET
from pitboss.floor.sheets_in_force import Rulebook
from pitboss.floor.tables.dealing import Sealer, shuffled_shoe
from pitboss.floor.tables.events import ShoeReady
from pitboss.floor.tables.faces import faces_up
from pitboss.floor.tables.past_rounds import PastRound, find_round
from pitboss.floor.tables.table import TableState
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import Link
from pitboss.ledger import GamingDay
from pitboss.ledger.days import Days, open_day
from pitboss.people import known_as
from pitboss.round.commands import Place
from pitboss.sheets import Game
from pitboss.shoe import Shoe
from pitboss.store.journal import Clock, Journal
from pitboss.store.streams import StreamState

_KNOWN: Final = frozenset({TABLE.kind, SHEET, DAYS.kind, LIMITS.kind, SEATS.kind})
"""Kinds whose appends check an expected version, or that are refreshed on their own."""
_KNOWN_WITH_LINK: Final = _KNOWN | {LINK.kind}


class View(PeopleView, Protocol):
    """Everything that a decision may read."""

    @property
    def build(self) -> str:
        """The hash of the build that decides."""

    @property
    def seals(self) -> bool:
        """Whether the floor has a key to seal decks with."""

    @property
    def games(self) -> Mapping[str, Game]:
        """The sheets in force."""

    def table(self, name: str) -> StreamState[TableState]:
        """A table."""

    def other_table(self, name: str) -> StreamState[TableState]:
        """A table that the command is not about, refreshed from the journal."""

    def link(self, name: str) -> StreamState[Link]:
        """A link."""

    def tables(self) -> tuple[TableState, ...]:
        """Every table that was ever opened."""

    def links(self) -> tuple[Link, ...]:
        """Every link that was ever opened."""

    def play_limits(self, player: str) -> PlayLimits | None:
        """A player's own limits; None without any, or if no account can have that name."""

    def tables_played(self, player: str) -> tuple[TableState, ...]:
        """The tables that remember a player's play."""

    def notes_play(self, limits: PlayLimits) -> bool:
        """Whether the table of a bet or a purchase is noted in the stream of a player who has a limit."""

    def seat_notes(self, player: str) -> SeatNotes | None:
        """Seats of a player without a bet; None if there are none."""

    def notes_seat(self, player: str) -> bool:
        """Whether the table of a seat is noted in its player's stream."""

    def amounts(self) -> FloorAmounts | None:
        """The recorded amounts; None if there are none."""

    def days(self) -> Days | None:
        """How far gaming days have ended and are closed; None if none has ended."""

    def in_force(self, sheet: str) -> Game:
        """The text of a sheet that the next round is played by."""

    def game_of(self, table: TableState) -> Game:
        """The text that the table's last round was opened with; before the first round, the one in force."""

    def with_hash(self, sheet_hash: str) -> Game:
        """The text that a round was opened with."""

    def sheet_text(self, sheet_hash: str) -> tuple[str, str, int]:
        """The text of a sheet to bring into force, its clauses, and its format."""

    def past_round(self, table: str, number: int) -> PastRound | None:
        """A round of a table, with every ruling on it."""

    def day(self, heard: int) -> GamingDay:
        """The current gaming day and shift; ``heard`` is when the stream was last written to."""

    def shuffle(self, name: str) -> ShoeReady:
        """A deck for a round: shuffled, committed to, and sealed."""

    def faces(self, table: TableState, place: Place) -> tuple[Card, ...] | None:
        """The names of face-up cards at a place; None where none may be named."""


class FloorView(LivePeopleView):
    """The live view of a floor on one server."""

    def __init__(
        self,
        kinds: Mapping[str, StreamReader],
        clock: Clock,
        *,
        journal: Journal,
        rulebook: Rulebook,
        sealer: Sealer | None,
        day_at: Callable[[int], GamingDay],
        as_known: bool,
        texts: Mapping[str, tuple[str, str, int]],
        tables_of: Callable[[str], Iterable[TableState]],
    ) -> None:
        super().__init__(kinds, clock, _KNOWN_WITH_LINK if as_known else _KNOWN)
        self._as_known = as_known
        self._journal = journal
        self._rulebook = rulebook
        self._sealer = sealer
        self._day_at = day_at
        self._texts = texts
        self._tables_of = tables_of
        self.names_cards = True
        """Whether cards are named as they are turned over."""
        self._dated: GamingDay | None = None
        self._opened: tuple[bytes, Shoe] | None = None

    @property
    def build(self) -> str:
        """The hash of this build."""
        return build_hash()

    @property
    def seals(self) -> bool:
        """Whether the floor has a key to seal decks with."""
        return self._sealer is not None

    @property
    def games(self) -> Mapping[str, Game]:
        """The sheets in force."""
        return self._rulebook.games

    def table(self, name: str) -> StreamState[TableState]:
        """A table, from the cache of this decision."""
        return self.held("table", name)

    def other_table(self, name: str) -> StreamState[TableState]:
        """A table refreshed from the journal, because no expected version would reveal a stale one."""
        return self.held("table", name, fresh=True)

    def link(self, name: str) -> StreamState[Link]:
        """A link, which other tables write to all the time."""
        return self.held("link", name)

    def tables(self) -> tuple[TableState, ...]:
        """Every table that was ever opened."""
        return self._all("table")

    def links(self) -> tuple[Link, ...]:
        """Every link that was ever opened."""
        return self._all("link")

    def _all(self, kind: str) -> tuple[Any, ...]:
        start = self._kinds[kind].stream("")
        names = (head.stream.removeprefix(start) for head in self._journal.heads(kind))
        return tuple(state for name in names if (state := self.held(kind, name, fresh=True).state))

    def play_limits(self, player: str) -> PlayLimits | None:
        """A player's own limits; guarded, so that a limit holds from its record on."""
        name = account_name(player)
        found: PlayLimits | None = self.guard(LIMITS.kind, name).state if name else None
        return found

    def tables_played(self, player: str) -> tuple[TableState, ...]:
        """The tables that remember a player's play; guarded, so that no two bets pass one limit at once.

        The player's own stream names the tables where they have played under a limit, whatever is known
        here of them. Which tables they were is recorded.
        """
        name = known_as(player)
        played = {table.id for table in self._tables_of(name) if name in table.play}
        if limits := self.play_limits(player):
            played |= limits.tables
        states = (self.guard_recorded("table", table).state for table in sorted(played))
        return tuple(state for state in states if state and name in state.play)

    def notes_play(self, limits: PlayLimits) -> bool:
        """True: what happens now is noted."""
        return True

    def seat_notes(self, player: str) -> SeatNotes | None:
        """Seats of a player without a bet; guarded, so that two simultaneous seats are counted."""
        found: SeatNotes | None = self.guard(SEATS.kind, known_as(player)).state
        return found

    def notes_seat(self, player: str) -> bool:
        """True: what happens now is noted."""
        return True

    def tables_sat(self, player: str) -> tuple[TableState, ...]:
        """The tables where a player sits, as far as is known here; guarded wherever they have sat down."""
        name = known_as(player)
        sat = {table.id for table in self._tables_of(name) if _sits(table, name)}
        if notes := self.seat_notes(player):
            sat |= notes.tables
        states = (self.guard("table", table).state for table in sorted(sat))
        return tuple(state for state in states if state and _sits(state, name))

    def amounts(self) -> FloorAmounts | None:
        """The recorded amounts; guarded by an expected version, because they rarely change."""
        recorded: FloorAmounts | None = self.guard(AMOUNTS.kind, AMOUNTS.name).state
        return recorded

    def days(self) -> Days | None:
        """How far gaming days have ended; guarded, so that nothing is booked in a day that is ending."""
        found: Days | None = self.guard(DAYS.kind, DAYS.name).state
        return found

    def in_force(self, sheet: str) -> Game:
        """The newest text of a sheet; guarded, so that a round opens by the version in force.

        A version that is no longer the newest is revealed by the append, and asks the journal nothing here.
        """
        self.guard(SHEET, sheet)
        return self._rulebook.games.get(sheet) or self._rulebook.in_force(sheet)

    def game_of(self, table: TableState) -> Game:
        """The version that the table's last round was opened with."""
        return self._rulebook.game_of(table)

    def with_hash(self, sheet_hash: str) -> Game:
        """The text that a round was opened with."""
        return self._rulebook.with_hash(sheet_hash)

    def sheet_text(self, sheet_hash: str) -> tuple[str, str, int]:
        """The text that came with the order."""
        return self._texts[sheet_hash]

    def past_round(self, table: str, number: int) -> PastRound | None:
        """A round of a table, if the journal still holds it."""
        return find_round(self._journal, table, number)

    def day(self, heard: int) -> GamingDay:
        """The current gaming day, or the first after it that has not ended."""
        if self._dated is None:
            self._dated = open_day(self.days(), self._day_at(steady(self.at, heard)))
        return self._dated

    @property
    def dated(self) -> GamingDay | None:
        """The gaming day, if the decision asked for it."""
        return self._dated

    def shuffle(self, name: str) -> ShoeReady:
        """A fresh deck: shuffled, committed to and sealed."""
        if self._sealer is None:
            raise InvariantBroken("a floor without a key to seal decks opens no table with a shoe of its own")
        return shuffled_shoe(self._sealer, name)

    def faces(self, table: TableState, place: Place) -> tuple[Card, ...] | None:
        """The names of face-up cards at a place, from the sealed shoe."""
        if self._sealer is None or not self.names_cards or table.shoe is None or table.round is None:
            return None
        if self._opened is None or self._opened[0] is not table.sealed:
            # A settlement names the hands of a whole table.
            self._opened = table.sealed, self._sealer.open(table.shoe.commitment.shoe, table.sealed)
        return faces_up(table.round, table.shoe.draws, self._opened[1], place)

    def must_refresh(self, written: Container[StreamKey]) -> bool:
        """True if a link was only read, from the cache: no version conflict would reveal a stale one."""
        return (
            self._as_known
            and self.link_decides
            and any(key[0] == "link" and key not in written for key in self._held)
        )

    link_decides = True
    """False for a bet, for which the link only says whether it has failed."""

    def begin(self) -> None:
        """Start a decision, the first or a retry."""
        super().begin()
        self._dated = None

    def refresh(self, stream: str | None = None) -> None:
        """Refresh one stream, or everything that was read."""
        if stream is None:
            self._rulebook.refresh()
        super().refresh(stream)


def _sits(table: TableState, name: str) -> bool:
    return any(known_as(seat.player) == name for seat in table.seats.values())


_DAY = 24 * 3600 * 1_000_000


def steady(now: int, heard: int) -> int:
    """The time in microseconds, never earlier than ``heard`` unless the clock went back a day or more."""
    return heard if now < heard < now + _DAY else now


def amounts_of(view: View) -> FloorAmounts:
    """The recorded amounts, or the defaults."""
    return view.amounts() or DEFAULT_AMOUNTS
