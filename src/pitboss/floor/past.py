"""A round of the past, from its table's stream."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.floor import events as fe
from pitboss.floor.registry import floor_registry
from pitboss.ledger import LedgerEvent
from pitboss.round import Round, evolve
from pitboss.round.events import Event as RoundEvent
from pitboss.shoe import CardsDrawn
from pitboss.store import Journal, Recorded


class Entry(Struct, frozen=True):
    """An event of a round, as recorded and as it reads."""

    recorded: Recorded
    event: Struct


class PastRound(Struct, frozen=True):
    """A round with all that was recorded of it, later rulings included."""

    table: str
    began: fe.RoundBegan
    round: Round
    entries: tuple[Entry, ...]

    @property
    def id(self) -> str:
        """Its name on the whole floor."""
        return f"{self.table}/{self.began.number}"


_BEGAN = fe.RoundBegan.__name__
_ADJUSTED = fe.PastRoundAdjusted.__name__


def find_round(journal: Journal, table: str, number: int) -> PastRound | None:
    """A round of a table, if the journal holds it."""
    found: list[Entry] = []
    within = False
    for recorded in journal.read_stream(f"table/{table}"):
        if recorded.kind not in (_BEGAN, _ADJUSTED) and not within:
            continue
        event = floor_registry().decode(recorded)
        if isinstance(event, fe.RoundBegan):
            within = event.number == number
        if within or (isinstance(event, fe.PastRoundAdjusted) and event.number == number):
            found.append(Entry(recorded, event))
    return past_round(table, tuple(found))


def past_round(table: str, entries: tuple[Entry, ...]) -> PastRound | None:
    """The round that these entries tell, if they begin one."""
    if not entries or not isinstance(entries[0].event, fe.RoundBegan):
        return None
    state: Round | None = None
    for event in round_events(entry.event for entry in entries):
        state = evolve(state, event)
    return PastRound(table, entries[0].event, state, entries) if state else None


def round_events(events: Iterator[Struct]) -> Iterator[RoundEvent]:
    """The events of the round itself, a later ruling as one of them."""
    for event in events:
        if isinstance(event, fe.PastRoundAdjusted):
            yield event.adjusted
        elif not isinstance(event, fe.Event | LedgerEvent | CardsDrawn):
            yield event  # type: ignore[misc]
