"""How much one question of the mathematics may ask.

Whoever writes a question chooses its texts, so each is measured before it is read: what is too much is
refused with its path and its bound, and costs nothing. Settings are bounded where they are made
(:mod:`pitboss.sheets.settings`), amounts and displays by their digits (:mod:`pitboss.money`).
"""

from typing import Final

from pitboss.analysis.model import AnalysisFault

LONGEST_TEXT: Final = 500
"""Characters of one text: fifty cards, or every hand of a ranking list, with room to spare."""
MOST_RANGES: Final = 4
"""Ranges of a sweep: what a chart can still show."""
MOST_POINTS: Final = 2_000
"""Points of a sweep, over all of its ranges."""


def check_text(path: str, text: str | None) -> None:
    """Refuse a text that is too long to be an answer to anything asked; none is fine."""
    if text is not None and len(text) > LONGEST_TEXT:
        raise AnalysisFault(
            f"{path}: {len(text):,} characters are more than {LONGEST_TEXT}, the most of one text"
        )
