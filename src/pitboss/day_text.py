"""Gaming days as people write them: ``2025-03-10``, and several as ``2025-03-10..2025-03-16``."""

import re
from datetime import date
from typing import Final

from pitboss.money import brief

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
"""Python reads dates in other forms too, such as 2025-W11-1; a day is written in one."""


def parse_day(text: str) -> date:
    """Read a day; raises ValueError with a sentence if it is none."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise ValueError(f"{brief(text)} is no day: write 2025-03-10, year, month and day")


def parse_days(text: str) -> tuple[date, date]:
    """Read a day, or the first and last of several; raises ValueError with a sentence if it is neither."""
    first, dots, last = text.partition("..")
    try:
        found = parse_day(first), parse_day(last if dots else first)
    except ValueError:
        said = f"{brief(text)} is no day and no days: write 2025-03-10 or 2025-03-10..2025-03-16"
        raise ValueError(said) from None
    if found[1] < found[0]:
        raise ValueError(f"{brief(text)} ends before it begins: write the earlier day first")
    return found
