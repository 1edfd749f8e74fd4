"""Bounds on the size of one request to the mathematics, checked before its texts are parsed.

Settings are bounded in :mod:`pitboss.sheets.settings`, amounts and displays in :mod:`pitboss.money`.
"""

from typing import Final

from pitboss.analysis.model import AnalysisFault

LONGEST_TEXT: Final = 500
"""Characters of one text: fifty cards or every hand of a ranking list fit."""
MOST_RANGES: Final = 4
"""Ranges of a sweep that a chart can show."""
MOST_POINTS: Final = 2_000
"""Points of a sweep, over all of its ranges."""


def check_text(path: str, text: str | None) -> None:
    """Refuse a text longer than ``LONGEST_TEXT``; None is allowed."""
    if text is not None and len(text) > LONGEST_TEXT:
        raise AnalysisFault(
            f"{path}: {len(text):,} characters are more than {LONGEST_TEXT}, the most of one text"
        )
