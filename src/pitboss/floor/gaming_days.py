"""Decisions about gaming days: accounting ends them and closes them, in order."""

from typing import assert_never

from pitboss.access.command_record import Changes, StreamChange
from pitboss.access.roles import Actor, permission_refusal
from pitboss.floor.commands import CloseGamingDay, EndGamingDay
from pitboss.floor.view import View
from pitboss.ledger.days import KIND, NAME, DayEvent, Days, GamingDayClosed, GamingDayEnded
from pitboss.refusal import Refusal, refuse


def decide_days(view: View, command: EndGamingDay | CloseGamingDay, by: Actor) -> Changes | Refusal:
    """End a gaming day that is over, or close one that has ended."""
    if refusal := permission_refusal(by.role, "close_day"):
        return refusal
    days = view.days() or Days()
    match command:
        case EndGamingDay():
            answer = _end(view, days, command)
        case CloseGamingDay():
            answer = _close(days, command)
        case _:
            assert_never(command)
    return answer if isinstance(answer, Refusal) else (StreamChange(KIND, NAME, answer),)


def _end(view: View, days: Days, command: EndGamingDay) -> tuple[DayEvent, ...] | Refusal:
    if days.ended and command.day <= days.ended:
        return ()
    today = view.day(0)
    if command.day >= today.date:
        message = f"gaming day {command.day} is not over: {today.date} is the day that is open"
        return refuse("day_not_over", message)
    return (GamingDayEnded(command.day, today.date, today.shift),)


def _close(days: Days, command: CloseGamingDay) -> tuple[DayEvent, ...] | Refusal:
    day = command.totals.day
    if days.ended is None or day > days.ended:
        return refuse("day_not_over", f"gaming day {day} has not ended: end it, and reconcile it then")
    if days.closed and day <= days.closed:
        message = f"gaming day {day} is closed: the days are closed through {days.closed}"
        return refuse("day_closed", message)
    return (GamingDayClosed(command.totals, command.reason),)
