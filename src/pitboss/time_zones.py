"""Clocks of houses: time zones by their IANA names, and times of the journal told by them.

Gaming days as people write them: ``2025-03-10``, and several as ``2025-03-10..2025-03-16``.
"""

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from pitboss.money import brief
from pitboss.reason import Unreadable, because

SINGAPORE: Final = timezone(timedelta(hours=8), "SGT")
"""Singapore has had one offset and no summer time since 1982, so no time zone data is needed."""
_NEEDS_NO_DATA: Final[dict[str, tzinfo]] = {"Asia/Singapore": SINGAPORE, "UTC": UTC}


@cache
def zone_named(name: str) -> tzinfo | None:
    """The time zone of an IANA name; None where this machine has no data for it."""
    if name in _NEEDS_NO_DATA:
        return _NEEDS_NO_DATA[name]
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return None


def zone_or_utc(name: str) -> tzinfo:
    """The time zone of an IANA name; UTC where this machine has no data for it."""
    return zone_named(name) or UTC


def zone_title(name: str) -> str:
    """A zone for people: ``Singapore time``, ``New York time``, ``UTC``."""
    city = name.rpartition("/")[2].replace("_", " ")
    return city if city == "UTC" else f"{city} time"


def local_time(instant: datetime, zone: str) -> datetime:
    """An instant by the clock of a zone; as it is where this machine has no data of it."""
    return instant.astimezone(zone_named(zone) or instant.tzinfo)


def at_the_clock(instant: datetime, zone: str, form: str = "%Y-%m-%d %H:%M") -> str:
    """An instant by the clock of a zone and with its name; without data of the zone, with its own offset."""
    if (known := zone_named(zone)) is not None:
        return f"{instant.astimezone(known):{form}} {zone_title(zone)}"
    offset = instant.strftime("%z")
    return f"{instant:{form}} {offset[:3]}:{offset[3:]}"


def journal_time(micro: int, zone: tzinfo = UTC) -> datetime:
    """A time of the journal, in microseconds since 1970, by the clock of a zone."""
    return datetime.fromtimestamp(micro / 1_000_000, zone)


def clock_text(micro: int, zone: tzinfo) -> str:
    """A time of the journal to the second, by the clock of a zone such as the house's."""
    return journal_time(micro, zone).isoformat(timespec="seconds")


def minute_text(micro: int, zone: tzinfo) -> str:
    """A time of the journal to the minute, for people who know the zone."""
    return f"{journal_time(micro, zone):%Y-%m-%d %H:%M}"


def utc_text(micro: int) -> str:
    """A time of the journal to the second, in UTC."""
    return clock_text(micro, UTC)


_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
"""Python reads dates in other forms too, such as 2025-W11-1; a day is written in one."""


def parse_day(text: str) -> date:
    """Read a day; raises :class:`Unreadable` if it is none."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise Unreadable(because("form.day", given=brief(text)))


def parse_days(text: str) -> tuple[date, date]:
    """Read a day, or the first and last of several; raises :class:`Unreadable` if it is neither."""
    first, dots, last = text.partition("..")
    try:
        found = parse_day(first), parse_day(last if dots else first)
    except ValueError:
        raise Unreadable(because("form.days", given=brief(text))) from None
    if found[1] < found[0]:
        raise Unreadable(because("form.days_order", given=brief(text)))
    return found
