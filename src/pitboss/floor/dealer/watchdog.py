"""An independent look at the automatic tables: something is due there, and nobody does it.

It knows nothing of orders, attempts, ids or which server deals, only the turn of each table and since when it
has been that turn. So it notices a table that stands still whatever the cause: a dealer that does nothing or
is refused again and again, an append that never returns, a journal that does not answer, no server that
deals. It never asks the database, or it could be held up by what it watches.
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
"""Seconds that an act may be overdue. The tables of a server that dies change hands after three."""
REMINDER: Final = 600.0
"""Seconds after which an alarm is raised again that is not over."""


class Stall(Struct, frozen=True, kw_only=True):
    """A table at which something is due that nobody does."""

    table: str
    turn: DealerTurn
    version: int
    """Of the table's newest event."""
    due: float
    """Since when, by the server's monotonic clock, in seconds."""


class Alarms(Struct, frozen=True):
    """What there is to say after a look."""

    raised: tuple[Stall, ...] = ()
    """Tables that have come to stand still, and some that have long done so."""
    over: tuple[Stall, ...] = ()
    """Tables that move again."""


class _Seen(Struct, kw_only=True):
    """A table as it was seen last."""

    turn: DealerTurn
    held: StreamState[TableState]
    """The table, as it was when its turn was last worked out."""
    since: float
    """When this turn was first seen."""
    asks_again: bool
    """Whether the turn may become another while the table stays as it is."""
    alarmed: float | None = None
    """When an alarm was last raised, if it stands still."""


class Watchdog:
    """Watches every automatic table that a server knows of, whoever deals it."""

    def __init__(self, floor: Floor, pace_of: Callable[[str], Pace], margin: float = MARGIN) -> None:
        self._floor = floor
        self._pace_of = pace_of
        self.margin = margin
        """Seconds that an act may be overdue."""
        self._seen: dict[str, _Seen] = {}

    def look(self, now: float) -> Alarms:
        """Look at every table, at a time of the server's monotonic clock. By one thread at a time."""
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
        """Every table that stands still, as of the last look; by whichever thread."""
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
        """Whether rounds are held back, or begin again, at a table where one is to begin."""
        held = before.turn.says == "for_the_witnesses"
        return (held or before.turn.act == "begin") and held != bool(self._floor.rounds_held())

    def _is_due(self, seen: _Seen, now: float) -> bool:
        """Whether an alarm is to be raised: the first of a stall, or one more after a long while."""
        if seen.turn.act == "wait" or now < seen.since + seen.turn.after + self.margin:
            return False
        return seen.alarmed is None or now >= seen.alarmed + REMINDER

    def _turn(self, table: str, state: TableState) -> DealerTurn | None:
        """The turn of a table by what is known here, if it can be told."""
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
