"""Sizes that the compiled loops of the stud game and their readers share."""

from typing import Final

HANDS: Final = 2_598_960
"""Hands of five cards."""
FIELD: Final = 18
"""Bits of a count in a packed meeting: the Dealer's hands fit."""
