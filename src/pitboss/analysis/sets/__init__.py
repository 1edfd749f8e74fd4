"""Games without community cards: hands of a few cards against the Dealer's, one decision, bet or fold."""

from typing import Final

HANDS: Final = 2_598_960
"""The number of hands of five cards."""
FIELD: Final = 18
"""Bits of each count in a packed meeting: enough for the Dealer's hands."""
