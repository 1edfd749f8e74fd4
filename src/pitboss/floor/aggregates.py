"""Every aggregate of a floor, and the registry of every kind of event that a floor records."""

from functools import cache
from typing import Any, Final, get_args

from pitboss.access import events as ae
from pitboss.access.aggregates import ACCOUNT, PROPOSALS
from pitboss.card_sets.events import CardSetEvent
from pitboss.commands.record import CommandRecorded
from pitboss.floor.amounts import AmountsSet, FloorAmounts, evolve_amounts
from pitboss.floor.link_streams import evolve_link
from pitboss.floor.log.audit_events import AuditKept, Audits, evolve_audits
from pitboss.floor.log.gap_events import GapAccepted, Gaps, evolve_gaps
from pitboss.floor.players.events import (
    PlayerEvent,
    PlayLimits,
    SatAt,
    SeatNotes,
    evolve_limits,
    evolve_seat_notes,
)
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.table import TableState, at_command, evolve_table, people_at
from pitboss.jackpots import Link
from pitboss.jackpots.events import JackpotEvent
from pitboss.ledger.book import TransfersPosted
from pitboss.ledger.days import DayEvent, Days, evolve_days
from pitboss.round import events as re
from pitboss.shoe import CardsDrawn
from pitboss.store.codec import Aggregate, Registry, StateT, registry_of
from pitboss.store.journal import Journal
from pitboss.store.snapshots import Snapshots
from pitboss.store.streams import StreamCache

TABLE: Final = Aggregate(
    kind="table",
    state=TableState,
    events=(
        *get_args(re.Event),
        *get_args(fe.TableEvent),
        *get_args(fe.TableRoundEvent),
        *get_args(CardSetEvent),
        ae.SignedOn,
        ae.SignedOff,
        TransfersPosted,
        CardsDrawn,
    ),
    evolve=evolve_table,
    people=people_at,
    at_command=at_command,
)
LINK: Final = Aggregate(
    kind="link",
    state=Link,
    events=(*get_args(JackpotEvent), TransfersPosted),
    evolve=evolve_link,
    by_day=True,
)
AMOUNTS: Final = Aggregate(
    kind="floor", name="amounts", state=FloorAmounts, events=(AmountsSet,), evolve=evolve_amounts
)
DAYS: Final = Aggregate(
    kind="ledger", name="days", state=Days, events=get_args(DayEvent), evolve=evolve_days, sparse=True
)
"""The gaming days."""
GAPS: Final = Aggregate(kind="journal", name="gaps", state=Gaps, events=(GapAccepted,), evolve=evolve_gaps)
"""The accepted gaps."""
AUDITS: Final = Aggregate(kind="audit", name="kept", state=Audits, events=(AuditKept,), evolve=evolve_audits)
"""The audits of the record that somebody ran on a server."""
LIMITS: Final = Aggregate(
    kind="limits", state=PlayLimits, events=get_args(PlayerEvent), evolve=evolve_limits, sparse=True
)
"""``limits/ann``: what the player ann has set for themselves."""
SEATS: Final = Aggregate(kind="seats", state=SeatNotes, events=(SatAt,), evolve=evolve_seat_notes)
"""``seats/ann``: the tables where the player ann has sat down without a bet."""
AGGREGATES: Final[dict[str, Aggregate[Any]]] = {
    found.kind: found
    for found in (ACCOUNT, PROPOSALS, TABLE, LINK, AMOUNTS, DAYS, GAPS, AUDITS, LIMITS, SEATS)
}
"""Every aggregate by its kind. Sheets are no fold: :mod:`pitboss.floor.sheets_in_force` reads their texts."""


@cache
def floor_registry() -> Registry:
    """The events of all aggregates, the texts of sheets, and the command that begins an append."""
    return registry_of(AGGREGATES.values(), CommandRecorded, fe.SheetTaken)


def floor_streams(
    journal: Journal, aggregate: Aggregate[StateT], snapshots: Snapshots | None = None
) -> StreamCache[StateT]:
    """The cached streams of one aggregate."""
    return StreamCache(journal, aggregate, floor_registry(), snapshots=snapshots)
