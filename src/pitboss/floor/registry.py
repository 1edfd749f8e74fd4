"""Every kind of event that a floor records."""

from functools import cache
from typing import Final, get_args

from pitboss.access.registry import access_registry
from pitboss.card_sets import events as set_events
from pitboss.floor import events as floor_events
from pitboss.floor.gap_events import GapAccepted
from pitboss.jackpots import events as link_events
from pitboss.ledger import TransfersPosted
from pitboss.ledger.days import DayEvent
from pitboss.shoe import CardsDrawn
from pitboss.store.codec import Registry
from pitboss.store.round_events import round_registry

_OTHERS: Final = (
    *get_args(floor_events.Event),
    *get_args(set_events.Event),
    *get_args(link_events.Event),
    *get_args(DayEvent),
    GapAccepted,
    TransfersPosted,
    CardsDrawn,
)


@cache
def floor_registry() -> Registry:
    """The events of rounds, tables, card sets, links, the ledger and people."""
    registry = Registry()
    registry.include(round_registry())
    registry.include(access_registry())
    for type_ in _OTHERS:
        registry.register(type_)
    return registry
