"""The registry of every kind of event that a floor records."""

from functools import cache
from typing import Final, get_args

from pitboss.access.registry import access_registry
from pitboss.card_sets import events as set_events
from pitboss.floor.log.audit_events import AuditKept
from pitboss.floor.log.gap_events import GapAccepted
from pitboss.floor.players.events import PlayerEvent
from pitboss.floor.players.seat_notes import SatAt
from pitboss.floor.tables import events as floor_events
from pitboss.jackpots import events as link_events
from pitboss.ledger import TransfersPosted
from pitboss.ledger.days import DayEvent
from pitboss.round import events as round_events
from pitboss.shoe import CardsDrawn
from pitboss.store.codec import Registry

_KINDS: Final = (
    *get_args(round_events.Event),
    *get_args(floor_events.FloorEvent),
    *get_args(set_events.CardSetEvent),
    *get_args(link_events.JackpotEvent),
    *get_args(DayEvent),
    *get_args(PlayerEvent),
    SatAt,
    GapAccepted,
    AuditKept,
    TransfersPosted,
    CardsDrawn,
)


@cache
def floor_registry() -> Registry:
    """The events of rounds, tables, card sets, links, the ledger, gaps and people."""
    registry = Registry()
    registry.include(access_registry())
    for type_ in _KINDS:
        registry.register(type_)
    return registry
