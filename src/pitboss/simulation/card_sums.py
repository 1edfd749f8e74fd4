"""Sums of cards: each card is a number, and the sum of some cards tells their ranks and their suits.

The lower bits add up to the key of the ranks, the higher ones count the cards of each suit.
"""

from typing import Final

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.hand_kinds import KEYS
from pitboss.simulation.dealing import CARDS

SUITS_START: Final = 32
"""The lowest bit of the counts of suits, four bits each."""
KEY: Final = (1 << SUITS_START) - 1
"""The bits of the key."""


def card_numbers() -> Ints:
    """The number of each card that sums are made of."""
    card = np.arange(CARDS)
    numbers: Ints = np.array(KEYS, dtype=np.int64)[card >> 2] | 1 << (SUITS_START + 4 * (card & 3))
    return numbers
