"""Gaming days as people write them: ``2025-03-10``, and several as ``2025-03-10..2025-03-16``."""

import re
from datetime import date
from typing import Final

from pitboss.money import brief
from pitboss.reason import Unreadable, because

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
