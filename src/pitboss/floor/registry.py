"""Every kind of event that a floor records."""

from functools import cache
from typing import Any, Final, get_args

from pitboss.access.registry import access_registry
from pitboss.card_sets import events as set_events
from pitboss.floor import events as floor_events
from pitboss.jackpots import events as link_events
from pitboss.ledger import LedgerEvent
from pitboss.shoe import CardsDrawn
from pitboss.store.codec import Registry, Upcaster
from pitboss.store.round_events import round_registry

_OTHERS: Final = (
    *get_args(floor_events.Event),
    *get_args(set_events.Event),
    *get_args(link_events.Event),
    *get_args(LedgerEvent),
    CardsDrawn,
)


def _acted_1(data: dict[str, Any]) -> dict[str, Any]:
    """No claim was denied for good."""
    return data


_UPCASTERS: Final[dict[type, dict[int, Upcaster]]] = {floor_events.Acted: {1: _acted_1}}
"""For each type whose shape has changed, how every older version becomes the next one."""


@cache
def floor_registry() -> Registry:
    """The events of rounds, tables, card sets, links, the ledger and people."""
    registry = Registry()
    registry.include(round_registry())
    registry.include(access_registry())
    for type_ in _OTHERS:
        upcasters = _UPCASTERS.get(type_, {})
        registry.register(type_, schema=len(upcasters) + 1, upcasters=upcasters)
    return registry
