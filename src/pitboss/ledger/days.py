"""Gaming days: an ended one takes no more entries, accounting closes it, and two people sign it off. Pure.

The gaming day and shift of an instant; a casino's day starts at an hour of its own.
"""

from datetime import date, datetime, timedelta, tzinfo
from fractions import Fraction
from typing import Final

from msgspec import Struct, structs

from pitboss.invariant import InvariantBroken, OutOfOrder
from pitboss.people import Actor
from pitboss.reason import Unreadable, because
from pitboss.time_zones import SINGAPORE

HOURS_PER_DAY: Final = 24


class Shift(Struct, frozen=True, forbid_unknown_fields=True):
    """A shift and its first hour, by the clock of the house."""

    name: str
    """What reports call it."""
    from_hour: int
    """Its first hour, 0 to 23, in the time zone of the sheets."""


class OperatingHours(Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's shifts in order; the gaming day begins with the first."""

    shifts: tuple[Shift, ...]

    def __post_init__(self) -> None:
        if not self.shifts:
            raise Unreadable(because("shifts.none"))
        if any(not 0 <= shift.from_hour < HOURS_PER_DAY for shift in self.shifts):
            raise Unreadable(because("shifts.hour"))
        hours = [self.hours_into_day(shift.from_hour) for shift in self.shifts]
        if hours != sorted(set(hours)):
            raise Unreadable(because("shifts.order"))
        if len({shift.name for shift in self.shifts}) < len(self.shifts):
            raise Unreadable(because("shifts.name"))

    @property
    def starts_at(self) -> int:
        """The hour at which the gaming day begins."""
        return self.shifts[0].from_hour

    def hours_into_day(self, hour: int) -> int:
        """Hours from the start of the gaming day to an hour of the clock."""
        return (hour - self.starts_at) % HOURS_PER_DAY


class GamingDay(Struct, frozen=True):
    """A gaming day, named by the date on which it began, and a shift."""

    date: date
    shift: str


def gaming_day(instant: datetime, hours: OperatingHours, zone: tzinfo = SINGAPORE) -> GamingDay:
    """The gaming day and shift of an instant, which must carry its UTC offset."""
    if instant.tzinfo is None:
        raise InvariantBroken(f"{instant} has no offset from UTC, so it is in no gaming day")
    local = instant.astimezone(zone)
    began = (local - timedelta(hours=hours.starts_at)).date()
    since = hours.hours_into_day(local.hour)
    current = hours.shifts[0]
    for shift in hours.shifts:
        if hours.hours_into_day(shift.from_hour) <= since:
            current = shift
    return GamingDay(began, current.name)


class Days(Struct, frozen=True):
    """How far the gaming days of a floor have ended, and how far they are closed."""

    ended: date | None = None
    """Nothing is booked in this day or an earlier one."""
    closed: date | None = None
    """The last day that accounting has closed."""
    unsigned: tuple[date, ...] = ()
    """The closed days that nobody has signed off yet."""


class DayTotals(Struct, frozen=True, kw_only=True):
    """The totals of a closed gaming day, in exact cents."""

    day: date
    entries: int
    """How many entries of the journal belong to it."""
    last: int
    """The position of the newest of them."""
    float_win: Fraction
    """By the ledger, into the tables' floats."""
    house_win: Fraction
    """By the ledger, to the house: jackpot bets less fixed awards and Envy Bonus."""
    sold: int
    cashed: int
    liability: Fraction
    """What the links held at the end of the day."""


class GamingDayEnded(Struct, frozen=True, tag=True):
    """A day ended: later entries are booked in the open day."""

    day: date
    open: date
    shift: str
    """The day and shift when this was recorded."""


class DayClosing(Struct, frozen=True, kw_only=True):
    """What is said when a gaming day is closed."""

    totals: DayTotals
    reason: str = ""
    """Why the counted chips differ from the record, or why entries stand out of order, if they do."""
    second: Actor | None = None
    """The person of another department who closes it too; needed where entries stand out of order."""
    later: int = 0
    """The position of the first entry of a later day: no entry of one stands before it. 0 if not known."""


class GamingDayClosed(DayClosing, frozen=True, tag=True, kw_only=True):
    """The records of a day agreed, and accounting closed it."""


class GamingDaySignedOff(Struct, frozen=True, tag=True, kw_only=True):
    """Two people of two departments answer for the figures with which a day was closed."""

    day: date
    by: Actor
    second: Actor
    note: str = ""


DayEvent = GamingDayEnded | GamingDayClosed | GamingDaySignedOff


def evolve_days(days: Days | None, event: DayEvent, position: int) -> Days:
    """The days after an event."""
    days = days or Days()
    if isinstance(event, GamingDayEnded):
        if days.ended and event.day <= days.ended:
            raise OutOfOrder(f"gaming day {event.day} ends after {days.ended}")
        return structs.replace(days, ended=event.day)
    if isinstance(event, GamingDaySignedOff):
        if event.day not in days.unsigned:
            raise OutOfOrder(f"gaming day {event.day} is signed off, and does not wait for it")
        return structs.replace(days, unsigned=tuple(day for day in days.unsigned if day != event.day))
    day = event.totals.day
    if days.ended is None or day > days.ended:
        raise OutOfOrder(f"gaming day {day} is closed before it has ended")
    if days.closed and day <= days.closed:
        raise OutOfOrder(f"gaming day {day} is closed after {days.closed}")
    return structs.replace(days, closed=day, unsigned=(*days.unsigned, day))


def open_day(days: Days | None, by_clock: GamingDay) -> GamingDay:
    """The gaming day for an entry: the clock's, or the first that has not ended."""
    if days is None or days.ended is None or by_clock.date > days.ended:
        return by_clock
    return GamingDay(days.ended + timedelta(days=1), by_clock.shift)
