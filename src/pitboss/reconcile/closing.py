"""Close a gaming day: end it, reconcile its records, and close it if they agree."""

from datetime import date

from pitboss.access.roles import Actor
from pitboss.commands.record import Done, Order
from pitboss.floor import Floor
from pitboss.floor.commands import CloseGamingDay, EndGamingDay
from pitboss.floor.gaming_days import second_closing_refusal
from pitboss.ledger.days import Days
from pitboss.reason import because
from pitboss.reconcile.figures import DayFigures
from pitboss.reconcile.gaming_days import OpenDays
from pitboss.reconcile.reconcile import reconcile
from pitboss.refusal import Refusal, refuse
from pitboss.replay.entries import ScanProgress

_MOST_TOLD = 3
_LOOK = because("ask.look")
_SAY = because("ask.say_why")
_TOGETHER = because("ask.together")


def close_gaming_day(
    floor: Floor,
    day: date,
    by: Actor,
    name: str | None = None,
    *,
    reason: str = "",
    second: Actor | None = None,
    progress: ScanProgress | None = None,
) -> Done | Refusal:
    """End a day, reconcile it, and close it if it agrees; ``name`` is the command id.

    Counted chips that differ take a reason. Entries out of order take a reason and ``second``, a person of
    another department. A day that does not agree has ended all the same: its records are complete. Every
    other reason against closing is checked before it ends.
    """
    end = Order(command=EndGamingDay(day=day), by=by)
    would = floor.questions().would(end)
    if isinstance(would, Refusal):
        return would
    days = floor.days() or Days()
    open_days = OpenDays(floor.journal, days.closed)
    if refusal := _not_next(days, open_days, day) or (second and second_closing_refusal(by, second, reason)):
        return refusal
    ended = floor.execute(end)
    if isinstance(ended, Refusal):
        return ended
    open_days.read_on()
    span = open_days.spans.get(day)
    found = reconcile(floor.journal, day, progress, snapshots=floor.snapshots, span=span)
    if refusal := _differs(found, reason, second):
        return refusal
    later = open_days.later_than(day)
    command = CloseGamingDay(totals=found.totals(), reason=reason, second=second, later=later)
    return floor.execute(Order(command=command, by=by, id=name))


def _not_next(days: Days, open_days: OpenDays, day: date) -> Refusal | None:
    """Refusal of a day that is not the next to close; a closed day is left to ``decide``."""
    if days.closed and day <= days.closed:
        return None
    first = min(open_days.spans, default=day)
    if first < day:
        return refuse("day_open", because("day_open.earlier", day=str(first)))
    return None if day in open_days.spans else _nothing(day)


def _nothing(day: date) -> Refusal:
    return refuse("nothing_there", because("nothing_there.of_day", day=str(day)))


def _differs(found: DayFigures, reason: str, second: Actor | None) -> Refusal | None:
    """Refusal to close a day whose records differ."""
    if not found.entries:
        return _nothing(found.day)
    faults = [alarm for alarm in found.alarms if not (alarm.counted or alarm.order)]
    order = [alarm for alarm in found.alarms if alarm.order and not second]
    told = faults or order or ([] if reason else found.alarms)
    if not told:
        return None
    shown = tuple(because("differs.at", place=one.place, why=one.reason) for one in told[:_MOST_TOLD])
    more, ask = len(told) - len(shown), _LOOK if faults else _TOGETHER if order else _SAY
    why = because("day_differs", day=str(found.day), differences=shown, more=more, ask=ask)
    return refuse("day_differs", why)
