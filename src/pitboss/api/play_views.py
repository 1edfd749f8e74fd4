"""A player's play and limits as messages."""

from collections.abc import Iterator
from datetime import tzinfo
from math import ceil
from typing import get_args

from pitboss.commands.record import CommandRecorded
from pitboss.floor import Floor
from pitboss.floor.aggregates import LIMITS, floor_registry
from pitboss.floor.players.events import PlayedAt, PlayerEvent, PlayLimitName, PlayLimits
from pitboss.floor.players.figures import PlaySession, PlaySums, day_of_play, paid_in, session_of
from pitboss.floor.players.own_limits import limit_event_in_words
from pitboss.floor.players.reality_check import minutes_to_check
from pitboss.floor.tables.past_rounds import archived_versions
from pitboss.floor.tables.play import MINUTE
from pitboss.floor.tables.table import TableState
from pitboss.messages.play import (
    LimitChangeNow,
    OwnLimitNow,
    PlayNow,
    PlaySessionNow,
    PlaySumsNow,
    RealityCheckNow,
    TablePlayNow,
)
from pitboss.money import format_cents
from pitboss.time_zones import clock_text
from pitboss.words import say


def play_now(floor: Floor, player: str, now: int) -> PlayNow:
    """A player's play as it is known at an instant."""
    tables = floor.tables_of(player)
    limits = floor.limits.refresh(player).state or PlayLimits()
    day = floor.day_of(now).date
    today, paid = day_of_play(tables, player, day, now), paid_in(tables, player, day)
    names: tuple[PlayLimitName, ...] = get_args(PlayLimitName)
    return PlayNow(
        player=player,
        day=str(day),
        session=_session(session_of(tables, player, now), floor.zone),
        today=_sums(today),
        paid_in=format_cents(paid),
        limits=tuple(_limit(limits, name, now, floor.zone, _used(name, today, paid)) for name in names),
        break_until=clock_text(limits.break_until, floor.zone) if now < limits.break_until else None,
        check=_check(limits, tables, player, now),
    )


def changes_now(floor: Floor, player: str) -> Iterator[LimitChangeNow]:
    """Everything that was set for a player's play and is not archived, the oldest first."""
    stream, decode = LIMITS.stream(player), floor_registry().decode
    head: CommandRecorded | None = None
    for recorded in floor.journal.read_stream(stream, archived_versions(floor.journal, stream)):
        event = decode(recorded)
        if isinstance(event, CommandRecorded):
            head = event
        elif isinstance(event, PlayerEvent) and not isinstance(event, PlayedAt) and head:
            by = getattr(event, "by", head.by)
            yield LimitChangeNow(
                at=clock_text(head.at, floor.zone),
                what=say(limit_event_in_words(event, floor.zone)),
                by=by.name,
                role=by.role,
                reason=getattr(event, "reason", ""),
            )


def _sums(sums: PlaySums) -> PlaySumsNow:
    return PlaySumsNow(
        rounds=sums.rounds,
        staked=format_cents(sums.staked),
        net=format_cents(sums.net),
        minutes=sums.time // MINUTE,
        at_risk=format_cents(sums.at_risk),
    )


def _session(session: PlaySession | None, zone: tzinfo) -> PlaySessionNow | None:
    if session is None:
        return None
    whole = _sums(session.sums)
    parts = ((name, _sums(sums)) for name, sums in session.tables.items())
    return PlaySessionNow(
        **{name: getattr(whole, name) for name in whole.__struct_fields__},
        began=clock_text(session.began, zone),
        tables=tuple(
            TablePlayNow(table=name, **{field: getattr(sums, field) for field in sums.__struct_fields__})
            for name, sums in parts
        ),
    )


def _used(name: PlayLimitName, today: PlaySums, paid: int) -> str | None:
    """The used part of a limit on this gaming day, in dollars or minutes; none for one bet."""
    match name:
        case "loss":
            return format_cents(max(0, today.at_risk - today.net))
        case "time":
            return str(today.time // MINUTE)
        case "buy_in":
            return format_cents(paid)
        case "bet":
            return None


def _limit(limits: PlayLimits, name: PlayLimitName, now: int, zone: tzinfo, used: str | None) -> OwnLimitNow:
    value, coming = limits.limit(name, now), limits.coming(name, now)
    amount, minutes = _value(name, value)
    then_amount, then_minutes = _value(name, coming.then if coming else None)
    return OwnLimitNow(
        limit=name,
        amount=amount,
        minutes=minutes,
        used=used,
        changes=clock_text(coming.since, zone) if coming else None,
        next_amount=then_amount,
        next_minutes=then_minutes,
    )


def _value(name: PlayLimitName, value: int | None) -> tuple[str | None, int | None]:
    """A limit as an amount, or as minutes."""
    if name == "time":
        return None, value
    return (None if value is None else format_cents(value)), None


def _check(limits: PlayLimits, tables: tuple[TableState, ...], player: str, now: int) -> RealityCheckNow:
    left = minutes_to_check(limits, tables, player, now)
    return RealityCheckNow(every=limits.check_minutes, due=left <= 0, left=max(0, ceil(left)))
