"""Times by the clock of a house."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from pitboss.audit import auditor
from pitboss.ledger import OperatingHours, gaming_day
from pitboss.ledger.days import Shift
from pitboss.sheets import load
from pitboss.sheets.house import house_of, other_house, zone_of
from pitboss.sheets.settings import changed
from pitboss.time_zones import SINGAPORE, at_the_clock, local_time, zone_named, zone_or_utc, zone_title
from pitboss.words import say

pytestmark = pytest.mark.pure

NEW_YEAR = datetime(2025, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Asia/Singapore", "2025-01-01 08:00 Singapore time"),
        ("America/New_York", "2024-12-31 19:00 New York time"),
        ("UTC", "2025-01-01 00:00 UTC"),
        ("Atlantis/Capital", "2025-01-01 00:00 +00:00"),
    ],
)
def test_an_instant_is_told_by_the_clock_of_the_zone(zone: str, told: str) -> None:
    assert at_the_clock(NEW_YEAR, zone) == told


def test_a_zone_without_data_keeps_the_offset() -> None:
    offset = timezone(timedelta(hours=-3))
    assert zone_named("Atlantis/Capital") is None
    assert zone_or_utc("Atlantis/Capital") is UTC
    assert local_time(NEW_YEAR.astimezone(offset), "Atlantis/Capital").utcoffset() == timedelta(hours=-3)
    assert at_the_clock(NEW_YEAR.astimezone(offset), "Atlantis/Capital") == "2024-12-31 21:00 -03:00"
    assert zone_title("America/Argentina/Buenos_Aires") == "Buenos Aires time"


def test_a_gaming_day_goes_by_the_clock_of_the_house() -> None:
    hours = OperatingHours((Shift("day", 6), Shift("night", 22)))
    early = datetime(2025, 7, 1, 9, 30, tzinfo=UTC)
    in_singapore = gaming_day(early, hours)
    assert (str(in_singapore.date), in_singapore.shift) == ("2025-07-01", "day")
    new_york = zone_named("America/New_York")
    assert new_york is not None
    in_new_york = gaming_day(early, hours, new_york)
    assert (str(in_new_york.date), in_new_york.shift) == ("2025-06-30", "night")


def test_a_floor_has_one_currency_and_one_time_zone() -> None:
    ours, beside = load("3CP"), load("P3CP")
    other = changed(ours.sheet.id, ["identity.currency=USD", "identity.currency_sign=$"])
    assert other_house(ours, [ours, beside]) is None
    found = other_house(other, [ours, beside])
    assert found is not None
    assert say(found) == (
        "rws-three-card-v3 is written for USD ($) in Asia/Singapore, and rws-three-card-v3 for "
        "SGD (S$) in Asia/Singapore: a floor has one currency and one time zone"
    )
    assert house_of(other).currency_sign == "$"
    assert zone_of([]) is zone_of([ours]) is SINGAPORE


@pytest.mark.parametrize(
    ("zone", "at", "hours"),
    [
        ("Asia/Singapore", 0, 8),
        ("America/New_York", 1_751_328_000_000_000, -4),
        ("America/New_York", 1_735_689_600_000_000, -5),
        ("America/New_York", 10**30, 0),
    ],
)
def test_an_audit_knows_the_offset_of_the_house(zone: str, at: int, hours: int) -> None:
    known = zone_named(zone)
    assert known is not None
    assert auditor._offset(known, at) == hours * 3600 * 1_000_000
