"""Recovery after a start: rounds continue, unless an automatic table was away too long.

A crash alone does not interrupt play. Only if a supervisor says so, or if nobody dealt for longer than the
table allows, does the sheet's interruption clause decide: an established outcome stands, otherwise the round
is void or its players may withdraw.
"""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.access.roles import SYSTEM
from pitboss.commands.record import Done, Order
from pitboss.floor.commands import ActInRound
from pitboss.floor.dealer.dealers import is_taken, own_id
from pitboss.floor.service import Floor
from pitboss.floor.tables.table import TableState
from pitboss.round.commands import InterruptPlay
from pitboss.store.streams import StreamState

_MICRO = 1_000_000
_MOST_TRIES = 10


class Resumed(Struct, frozen=True, kw_only=True):
    """A round that was under way when the software stopped."""

    table: str
    number: int
    away_seconds: int
    interrupted: bool
    """The sheet's interruption clause has decided the round."""
    taken: tuple[str, ...] = ()
    """Command ids of the interruption that another command had taken, which raises an alarm."""


def resume(floor: Floor, floor_away: float | None = None) -> Iterator[Resumed]:
    """Resume every round in play; interrupt those of automatic tables that were away too long.

    ``floor_away`` is how many seconds nobody served the floor. It bounds every table's absence: a table that
    only waited for people was not away, and a server with a wrong clock interrupts nothing.
    """
    for table in floor.table_names():
        held = floor.tables.refresh(table)
        if held.state is None or not held.state.in_play:
            continue
        away = max(0, floor.clock() - held.heard) // _MICRO
        if floor_away is not None:
            away = min(away, int(floor_away))
        too_long = held.state.automatic and away > held.state.away_seconds
        interrupted, taken = _interrupt(floor, table, held) if too_long else (False, ())
        yield Resumed(
            table=table, number=held.state.number, away_seconds=away, interrupted=interrupted, taken=taken
        )


def _interrupt(floor: Floor, table: str, held: StreamState[TableState]) -> tuple[bool, tuple[str, ...]]:
    """Interrupt the round of a table: whether it worked, and the ids that other commands had taken."""
    assert held.state is not None, "a table in play"
    # Servers that start together agree on the ids, so the round is interrupted once.
    name = f"resume/{held.state.round_id}/{held.version}"
    taken: list[str] = []
    for attempt in range(1, _MOST_TRIES + 1):
        own = own_id(name, attempt)
        answer = floor.execute(Order(command=ActInRound(table=table, act=InterruptPlay()), by=SYSTEM, id=own))
        if not is_taken(answer, moved=floor.tables.get(table).version != held.version):
            # A round that is void, or waits for a choice, takes no interruption: it goes on as it stands.
            return isinstance(answer, Done), tuple(taken)
        taken.append(own)
    return False, tuple(taken)
