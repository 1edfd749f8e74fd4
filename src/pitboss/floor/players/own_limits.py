"""Decisions of players about their own limits, breaks and reality checks. Pure.

A lower limit and a break hold at once. A higher limit waits for the cooling period, so that nobody raises one
in the heat of play. A manager may lower a limit or set a break of a day for a player who asks for it, and
raises nothing; a longer break takes two people.

A player's own limits in words, for readers of the record.
"""

from datetime import tzinfo
from typing import Final

from msgspec import structs

from pitboss.access.roles import Actor, permission_refusal
from pitboss.access.warrant import LONGEST_REASON
from pitboss.commands.record import Changes, StreamChange
from pitboss.floor import commands as fc
from pitboss.floor.aggregates import LIMITS
from pitboss.floor.players.events import (
    BreakTaken,
    PlayedAt,
    PlayerEvent,
    PlayLimitName,
    PlayLimits,
    PlayLimitSet,
    RealityCheckAnswered,
    RealityCheckSet,
)
from pitboss.floor.players.figures import session_of
from pitboss.floor.players.reality_check import check_due
from pitboss.floor.tables.play import MINUTE
from pitboss.floor.view import View
from pitboss.people import known_as
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal, refuse
from pitboss.time_zones import minute_text

COOLING: Final = 24 * 60 * MINUTE
"""How long a limit that is raised or taken away still holds, in microseconds."""
LONGEST_BREAK: Final = 5 * 366
"""In days."""
MOST_CENTS: Final = 10**12
MOST_MINUTES: Final = 24 * 60
CHECKS: Final = (10, 180)
"""The least and the most minutes between two reality checks."""
_DAY: Final = 24 * 60 * MINUTE

_ALONE: Final = 1
"""For how many days one member of staff alone sets a break."""

PlayerAnswer = tuple[PlayerEvent, ...] | Refusal


def decide_own_limits(view: View, command: fc.PlayerCommand, by: Actor) -> Changes | Refusal:
    """The changes of what a player has set for themselves, or the refusal."""
    account = view.account(known_as(command.player))
    if account is None or account.kind != "player":
        return refuse("no_such_account", because("not_found.player", name=command.player))
    if refusal := _whose(command, account.name, by):
        return refusal
    held = view.play_limits(account.name) or PlayLimits()
    answer = _events(view, held, command, account.name, by)
    return answer if isinstance(answer, Refusal) else (StreamChange(LIMITS.kind, account.name, answer),)


def break_refusal(command: fc.TakeBreak, by: Actor) -> Refusal | None:
    """Refusal of a break that one member of staff sets for longer than a day: nobody could undo it.

    A gate in front of the decision: records from before it hold such breaks, so the audit decides without it.
    """
    if by.role == "player" or command.days <= _ALONE:
        return None
    why = because("approval_missing.break")
    return refuse("approval_missing", why)


def break_by_two(
    view: View, player: str, days: int, *, by: Actor, second: Actor | None, reason: str
) -> Changes | Refusal:
    """The break that two people set for a player; ``second`` is missing while it is proposed."""
    answer = decide_own_limits(view, fc.TakeBreak(player=player, days=days, reason=reason), by)
    if isinstance(answer, Refusal):
        return answer
    return tuple(
        structs.replace(
            change, events=tuple(structs.replace(event, second=second) for event in change.events)
        )
        for change in answer
    )


def _whose(command: fc.PlayerCommand, player: str, by: Actor) -> Refusal | None:
    """Refusal unless players act for themselves, or a manager for one who has asked."""
    if by.role == "player":
        if known_as(by.name) == player:
            return None
        return refuse("limits_of_another", because("limits_of_another", name=by.name))
    if isinstance(command, fc.SetRealityCheck | fc.AnswerRealityCheck):
        return refuse("limits_of_another", because("limits_of_another.checks", player=player))
    if refusal := permission_refusal(by.role, "manage_people"):
        return refusal
    if not command.reason.strip():
        return refuse("argument_missing", because("argument_missing.own_limit", player=player))
    return None


def _events(view: View, held: PlayLimits, command: fc.PlayerCommand, player: str, by: Actor) -> PlayerAnswer:
    match command:
        case fc.SetPlayLimit():
            return _set(held, command, view.at, by)
        case fc.TakeBreak():
            return _take_break(held, command, view.at, by)
        case fc.SetRealityCheck(minutes=minutes):
            least, most = CHECKS
            if not least <= minutes <= most:
                why = because("limit_not_possible.check", least=least, most=most)
                return refuse("limit_not_possible", why)
            return (RealityCheckSet(minutes, by),) if minutes != held.check_minutes else ()
        case fc.AnswerRealityCheck():
            tables = view.tables_played(player)
            session = session_of(tables, player, view.at)
            if session is None or not check_due(held, tables, player, view.at):
                return ()
            minutes = session.sums.time // MINUTE
            return (RealityCheckAnswered(at=view.at, minutes=minutes, net=session.sums.net),)
    raise TypeError(f"{type(command).__name__} is no command of a player")


def _set(held: PlayLimits, command: fc.SetPlayLimit, at: int, by: Actor) -> PlayerAnswer:
    name, value = command.limit, command.value
    most = MOST_MINUTES if name == "time" else MOST_CENTS
    if value is not None and not 1 <= value <= most:
        if name == "time":
            why = because("limit_not_possible.time", most=MOST_MINUTES)
        else:
            why = because("limit_not_possible.amount")
        return refuse("limit_not_possible", why)
    if len(command.reason) > LONGEST_REASON:
        return refuse("argument_missing", because("argument_missing.reason_length", most=LONGEST_REASON))
    now, coming = held.limit(name, at), held.coming(name, at)
    if value == now and coming is None:
        return ()
    looser = value is None or (now is not None and value > now)
    if looser and now is None:
        return ()
    if looser and coming and coming.then == value:
        return ()
    if looser and by.role != "player":
        why = because("limits_of_another.looser")
        return refuse("limits_of_another", why)
    since = at + COOLING if looser else at
    return (PlayLimitSet(limit=name, value=value, since=since, before=now, by=by, reason=command.reason),)


def _take_break(held: PlayLimits, command: fc.TakeBreak, at: int, by: Actor) -> PlayerAnswer:
    if not 1 <= command.days <= LONGEST_BREAK:
        why = because("limit_not_possible.break", most=LONGEST_BREAK)
        return refuse("limit_not_possible", why)
    if len(command.reason) > LONGEST_REASON:
        return refuse("argument_missing", because("argument_missing.reason_length", most=LONGEST_REASON))
    until = at + command.days * _DAY
    if until <= held.break_until:
        why = because("break_stands")
        return refuse("break_stands", why)
    return (BreakTaken(since=at, until=until, by=by, reason=command.reason),)


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
