"""When a turn of the software Dealer began, read from the journal by a server that has just started."""

from itertools import groupby

from msgspec import structs

from pitboss.floor.aggregates import floor_registry
from pitboss.floor.dealer.turns import DealerTurn, Pace, dealer_turn
from pitboss.floor.service import Floor
from pitboss.floor.tables.events import RoundBegan
from pitboss.floor.tables.table import TableState, evolve_table
from pitboss.ledger import TransfersPosted
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
