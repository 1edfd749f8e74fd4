"""The registry of every kind of event that a floor records."""

from functools import cache
from typing import Any, Final, get_args

from msgspec import Struct

from pitboss.access.registry import access_registry
from pitboss.card_sets import events as set_events
from pitboss.floor.amounts import AmountsSet
from pitboss.floor.log.audit_events import AuditKept
from pitboss.floor.log.gap_events import GapAccepted
from pitboss.floor.players.events import BreakTaken, PlayerEvent
from pitboss.floor.players.seat_notes import SatAt
from pitboss.floor.tables import events as floor_events
from pitboss.jackpots import events as link_events
from pitboss.ledger import TransfersPosted
from pitboss.ledger.days import DayEvent, GamingDayClosed
from pitboss.round import events as round_events
from pitboss.shoe import CardsDrawn
from pitboss.store.codec import Registry, Upcaster

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
        lifts = dict(enumerate(_LIFTS.get(type_, ()), 1))
        registry.register(type_, schema=len(lifts) + 1, upcasters=lifts)
    return registry


def _as_written(data: dict[str, Any]) -> dict[str, Any]:
    """The next version only has more fields, or fields with more values: what is lacking has its default."""
    return data


def _with_brings_hand(data: dict[str, Any]) -> dict[str, Any]:
    """Version 2 says whether a bet brings a hand; of the sheets before, these two did."""
    return data | {"brings_hand": data["bet"] in ("ante", "pair_plus")}


_LIFTS: Final[dict[type[Struct], tuple[Upcaster, ...]]] = {
    round_events.RoundOpened: (_as_written,),
    round_events.BetPlaced: (_with_brings_hand,),
    round_events.IrregularityReported: (_as_written, _as_written),
    round_events.OptionsGiven: (_as_written,),
    round_events.OptionChosen: (_as_written,),
    floor_events.TableOpened: (_as_written,),
    floor_events.Acted: (_as_written, _as_written, _as_written),
    floor_events.MovedAlone: (_as_written,),
    AmountsSet: (_as_written,),
    GamingDayClosed: (_as_written, _as_written),
    BreakTaken: (_as_written,),
}
"""Kinds that have more fields, or a command with more of them, than when they were first recorded.

An upcaster for each older version, the oldest first.
"""
