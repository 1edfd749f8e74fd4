"""All automatic dealers of a floor: each table's turn with its clock, carried out when it is due.

Every server keeps the clocks of all tables, so that it can say what a dealer waits for and take a table
over, and deals those that are its own. Ids of the dealers' commands follow from table, round and version, so
that two servers at one table do nothing twice: the first is recorded, the other gets its answer.
"""

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from typing import Final

from msgspec import Struct

from pitboss.floor.carrying import Order
from pitboss.floor.clocks import starts_anew, turn_began
from pitboss.floor.dealer import Pace, Turn, turn
from pitboss.floor.duty import Duty
from pitboss.floor.people import SYSTEM
from pitboss.floor.service import Floor
from pitboss.floor.streams import Held
from pitboss.floor.table import TableState
from pitboss.round.commands import CloseBets

_AGAIN: Final = 1.0
"""Seconds after which an act that changed nothing is tried again."""


class Watch(Struct):
    """An automatic table as its dealer sees it."""

    turn: Turn
    since: float
    """When the turn began, by the server's monotonic clock."""
    version: int
    """Of the table's newest event then."""

    @property
    def due(self) -> float:
        """When its act is to be carried out."""
        return self.since + self.turn.after


class Dealers:
    """The automatic tables of a floor. Not for several threads at once."""

    def __init__(self, floor: Floor, pace_of: Callable[[str], Pace], duty: Duty) -> None:
        self._floor = floor
        self._pace_of = pace_of
        self._duty = duty
        self._watched: dict[str, Watch] = {}
        self._due: list[tuple[float, str]] = []
        self._under_way: set[str] = set()
        self._turns: dict[str, tuple[tuple[int, bool], Turn]] = {}

    def watch(self, table: str) -> Watch | None:
        """What the dealer of a table is about to do."""
        return self._watched.get(table)

    def turn_now(self, table: str, now: float) -> tuple[Turn, float] | None:
        """The turn of a table as it stands at this moment, looked at or not yet, and its seconds left.

        Unlike the rest it may be asked by any thread: whoever is shown a table is shown its turn with it.
        """
        known, held = self._watched.get(table), self._floor.tables.get(table)
        if known is None or held.state is None:
            return None
        found = self._turn(table, held.state, held.version)
        if not starts_anew(known.turn, found, known.version != held.version):
            return known.turn, max(0.0, known.due - now)
        return found, found.after

    def watched(self) -> dict[str, Watch]:
        """Every automatic table."""
        return dict(self._watched)

    def look(self, table: str, now: float) -> None:
        """Look at a table again, because something has happened there or at its link."""
        held = self._floor.tables.get(table)
        state = held.state
        if state is None or not state.automatic:
            self._watched.pop(table, None)
            return
        found = self._turn(table, state, held.version)
        known = self._watched.get(table)
        if known and not starts_anew(known.turn, found, known.version != held.version):
            return
        since = now if known else now - self._elapsed(table, held, found)
        self._wait(table, Watch(found, since, held.version))

    def take_over(self) -> None:
        """Tables may have become this server's own: they are dealt from now on."""
        waiting = self._watched.items()
        self._due = [(watch.due, table) for table, watch in waiting if watch.turn.act != "wait"]
        heapify(self._due)

    def due(self, now: float) -> Iterator[Order]:
        """What is due at this server's tables; each order is carried out, and then said to be :meth:`done`.

        An order that changes nothing, also because the journal cannot be used, comes again after a while.
        """
        while self._due and self._due[0][0] <= now:
            at, table = heappop(self._due)
            watch = self._watched.get(table)
            if watch is None or watch.turn.act == "wait" or watch.due != at:
                continue
            if table in self._under_way or not self._duty.deals(table, now):
                continue
            self._wait(table, Watch(watch.turn, now + _AGAIN - watch.turn.after, watch.version))
            self._under_way.add(table)
            yield self._order(table, watch.turn)

    def done(self, order: Order, now: float) -> None:
        """An order has been carried out, whatever became of it."""
        self._under_way.discard(order.table)
        self.look(order.table, now)
        if watch := self._watched.get(order.table):
            # It may have fallen due meanwhile.
            self._wait(order.table, watch)

    def _turn(self, table: str, state: TableState, version: int) -> Turn:
        """The turn of a table; everybody who looks at it asks for it, and it is the same for all."""
        as_it_stands = version, self._claims_open(state)
        before, found = self._turns.get(table, (None, None))
        if found is None or before != as_it_stands:
            game, pace = self._floor.game_of(state), self._pace_of(table)
            found = turn(game, state, pace, claims_open=as_it_stands[1])
            self._turns[table] = as_it_stands, found
        return found

    def _wait(self, table: str, watch: Watch) -> None:
        self._watched[table] = watch
        if watch.turn.act != "wait":
            heappush(self._due, (watch.due, table))

    def _elapsed(self, table: str, held: Held[TableState], found: Turn) -> float:
        """For how many seconds a turn has been going on that began before this server looked."""
        began = turn_began(self._floor, table, held, found, self._pace_of(table))
        return max(0.0, (self._floor.clock() - began) / 1e6)

    def next_due(self) -> float | None:
        """When there is something to do next."""
        return self._due[0][0] if self._due else None

    def _order(self, table: str, due: Turn) -> Order:
        floor, held = self._floor, self._floor.tables.get(table)
        assert held.state is not None, "a table that is watched exists"
        name = f"dealer/{held.state.round_id}/{held.version}"
        match due.act:
            case "begin":
                return Order(table, floor.to_begin(table, SYSTEM), name)
            case "close":
                return floor.order(table, CloseBets(), SYSTEM, name)
            case "leave":
                assert due.box is not None, "somebody is asked"
                return Order(table, floor.to_time_out(table, due.box, SYSTEM), name, "link")
            case "shut":
                return Order(table, floor.to_close(table, SYSTEM), name, "table")
            case "stand_up":
                assert due.box is not None, "somebody sits there"
                return Order(table, floor.to_stand_up(table, due.box, SYSTEM), name, "link")
            case _:
                settles = due.says in ("paying", "void")
                return Order(table, floor.to_deal(table, SYSTEM), name, "link" if settles else "table")

    def _claims_open(self, state: TableState) -> bool:
        if not state.pending or state.link is None:
            return False
        link = self._floor.links.get(state.link).state
        return link is not None and any(claim.id in state.pending for claim in link.unpaid)
