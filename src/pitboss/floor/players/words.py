"""What a player has set for themselves, in words for those who read the record."""

from datetime import tzinfo
from typing import Final

from pitboss.floor.players.events import (
    BreakTaken,
    PlayedAt,
    PlayerEvent,
    PlayLimitName,
    PlayLimitSet,
    RealityCheckAnswered,
    RealityCheckSet,
)
from pitboss.money import format_cents
from pitboss.plural import counted
from pitboss.time_zones import minute_text

LIMITS: Final[dict[PlayLimitName, str]] = {
    "loss": "loss in a gaming day",
    "time": "time in a gaming day",
    "bet": "one bet",
    "buy_in": "chips paid in on a gaming day",
}


def limit_event_in_words(event: PlayerEvent, zone: tzinfo) -> str:
    """An event of a player's limits as a phrase."""
    match event:
        case PlayLimitSet(limit=limit, value=value, before=before):
            since = "" if before is None and value is not None else f", from {minute_text(event.since, zone)}"
            return f"limit for {LIMITS[limit]}: {_value(limit, before)} to {_value(limit, value)}{since}"
        case BreakTaken(until=until, second=second):
            beside = f", set by two: {event.by.name} and {second.name}" if second else ""
            return f"break until {minute_text(until, zone)}{beside}"
        case RealityCheckSet(minutes=minutes):
            return f"a reality check after every {counted(minutes, 'minute')} of play"
        case RealityCheckAnswered(minutes=minutes, net=net):
            return f"plays on after {counted(minutes, 'minute')}, with a result of {format_cents(net)}"
        case PlayedAt(table=table):
            return f"plays at table {table}, which counts toward their limits from now on"


def _value(limit: PlayLimitName, value: int | None) -> str:
    if value is None:
        return "none"
    return counted(value, "minute") if limit == "time" else format_cents(value)
