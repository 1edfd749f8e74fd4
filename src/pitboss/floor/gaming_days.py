"""Decisions about gaming days: accounting ends and closes them, in order; two people sign them off."""

from typing import assert_never

from pitboss.access.roles import Actor, permission_refusal
from pitboss.access.warrant import LONGEST_REASON, Warrant, second_refusal, wording_refusal
from pitboss.commands.record import Changes, StreamChange
from pitboss.floor.aggregates import DAYS
from pitboss.floor.commands import CloseGamingDay, EndGamingDay, GamingDayCommand, SignOffGamingDay
from pitboss.floor.view import View
from pitboss.ledger.days import DayEvent, Days, GamingDayClosed, GamingDayEnded, GamingDaySignedOff
from pitboss.projection import project
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse


def decide_days(view: View, command: GamingDayCommand, by: Actor) -> Changes | Refusal:
    """End a gaming day that is over, close one that has ended, or sign off one that is closed."""
    signs = isinstance(command, SignOffGamingDay)
    if refusal := permission_refusal(by.role, "sign_off_day" if signs else "close_day"):
        return refusal
    days = view.days() or Days()
    match command:
        case SignOffGamingDay():
            answer = _sign_off(days, command, by)
        case EndGamingDay():
            answer = _end(view, days, command)
        case CloseGamingDay():
            answer = _close(days, command, by)
        case _:
            assert_never(command)
    return answer if isinstance(answer, Refusal) else (StreamChange(DAYS.kind, DAYS.name, answer),)


def _end(view: View, days: Days, command: EndGamingDay) -> tuple[DayEvent, ...] | Refusal:
    if days.ended and command.day <= days.ended:
        return ()
    today = view.day(0)
    if command.day >= today.date:
        reason = because("day_not_over", day=str(command.day), open=str(today.date))
        return refuse("day_not_over", reason)
    return (GamingDayEnded(command.day, today.date, today.shift),)


def _close(days: Days, command: CloseGamingDay, by: Actor) -> tuple[DayEvent, ...] | Refusal:
    day = command.totals.day
    if days.ended is None or day > days.ended:
        return refuse("day_not_over", because("day_not_over.ended", day=str(day)))
    if days.closed and day <= days.closed:
        return refuse("day_closed", because("day_closed", day=str(day), through=str(days.closed)))
    if command.second and (refusal := second_closing_refusal(by, command.second, command.reason)):
        return refusal
    return (project(GamingDayClosed, command),)


def second_closing_refusal(by: Actor, second: Actor, reason: str) -> Refusal | None:
    """Refusal of a second person who closes a day; they are of the departments that sign one off."""
    return (
        wording_refusal(Warrant(by, reason, second))
        or permission_refusal(second.role, "sign_off_day")
        or second_refusal("sign_off_day", by, second)
    )


def _sign_off(days: Days, command: SignOffGamingDay, by: Actor) -> tuple[DayEvent, ...] | Refusal:
    day = command.day
    if days.closed is None or day > days.closed:
        return refuse("day_open", because("day_open", day=str(day)))
    if day not in days.unsigned:
        return refuse("day_signed_off", because("day_signed_off", day=str(day)))
    if refusal := permission_refusal(command.second.role, "sign_off_day"):
        return refusal
    if refusal := second_refusal("sign_off_day", by, command.second):
        return refusal
    if len(command.note) > LONGEST_REASON:
        return refuse("argument_missing", because("argument_missing.note_length", most=LONGEST_REASON))
    return (GamingDaySignedOff(day=day, by=by, second=command.second, note=command.note),)
