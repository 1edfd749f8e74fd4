"""The gaming day and shift of an instant; a casino's day starts at an hour of its own."""

from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from msgspec import Struct

from pitboss.invariant import InvariantBroken
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
