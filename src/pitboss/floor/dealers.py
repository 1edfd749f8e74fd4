"""All automatic dealers of a server: each table's turn with its clock, carried out when it is due.

Ids of the dealers' commands follow from table, round and version, so that two servers at one table do
nothing twice: the first is recorded, the other gets its answer.
"""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from msgspec import Struct

from pitboss.floor.dealer import Pace, Turn, turn
from pitboss.floor.people import SYSTEM
from pitboss.floor.service import Done, Floor
from pitboss.floor.table import TableState
from pitboss.round import Refusal
from pitboss.round.commands import CloseBets, LeaveTable


class Watch(Struct):
    """An automatic table as its dealer sees it."""

    turn: Turn
    since: float
    """When the turn began, by the server's monotonic clock."""

    @property
    def due(self) -> float:
        """When its act is to be carried out."""
        return self.since + self.turn.after


class Dealers:
    """The automatic tables of a floor. Not for several threads at once."""

    def __init__(self, floor: Floor, pace_of: Callable[[str], Pace]) -> None:
        self._floor = floor
        self._pace_of = pace_of
        self._watched: dict[str, Watch] = {}
        self._due: list[tuple[float, str]] = []

    def watch(self, table: str) -> Watch | None:
        """What the dealer of a table is about to do."""
        return self._watched.get(table)

    def look(self, table: str, now: float, *, acted: bool = False) -> None:
        """Look at a table again, because something has happened there or at its link."""
        held = self._floor.tables.get(table)
        state = held.state
        if state is None or not state.automatic:
            self._watched.pop(table, None)
            return
        found = turn(
            self._floor.game_of(state), state, self._pace_of(table), claims_open=self._claims_open(state)
        )
        known = self._watched.get(table)
        if known and known.turn == found and not acted:
            return
        self._watched[table] = Watch(found, now)
        if found.act != "wait":
            heappush(self._due, (now + found.after, table))

    def run(self, now: float) -> Iterator[tuple[str, Done | Refusal]]:
        """Carry out every act that is due; each answer with its table."""
        while self._due and self._due[0][0] <= now:
            at, table = heappop(self._due)
            watch = self._watched.get(table)
            if watch is None or watch.turn.act == "wait" or watch.due != at:
                continue
            answer = self._act(table, watch.turn)
            yield table, answer
            self.look(table, now, acted=True)

    def next_due(self) -> float | None:
        """When there is something to do next."""
        return self._due[0][0] if self._due else None

    def _act(self, table: str, due: Turn) -> Done | Refusal:
        held = self._floor.tables.get(table)
        assert held.state is not None, "a table that is watched exists"
        name = f"dealer/{held.state.round_id}/{held.version}"
        match due.act:
            case "begin":
                return self._floor.begin_round(table, SYSTEM, name)
            case "close":
                return self._floor.act(table, CloseBets(), SYSTEM, name)
            case "leave":
                assert due.box is not None, "somebody is asked"
                return self._floor.act(table, LeaveTable(due.box), SYSTEM, name)
            case "shut":
                return self._floor.close_table(table, SYSTEM, name)
            case "stand_up":
                assert due.box is not None, "somebody sits there"
                return self._floor.stand_up(table, due.box, SYSTEM, name)
            case _:
                return self._floor.deal_next(table, SYSTEM, name)

    def _claims_open(self, state: TableState) -> bool:
        if not state.pending or state.link is None:
            return False
        link = self._floor.links.get(state.link).state
        return link is not None and any(claim.id in state.pending for claim in link.unpaid)
