"""Days are written in one form, year, month and day, whatever else Python would read."""

from datetime import date

import pytest

from pitboss.time_zones import parse_day, parse_days

NO_DAY = ("", "today", "2025-3-10", "2025-02-30", "20250310", "2025-W11-1", "2025-03-10 ", "２０２５-03-10")


def test_a_day_and_several() -> None:
    assert parse_day("2025-03-10") == date(2025, 3, 10)
    assert parse_days("2025-03-10") == (date(2025, 3, 10), date(2025, 3, 10))
    assert parse_days("2025-03-10..2025-03-16") == (date(2025, 3, 10), date(2025, 3, 16))
    assert parse_days("2025-03-10..2025-03-10") == (date(2025, 3, 10), date(2025, 3, 10))


@pytest.mark.parametrize("text", NO_DAY)
def test_no_day_gets_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a day: write 2025-03-10, year, month and day$"):
        parse_day(text)
    for several in (text, f"{text}..2025-03-16", f"2025-03-10..{text}"):
        with pytest.raises(ValueError, match=r"is neither a day nor a range of days: write 2025-03-10 or"):
            parse_days(several)


def test_the_last_day_is_not_before_the_first() -> None:
    with pytest.raises(ValueError, match=r"^'2025-03-11..2025-03-10' ends before it begins"):
        parse_days("2025-03-11..2025-03-10")
