from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from pitboss.invariant import InvariantBroken
from pitboss.ledger.days import GamingDay, OperatingHours, Shift, gaming_day
from pitboss.time_zones import SINGAPORE

HOURS = OperatingHours((Shift("day", 6), Shift("swing", 14), Shift("night", 22)))
MIDNIGHT = OperatingHours((Shift("all", 0),))


def local(day: int, hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(2025, 3, day, hour, minute, second, tzinfo=SINGAPORE)


@pytest.mark.parametrize(
    ("instant", "day", "shift"),
    [
        (local(10, 5, 59, 59), 9, "night"),
        (local(10, 6), 10, "day"),
        (local(10, 13, 59, 59), 10, "day"),
        (local(10, 14), 10, "swing"),
        (local(10, 21, 59, 59), 10, "swing"),
        (local(10, 22), 10, "night"),
        (local(11, 0), 10, "night"),
        (local(11, 5, 59, 59), 10, "night"),
        (local(11, 6), 11, "day"),
    ],
)
def test_both_sides_of_every_hour(instant: datetime, day: int, shift: str) -> None:
    assert gaming_day(instant, HOURS) == GamingDay(date(2025, 3, day), shift)


def test_it_is_singapore_time_whatever_the_offset_of_the_instant() -> None:
    assert gaming_day(datetime(2025, 3, 9, 21, 59, 59, tzinfo=UTC), HOURS).date == date(2025, 3, 9)
    assert gaming_day(datetime(2025, 3, 9, 22, 0, tzinfo=UTC), HOURS).date == date(2025, 3, 10)
    west = timezone(timedelta(hours=-10))
    assert gaming_day(datetime(2025, 3, 9, 12, 0, tzinfo=west), HOURS) == GamingDay(date(2025, 3, 10), "day")


def test_a_day_may_begin_at_midnight_and_cross_a_year() -> None:
    new_year = datetime(2025, 12, 31, 16, 0, tzinfo=UTC)
    assert gaming_day(new_year, MIDNIGHT).date == date(2026, 1, 1)
    assert gaming_day(new_year, HOURS).date == date(2025, 12, 31)


def test_an_instant_needs_its_offset() -> None:
    with pytest.raises(InvariantBroken):
        gaming_day(local(10, 6).replace(tzinfo=None), HOURS)


@pytest.mark.parametrize(
    "shifts",
    [
        (),
        (Shift("a", 24),),
        (Shift("a", -1),),
        (Shift("a", 6), Shift("b", 6)),
        (Shift("a", 6), Shift("b", 22), Shift("c", 14)),
        (Shift("a", 6), Shift("a", 14)),
    ],
)
def test_hours_that_make_no_day_are_refused(shifts: tuple[Shift, ...]) -> None:
    with pytest.raises(ValueError, match="shift"):
        OperatingHours(shifts)
