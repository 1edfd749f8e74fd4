"""A player's own limits in words, for readers of the record."""

from datetime import tzinfo

from pitboss.floor.players.events import (
    BreakTaken,
    PlayedAt,
    PlayerEvent,
    PlayLimitName,
    PlayLimitSet,
    RealityCheckAnswered,
    RealityCheckSet,
)
from pitboss.reason import Reason, because
from pitboss.time_zones import minute_text


def limit_event_in_words(event: PlayerEvent, zone: tzinfo) -> Reason:
    """An event of a player's limits as a phrase."""
    match event:
        case PlayLimitSet(limit=limit, value=value, before=before):
            at_once = before is None and value is not None
            return because(
                "own_play.limit",
                limit=limit,
                before=_value(limit, before),
                value=_value(limit, value),
                since=() if at_once else (minute_text(event.since, zone),),
            )
        case BreakTaken(until=until, second=second):
            people = (event.by.name, second.name) if second else ()
            return because("own_play.break", until=minute_text(until, zone), people=people)
        case RealityCheckSet(minutes=minutes):
            return because("own_play.check", minutes=minutes)
        case RealityCheckAnswered(minutes=minutes, net=net):
            return because("own_play.answered", minutes=minutes, net=net)
        case PlayedAt(table=table):
            return because("own_play.at", table=table)


def _value(limit: PlayLimitName, value: int | None) -> Reason:
    if value is None:
        return because("own_play.no_limit")
    return (
        because("own_play.minutes", minutes=value)
        if limit == "time"
        else because("own_play.amount", amount=value)
    )
