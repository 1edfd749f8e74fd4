from datetime import date
from fractions import Fraction

import pytest

from pitboss.invariant import OutOfOrder
from pitboss.ledger import GamingDay
from pitboss.ledger.days import Days, DayTotals, GamingDayClosed, GamingDayEnded, evolve_days, open_day

MONDAY, TUESDAY, WEDNESDAY = (date(2025, 3, day) for day in (10, 11, 12))


def totals(day: date) -> DayTotals:
    nothing = Fraction(0)
    return DayTotals(
        day=day, entries=1, last=1, float_win=nothing, house_win=nothing, sold=0, cashed=0, liability=nothing
    )


def test_an_entry_is_booked_in_the_day_of_the_clock_or_the_first_that_has_not_ended() -> None:
    assert open_day(None, GamingDay(MONDAY, "night")) == GamingDay(MONDAY, "night")
    ended = Days(ended=MONDAY)
    assert open_day(ended, GamingDay(TUESDAY, "day")) == GamingDay(TUESDAY, "day")
    assert open_day(ended, GamingDay(MONDAY, "night")) == GamingDay(TUESDAY, "night")


def test_days_end_and_are_closed_in_their_order() -> None:
    days = evolve_days(None, GamingDayEnded(MONDAY, TUESDAY, "day"), 1)
    days = evolve_days(days, GamingDayClosed(totals=totals(MONDAY)), 2)
    assert days == Days(ended=MONDAY, closed=MONDAY, unsigned=(MONDAY,))
    with pytest.raises(OutOfOrder, match="ends after"):
        evolve_days(days, GamingDayEnded(MONDAY, WEDNESDAY, "day"), 3)
    with pytest.raises(OutOfOrder, match="before it has ended"):
        evolve_days(days, GamingDayClosed(totals=totals(TUESDAY)), 3)
    with pytest.raises(OutOfOrder, match="is closed after"):
        evolve_days(days, GamingDayClosed(totals=totals(MONDAY)), 3)
