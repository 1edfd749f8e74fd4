"""The software Dealers of a floor: the turn and clock of each automatic table, and the orders that are due.

Every server keeps the clocks of all automatic tables, so that it can show them and take one over, and deals
those assigned to it. Command ids derive from table, round and version, so two servers at one table are
idempotent: one append is recorded, both get its answer. Orders are sent as ``system/dealer``, which no client
may do.

Command ids of the software itself: derived from what is done, so two servers are idempotent.

No client may send as the software, so nothing else should ever use these ids. If something does, it must not
hold up a table: the command is retried with the next id.

When a turn of the software Dealer began, read from the journal by a server that has just started.
"""

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from itertools import groupby
from typing import Final

from msgspec import Struct, structs

from pitboss.access.roles import SYSTEM, Actor
from pitboss.commands.record import REUSED, Done, Order
from pitboss.floor.aggregates import floor_registry
from pitboss.floor.commands import (
    ActInRound,
    AtTable,
    BeginRound,
    CloseTable,
    DealNext,
    StandUp,
    TableCommand,
    TimeOut,
)
from pitboss.floor.dealer.assignment import TableAssignment
from pitboss.floor.dealer.turns import DealerTurn, Pace, dealer_turn, has_jackpot_bets
from pitboss.floor.service import Floor
from pitboss.floor.tables.events import RoundBegan
from pitboss.floor.tables.table import TableState, evolve_table
from pitboss.jackpots import Link
from pitboss.ledger import TransfersPosted
from pitboss.refusal import Refusal
from pitboss.round.betting import bet_left_alone
from pitboss.round.commands import CloseBets
from pitboss.store import Recorded
from pitboss.store.errors import Archived
from pitboss.store.journal import HEAD
from pitboss.store.streams import StreamState

_NEAR = 256
"""Most rounds began within this many events."""


def turn_began(floor: Floor, table: str, held: StreamState[TableState], now: DealerTurn, pace: Pace) -> int:
    """When a turn began, in microseconds since 1970, by the clock of the server that recorded it."""
    if now.began is not None:
        return now.began
    if held.state is None or now.act == "wait":
        return held.heard
    # The round is folded again from its beginning, so its number is still to come.
    state = structs.replace(held.state, number=held.state.number - 1)
    began, last = held.heard, None
    # The events of one append have one time; in between them a round need not make sense.
    for at, events in groupby(_round_so_far(floor, table, held), lambda event: event.recorded):
        for event in events:
            state = evolve_table(state, floor_registry().decode(event), event.position)
        found = dealer_turn(floor.game_of(state), state, pace)
        if last != found:
            began, last = at, found
    return began if last == now else held.heard


def _round_so_far(floor: Floor, table: str, held: StreamState[TableState]) -> list[Recorded]:
    """The events of the current round; its turns depend on nothing before."""
    back = _NEAR
    while True:
        after = max(0, held.version - back)
        try:
            events = list(floor.journal.read_stream(floor.tables.stream(table), after))
        except Archived:
            return []
        began = [n for n, event in enumerate(events) if event.kind == RoundBegan.__name__]
        if began or not after:
            whole = events[began[-1] :] if began else []
            # Money is nobody's turn, and no book takes an entry again.
            others = (HEAD, TransfersPosted.__name__)
            return [event for event in whole if event.version <= held.version and event.kind not in others]
        back *= 4


def own_id(name: str, attempt: int) -> str:
    """The id of one attempt at a command, counted from 1; every server derives the same."""
    return name if attempt == 1 else f"{name}/{attempt}"


def is_taken(answer: Done | Refusal, *, moved: bool) -> bool:
    """Whether the answer shows that another command has used this id.

    A repetition comes from another server's attempt if the table has moved since. If it has not moved, the id
    was recorded for something else.
    """
    if isinstance(answer, Refusal):
        return answer.code == REUSED
    return answer.repeated and not moved


SENDER: Final = Actor("dealer", "system")
"""The sender of every order of the software Dealers, on every server."""
_AGAIN: Final = 1.0
"""Seconds until an order that changed nothing is retried."""


class WatchedTable(Struct, frozen=True):
    """An automatic table as its software Dealer sees it."""

    turn: DealerTurn
    since: float
    """When the turn began, by the server's monotonic clock."""
    again: float = 0.0
    """The order is not retried before this time."""

    @property
    def first_due(self) -> float:
        """When the turn's act was first due, regardless of retries."""
        return self.since + self.turn.after

    @property
    def due(self) -> float:
        """When the turn's act is next attempted."""
        return max(self.first_due, self.again)


class Dealers:
    """The automatic tables of a floor. Not thread-safe, except for :meth:`turn_now`."""

    def __init__(self, floor: Floor, pace_of: Callable[[str], Pace], duty: TableAssignment) -> None:
        self._floor = floor
        self._pace_of = pace_of
        self._duty = duty
        self._watched: dict[str, WatchedTable] = {}
        self._due: list[tuple[float, str]] = []
        self._under_way: dict[str, int] = {}
        """Tables with an order under way, and each table's version when it was issued."""
        self._attempts: dict[str, tuple[int, int]] = {}
        """How many command ids were taken by other commands, by table and version."""
        self._turns: dict[str, tuple[tuple[int, bool, bool, bool], DealerTurn]] = {}
        self._suspended: set[str] = set()
        """Tables that wait for a failed link, whose recovery is no event of the table."""

    def watch(self, table: str) -> WatchedTable | None:
        """The Dealer's view of a table, if it is automatic."""
        return self._watched.get(table)

    def turn_now(
        self, table: str, held: StreamState[TableState], now: float
    ) -> tuple[DealerTurn, float] | None:
        """The turn of a table in a state of it, and the seconds left. Thread-safe, for views of it."""
        known = self._watched.get(table)
        if known is None or held.state is None:
            return None
        found, _ = self._turn(table, held.state, held.version)
        if known.turn == found:
            return found, max(0.0, known.first_due - now)
        return found, max(0.0, found.after - self._lasted(found))

    def watched(self) -> dict[str, WatchedTable]:
        """Every automatic table."""
        return dict(self._watched)

    def suspended(self) -> frozenset[str]:
        """Tables that wait for their failed link, or for a decision about it; to be polled."""
        return frozenset(self._suspended)

    def lag(self, now: float) -> float:
        """The longest that an act at one of this server's tables has been due, in seconds.

        It counts from when the act was first due, regardless of retries.
        """
        waiting = [found for table, found in self.watched().items() if self._duty.deals(table, now)]
        return max((now - found.first_due for found in waiting if found.turn.act != "wait"), default=0.0)

    def look(self, table: str, now: float) -> None:
        """Recompute the turn of a table after an event there or at its link."""
        held = self._floor.tables.get(table)
        state = held.state
        if state is None or not state.automatic:
            self._watched.pop(table, None)
            return
        found, link_failed = self._turn(table, state, held.version)
        if link_failed:
            self._suspended.add(table)
        else:
            self._suspended.discard(table)
        known = self._watched.get(table)
        if known and known.turn == found:
            return
        since = now - (self._lasted(found) if known else self._elapsed(table, held, found))
        self._wait(table, WatchedTable(found, since))

    def take_over(self) -> None:
        """Deal tables that have just been assigned to this server."""
        waiting = self._watched.items()
        self._due = [(watch.due, table) for table, watch in waiting if watch.turn.act != "wait"]
        heapify(self._due)

    def due(self, now: float) -> Iterator[Order]:
        """The orders that are due at this server's tables; call :meth:`done` after each.

        An order that changes nothing, or fails because the journal is unavailable, is retried after a pause.
        """
        while self._due and self._due[0][0] <= now:
            at, table = heappop(self._due)
            watch = self._watched.get(table)
            if watch is None or watch.turn.act == "wait" or watch.due != at:
                continue
            if table in self._under_way or not self._duty.deals(table, now):
                continue
            self._wait(table, structs.replace(watch, again=now + _AGAIN))
            held = self._floor.tables.get(table)
            assert held.state is not None, "a table that is watched exists"
            self._under_way[table] = held.version
            yield self._order(table, watch.turn, held.state, held.version)

    def is_taken(self, order: Order, answer: Done | Refusal) -> bool:
        """Whether another command has used the id of an order under way, which raises an alarm.

        If the table has not moved, the order is retried under the next id, the same on every server.
        """
        table = table_of(order)
        version = self._under_way[table]
        moved = self._floor.tables.get(table).version != version
        if not is_taken(answer, moved=moved):
            return False
        if not moved:
            before, taken = self._attempts.get(table, (version, 0))
            self._attempts[table] = version, taken + 1 if before == version else 1
        return True

    def done(self, order: Order, now: float) -> None:
        """Finish an order, whatever its outcome."""
        table = table_of(order)
        self._under_way.pop(table, None)
        self.look(table, now)
        if watch := self._watched.get(table):
            # It may have fallen due meanwhile.
            self._wait(table, watch)

    def _turn(self, table: str, state: TableState, version: int) -> tuple[DealerTurn, bool]:
        """The turn of a table, and whether it waits for a failed link. Called from any thread."""
        asks_link = state.link and (state.pending or has_jackpot_bets(state))
        link = self._floor.links.get(state.link).state if state.link and asks_link else None
        waits, failed, held = claims_open(state, link), has_failed(link), bool(self._floor.rounds_held())
        before, found = self._turns.get(table, (None, None))
        if found is None or before != (version, waits, failed, held):
            game, pace = self._floor.game_of(state), self._pace_of(table)
            found = dealer_turn(game, state, pace, claims_open=waits, link_failed=failed, rounds_held=held)
            self._turns[table] = (version, waits, failed, held), found
        return found, failed

    def _wait(self, table: str, watch: WatchedTable) -> None:
        self._watched[table] = watch
        if watch.turn.act != "wait":
            heappush(self._due, (watch.due, table))

    def _lasted(self, found: DealerTurn) -> float:
        """Seconds for which the clock of a turn that begins has run already: a seat has one of its own."""
        return 0.0 if found.began is None else self._seconds_since(found.began)

    def _elapsed(self, table: str, held: StreamState[TableState], found: DealerTurn) -> float:
        """Seconds that a turn had lasted before this server first saw the table."""
        began = turn_began(self._floor, table, held, found, self._pace_of(table))
        return self._seconds_since(began)

    def _seconds_since(self, began: int) -> float:
        return max(0.0, (self._floor.clock() - began) / 1e6)

    def next_due(self) -> float | None:
        """When the next order is due."""
        return self._due[0][0] if self._due else None

    def _order(self, table: str, due: DealerTurn, state: TableState, version: int) -> Order:
        at, taken = self._attempts.get(table, (version, 0))
        name = own_id(f"{state.round_id}/{version}", taken + 1 if at == version else 1)
        closes = state.round if due.act == "close" else None
        back = bet_left_alone(self._floor.game_of(state), closes) if closes else None
        command = (
            ActInRound(table=table, act=back, round=state.number)
            if back
            else command_for(table, state.number, due)
        )
        return Order(command=command, by=SYSTEM, id=name, entered=SENDER)


def table_of(order: Order) -> str:
    """The table of an order."""
    assert isinstance(order.command, TableCommand), "dealers deal at tables"
    return order.command.table


def command_for(table: str, number: int, due: DealerTurn) -> AtTable:
    """The command that carries out a turn in this round of an automatic table."""
    match due.act:
        case "begin":
            return BeginRound(table=table)
        case "close":
            return ActInRound(table=table, act=CloseBets(), round=number)
        case "leave":
            assert due.box is not None, "somebody is asked"
            return TimeOut(table=table, box=due.box, round=number)
        case "shut":
            return CloseTable(table=table)
        case "stand_up":
            assert due.box is not None, "somebody sits there"
            return StandUp(table=table, box=due.box)
        case _:
            return DealNext(table=table)


def claims_open(state: TableState, link: Link | None) -> bool:
    """Whether a table's link has unpaid claims of its round."""
    return link is not None and any(claim.id in state.pending for claim in link.unpaid)


def has_failed(link: Link | None) -> bool:
    """Whether the jackpot system of a link has failed, so that it takes no bets."""
    return link is not None and link.failure is not None
