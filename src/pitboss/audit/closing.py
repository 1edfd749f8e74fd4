"""Closing a gaming day: it ends, its records are reconciled, and accounting closes what agrees."""

from datetime import date

from pitboss.access.recording import Done, Order
from pitboss.access.roles import Actor
from pitboss.audit.figures import DayFigures
from pitboss.audit.gaming_days import first_day_after
from pitboss.audit.reconcile import reconcile
from pitboss.audit.walk import Progress
from pitboss.floor import Floor
from pitboss.floor.commands import CloseGamingDay, EndGamingDay
from pitboss.refusal import Refusal, refuse

_MOST_TOLD = 3


def close_gaming_day(
    floor: Floor,
    day: date,
    by: Actor,
    name: str | None = None,
    *,
    reason: str = "",
    progress: Progress | None = None,
) -> Done | Refusal:
    """End a day, reconcile it, and close it if it agrees; ``name`` is the id of the command.

    A day that does not agree has ended all the same: its records are complete, and nothing is added to them.
    """
    ended = floor.execute(Order(command=EndGamingDay(day=day), by=by))
    if isinstance(ended, Refusal):
        return ended
    found = reconcile(floor.journal, day, progress)
    if refusal := _differs(found, reason):
        return refusal
    days = floor.days()
    earlier = first_day_after(floor.journal, days.closed if days else None)
    if earlier and earlier < day:
        return refuse("day_open", f"gaming day {earlier} is not closed: close it first")
    command = CloseGamingDay(totals=found.totals(), reason=reason)
    return floor.execute(Order(command=command, by=by, id=name))


def _differs(found: DayFigures, reason: str) -> Refusal | None:
    """Why a day cannot be closed as it stands."""
    if not found.entries:
        return refuse("nothing_there", f"the journal has no entry of gaming day {found.day}")
    faults = [alarm for alarm in found.alarms if not alarm.counted]
    told = faults or ([] if reason else found.alarms)
    if not told:
        return None
    what = "; ".join(f"{alarm.where}: {alarm.why}" for alarm in told[:_MOST_TOLD])
    more = f"; and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
    ask = "have it looked into" if faults else "say why, to close it with the difference"
    return refuse("day_differs", f"gaming day {found.day} does not agree: {what}{more}: {ask}")
