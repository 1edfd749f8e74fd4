"""The layout of hold'em's counts: a cell for each pair of later decisions, a column for each result."""

from typing import Final

from pitboss.hands.ranking import FIVE_CARD_CATEGORIES

CELLS: Final = ((False, False), (False, True), (True, False), (True, True))
"""Whether the second and the third decision bet: the parts of a class's counts."""
KINDS: Final = len(FIVE_CARD_CATEGORIES)
WIDTH: Final = KINDS + 2
"""Columns of a cell: deals won by each category of hand, tied, lost."""
