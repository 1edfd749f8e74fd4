"""The service of a floor over one journal: state of tables, links, people and sheets, and the executor."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor as Pool
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from msgspec import Struct, structs

from pitboss.access.account import Account
from pitboss.access.aggregates import ACCOUNT
from pitboss.access.roles import SYSTEM, Actor
from pitboss.commands.executor import Executor
from pitboss.commands.record import Changes, Done, Order
from pitboss.commands.view import StreamReader
from pitboss.floor.aggregates import (
    AGGREGATES,
    AMOUNTS,
    DAYS,
    LIMITS,
    LINK,
    TABLE,
    floor_registry,
)
from pitboss.floor.amounts import DEFAULT_AMOUNTS, FloorAmounts
from pitboss.floor.command_specs import asks_database, link_need
from pitboss.floor.commands import (
    ActInRound,
    BeginRound,
    DealNext,
    ReadCard,
    TableCommand,
    TakeBreak,
    TakeSheet,
)
from pitboss.floor.decide import decide
from pitboss.floor.players.enforcement import raise_refusal
from pitboss.floor.players.events import PlayLimits
from pitboss.floor.players.own_limits import break_refusal
from pitboss.floor.players.reality_check import RealityChecks
from pitboss.floor.players.seating import seats_refusal
from pitboss.floor.sheets_in_force import KIND as SHEET
from pitboss.floor.sheets_in_force import Rulebook, SheetStreams
from pitboss.floor.tables.acts_in_round import MOST_ACTS, acts_refusal
from pitboss.floor.tables.dealing import Sealer, dealers_next
from pitboss.floor.tables.events import Read
from pitboss.floor.tables.reading_shoe import doubt_standing
from pitboss.floor.tables.seats import SEATS_WITHOUT_BET
from pitboss.floor.tables.table import TableState
from pitboss.floor.thread_pools import in_pool
from pitboss.floor.view import FloorView
from pitboss.jackpots import Link
from pitboss.ledger import GamingDay, OperatingHours, gaming_day
from pitboss.ledger.days import Days, Shift
from pitboss.people import known_as
from pitboss.reason import Reason
from pitboss.refusal import Refusal, refuse
from pitboss.round.commands import CorrectBet, PlaceBet
from pitboss.sheets import Game
from pitboss.sheets.formats import FORMAT
from pitboss.sheets.house import House, house_of, zone_of
from pitboss.sheets.loader import read_texts
from pitboss.store import Journal
from pitboss.store.journal import Clock, wall_clock
from pitboss.store.snapshots import PURPOSE, Snapshots
from pitboss.store.streams import StreamCache

DEFAULT_HOURS: Final = OperatingHours((Shift("day", 6), Shift("swing", 14), Shift("night", 22)))


class Floor:
    """One floor on one journal. Any server may execute any command; command ids make retries idempotent."""

    def __init__(
        self,
        journal: Journal,
        *,
        hours: OperatingHours = DEFAULT_HOURS,
        clock: Clock = wall_clock,
        sealer: Sealer | None = None,
        snapshots: Snapshots | None = None,
    ) -> None:
        self.journal = journal
        self.sealer = sealer
        self.hours = hours
        self.clock = clock
        self._today: tuple[int, GamingDay] | None = None
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.snapshots = kept = snapshots or Snapshots(journal, sealer.key_for(PURPOSE) if sealer else None)
        self.rulebook = Rulebook(journal, kept)
        self.streams: dict[str, StreamCache[Any]] = {
            kind: StreamCache(journal, aggregate, floor_registry(), day=self._date_of, snapshots=kept)
            for kind, aggregate in AGGREGATES.items()
        }
        """The cached streams of every aggregate, by kind."""
        self.tables: StreamCache[TableState] = self.streams[TABLE.kind]
        self.links: StreamCache[Link] = self.streams[LINK.kind]
        self.accounts: StreamCache[Account] = self.streams[ACCOUNT.kind]
        self.limits: StreamCache[PlayLimits] = self.streams[LIMITS.kind]
        self._kinds: dict[str, StreamReader] = {**self.streams, SHEET: SheetStreams(self.rulebook)}
        self.executor: Executor[FloorView] = Executor(journal, floor_registry, self._decide)
        self._checks = RealityChecks(self._limits_of, self.tables_of)
        self.acts_in_round = MOST_ACTS
        """How many acts of one player a table takes in one round."""
        self.rounds_held: Callable[[], Reason | None] = lambda: None
        """Why no round may begin now, by the policy of witnesses."""
        self.seats_without_bet = SEATS_WITHOUT_BET
        """How many seats a player may hold without a bet, over all tables."""

    def execute(
        self, order: Order, texts: Mapping[str, tuple[str, str, int]] | None = None
    ) -> Done | Refusal:
        """Execute an order; ``texts`` holds the sheets that it brings into force, by hash."""
        return self.executor.execute(order, self._view(order.command, texts=texts))

    async def execute_async(self, order: Order, pool: Pool | None = None) -> Done | Refusal:
        """Async variant of :meth:`execute`; never blocks the event loop on a commit or a query.

        One lock per table, and per link for writers, serialises this server's own commands, which would only
        conflict. Commands that query the database run in a thread of ``pool``, by default the one for
        requests.
        """
        turns = self._turns_of(order.command)
        if turns is None:
            return await in_pool(pool, self.execute, order)
        table, link = turns
        async with table:
            if link is None:
                return await self.executor.execute_async(order, self._view(order.command, as_known=True))
            async with link:
                return await self.executor.execute_async(order, self._view(order.command, as_known=True))

    def questions(self) -> "DryRun":
        """A dry run over the state known now."""
        return DryRun(self._view(), self._decide)

    def _decide(self, view: FloorView, order: Order) -> Changes | Refusal:
        """Decide, but refuse to begin a round while rounds are held back; rounds in play are finished.

        Neither that, a bet raised against own limits, a seat too many, a reality check that waits for its
        answer, nor the number of a player's acts in a round is part of the record, so the audit decides
        without them.
        """
        command = order.command
        if isinstance(command, BeginRound) and (why := self.rounds_held()):
            return refuse("rounds_held", why)
        answer = decide(view, order)
        if isinstance(command, TakeBreak) and not isinstance(answer, Refusal):
            return break_refusal(command, order.by) or answer
        if isinstance(answer, Refusal) or not isinstance(command, TableCommand):
            return answer
        return self._barred(view, order, view.table(command.table).state) or answer

    def _barred(self, view: FloorView, order: Order, table: TableState | None) -> Refusal | None:
        """Further refusals of commands that the record allows."""
        command = order.command
        refusal = acts_refusal(order, table, self.acts_in_round)
        if refusal := refusal or seats_refusal(view, order, self.tables_of, self.seats_without_bet):
            return refusal
        if not isinstance(command, ActInRound):
            return None
        if isinstance(command.act, CorrectBet):
            return self._raise_refusal(view, command.table, command.act)
        return self._checks.refusal(order, table, view.at)

    def _raise_refusal(self, view: FloorView, table: str, act: CorrectBet) -> Refusal | None:
        held = view.table(table)
        return raise_refusal(view, view.game_of(held.state), held, act) if held.state else None

    def _limits_of(self, player: str) -> tuple[int, PlayLimits | None]:
        held = self.limits.get(player)
        return held.version, held.state

    def tables_of(self, player: str) -> tuple[TableState, ...]:
        """The tables known here where a player sits, or has played of late."""
        return self.tables.of(known_as(player))

    def take_sheet(self, sheet_toml: str, clauses_toml: str, form: int = FORMAT) -> Done | Refusal:
        """Bring a sheet into force before any table or link is open. Raises ``SheetFault``."""
        game = read_texts(sheet_toml, clauses_toml, form)
        taken = TakeSheet(sheet=game.sheet.id, hash=game.hashes.sheet)
        texts = {taken.hash: (sheet_toml, clauses_toml, form)}
        return self.execute(Order(command=taken, by=SYSTEM), texts)

    def _view(
        self,
        command: Struct | None = None,
        *,
        as_known: bool = False,
        texts: Mapping[str, tuple[str, str, int]] | None = None,
    ) -> FloorView:
        view = FloorView(
            self._kinds,
            self.clock,
            journal=self.journal,
            rulebook=self.rulebook,
            sealer=self.sealer,
            day_at=self.day_of,
            as_known=as_known,
            texts=texts or {},
            tables_of=self.tables_of,
        )
        # Of a bet the link only says whether it has failed; it accepts the bets when they are closed.
        view.link_decides = not (isinstance(command, ActInRound) and isinstance(command.act, PlaceBet))
        return view

    def _turns_of(self, command: Struct) -> tuple[asyncio.Lock, asyncio.Lock | None] | None:
        """The locks of table and link for a command; None if it may query the database."""
        if not isinstance(command, TableCommand) or asks_database(command):
            return None
        held = self.tables.known(command.table)
        if held is None or held.state is None:
            return None
        link = held.state.link
        if link and not self.links.known(link):
            return None
        writes = link is not None and self._writes_link(command, held.state)
        return self._turns[command.table], self._turns[f"link/{link}"] if writes else None

    def _writes_link(self, command: Struct, table: TableState) -> bool:
        """Whether a command may write to the table's link. The Dealer's next act does if it settles."""
        if isinstance(command, DealNext):
            due = dealers_next(self.game_of(table), table)
            return due is not None and due.act == "settle"
        return link_need(command) == "write"

    def table(self, name: str) -> TableState | None:
        """A table, refreshed from the journal."""
        return self.tables.refresh(name).state

    def link(self, name: str) -> Link | None:
        """A link, refreshed from the journal."""
        return self.links.refresh(name).state

    def table_names(self) -> tuple[str, ...]:
        """Every table that was ever opened."""
        return self.tables.names()

    def link_names(self) -> tuple[str, ...]:
        """Every link that was ever opened."""
        return self.links.names()

    def amounts(self) -> FloorAmounts:
        """The amounts in force, refreshed from the journal."""
        recorded: FloorAmounts | None = self.streams[AMOUNTS.kind].refresh(AMOUNTS.name).state
        return recorded or DEFAULT_AMOUNTS

    def days(self) -> Days | None:
        """How far gaming days have ended and are closed; None if none has ended."""
        days: Days | None = self.streams[DAYS.kind].refresh(DAYS.name).state
        return days

    @property
    def house(self) -> House | None:
        """Properties shared by the sheets in force; None before the first."""
        return next((house_of(game) for game in self.rulebook.games.values()), None)

    @property
    def zone(self) -> tzinfo:
        """The clock that the gaming day goes by."""
        return zone_of(self.rulebook.games.values())

    def _date_of(self, instant: int) -> str:
        return str(self.day_of(instant).date)

    def day_of(self, instant: int) -> GamingDay:
        """The gaming day and shift of a time in microseconds."""
        second, today = instant // 1_000_000, self._today
        if today is None or today[0] != second:
            today = self._today = (
                second,
                gaming_day(datetime.fromtimestamp(second, UTC), self.hours, self.zone),
            )
        return today[1]

    def game_of(self, table: TableState) -> Game:
        """The text that the table's last round was opened with; before the first round, the one in force."""
        return self.rulebook.game_of(table)


class DryRun:
    """Decides orders without the append.

    Streams that were read for one order are cached for the next. By default no card is named, because an
    answer must not reveal a card that lies face down.
    """

    def __init__(self, view: FloorView, decide: Callable[[FloorView, Order], Changes | Refusal]) -> None:
        self._view = view
        self._decide = decide

    def would(self, order: Order, *, names_cards: bool = False) -> Changes | Refusal:
        """The changes that an order would make, or its refusal."""
        self._view.begin()
        self._view.names_cards = names_cards
        return self._decide(self._view, order)


def read_at(floor: Floor, table: str, read: Read, by: Actor, command_id: str) -> Done | Refusal:
    """Record a card from a table's reading shoe; an impossible card is recorded as a doubt, and refused."""
    answer = floor.execute(Order(command=ReadCard(table=table, read=read), by=by, id=command_id))
    if isinstance(answer, Refusal):
        return answer
    doubt = doubt_standing(floor.tables.get(table).state, read)
    return doubt or structs.replace(answer, repeated=answer.repeated or not answer.events)
