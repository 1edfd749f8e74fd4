"""Watchdog: notices automatic tables where an act is overdue, independently of the code that deals.

It knows only the turn of each table and since when, nothing of orders, retries, ids or assignment. So it
notices a stalled table whatever the cause: a Dealer that does nothing or is always refused, an append that
never returns, a journal that does not answer, no server that deals. It never queries the database, which
could block it too.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pitboss.floor.dealer.dealers import claims_open, has_failed
from pitboss.floor.dealer.turns import DealerTurn, Pace, dealer_turn, has_jackpot_bets
from pitboss.floor.service import Floor
from pitboss.floor.tables.table import TableState
from pitboss.store.streams import StreamState

MARGIN: Final = 10.0
"""Seconds that an act may be overdue. Tables of a dead server move to another after three."""
REMINDER: Final = 600.0
"""Seconds until an unresolved alarm is raised again."""


class Stall(Struct, frozen=True, kw_only=True):
    """A table where an act is overdue."""

    table: str
    turn: DealerTurn
    version: int
    due: float
    """When the act was due, in seconds of the server's monotonic clock."""


class Alarms(Struct, frozen=True):
    """Changes since the last check."""

    raised: tuple[Stall, ...] = ()
    """Tables that have stalled, and reminders of those that still are."""
    over: tuple[Stall, ...] = ()
    """Tables that move again."""


class _Seen(Struct, kw_only=True):
    """A table at the last look."""

    turn: DealerTurn
    held: StreamState[TableState]
    """The state from which the turn was computed."""
    since: float
    """When this turn was first seen."""
    asks_again: bool
    """Whether the turn may change without an event of the table."""
    alarmed: float | None = None
    """When the last alarm of this stall was raised, if any."""


class Watchdog:
    """Watches every automatic table that this server knows, whichever server deals it."""

    def __init__(self, floor: Floor, pace_of: Callable[[str], Pace]) -> None:
        self._floor = floor
        self._pace_of = pace_of
        self.margin = MARGIN
        self._seen: dict[str, _Seen] = {}

    def look(self, now: float) -> Alarms:
        """Look at every table at a time of the server's monotonic clock. Not thread-safe."""
        raised, over = [], []
        for table in self._floor.tables.known_names():
            before = self._seen.get(table)
            seen = self._look_at(table, before, now)
            if before and before.alarmed is not None and seen is not before:
                over.append(_stall(table, before))
            if seen and self._is_due(seen, now):
                seen.alarmed = now
                raised.append(_stall(table, seen))
        return Alarms(tuple(raised), tuple(over))

    def stalled(self) -> tuple[Stall, ...]:
        """Every table that is stalled as of the last look. Thread-safe."""
        return tuple(
            _stall(table, seen) for table, seen in self._seen.copy().items() if seen.alarmed is not None
        )

    def _look_at(self, table: str, before: _Seen | None, now: float) -> _Seen | None:
        held = self._floor.tables.known(table)
        if held is None or held.state is None or not held.state.automatic:
            self._seen.pop(table, None)
            return None
        # A table that has not changed has the same turn, unless that hangs on its link or its witnesses too.
        if before and before.held is held and not before.asks_again and not self._holds_otherwise(before):
            return before
        found = self._turn(table, held.state)
        asks_again = found is None or bool(held.state.pending) or has_jackpot_bets(held.state)
        # One that cannot be told is due until the table moves.
        found = found or DealerTurn(act="deal", says="dealing", number=held.state.number, step=held.version)
        if before and before.turn == found:
            before.held, before.asks_again = held, asks_again
            return before
        self._seen[table] = _Seen(turn=found, held=held, since=now, asks_again=asks_again)
        return self._seen[table]

    def _holds_otherwise(self, before: _Seen) -> bool:
        """Whether holding rounds back began or ended at a table that waits to begin one."""
        held = before.turn.says == "for_the_witnesses"
        return (held or before.turn.act == "begin") and held != bool(self._floor.rounds_held())

    def _is_due(self, seen: _Seen, now: float) -> bool:
        """Whether an alarm is due: the first of a stall, or a reminder."""
        if seen.turn.act == "wait" or now < seen.since + seen.turn.after + self.margin:
            return False
        return seen.alarmed is None or now >= seen.alarmed + REMINDER

    def _turn(self, table: str, state: TableState) -> DealerTurn | None:
        """The turn of a table by what this server knows; None if it cannot be computed."""
        books = self._floor.rulebook
        try:
            game = books.by_hash[state.round.hashes.sheet] if state.round else books.games[state.plate.sheet]
            held = self._floor.links.known(state.link) if state.link else None
            link = held.state if held else None
            return dealer_turn(
                game,
                state,
                self._pace_of(table),
                claims_open=claims_open(state, link),
                link_failed=has_failed(link),
                rounds_held=bool(self._floor.rounds_held()),
            )
        except Exception:
            # What the dealer would stumble over as well is the very thing to be noticed.
            return None


def _stall(table: str, seen: _Seen) -> Stall:
    return Stall(table=table, turn=seen.turn, version=seen.held.version, due=seen.since + seen.turn.after)
