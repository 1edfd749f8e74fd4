"""The order of hole pairs in the results of a board.

Where the board has three or more cards of a suit, only cards of that suit differ from the others of their
rank. So there are six vectors: hole pairs of two ranks with neither, the higher, the lower or both in the
suit, and pairs without and with it. The *kind* of a card is twice its rank, plus one in that suit.
"""

from typing import Final

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.levels import CATEGORIES

UNPAIRED: Final = 78
PAIRED: Final = 13
RANK_PAIRS: Final = UNPAIRED + PAIRED
NEITHER: Final = 0
HIGHER: Final = UNPAIRED
LOWER: Final = 2 * UNPAIRED
BOTH: Final = 3 * UNPAIRED
PAIR_NEITHER: Final = 4 * UNPAIRED
PAIR_ONE: Final = PAIR_NEITHER + PAIRED
VECTORS: Final = PAIR_ONE + PAIRED
"""Where each vector starts, and their total length."""
TIES: Final = CATEGORIES
LOSSES: Final = CATEGORIES + 1
"""The columns of counted deals after those won by each category."""


def rank_pairs() -> Ints:
    """The two ranks of each place of a vector: unequal ones first, then pairs."""
    unequal = [(high, low) for high in range(13) for low in range(high)]
    return np.array(unequal + [(rank, rank) for rank in range(13)], dtype=np.int64)


def kinds_of_holes() -> Ints:
    """The kinds of the two cards at each place of the vectors, the place of their ranks among all rank pairs,
    and the mask of the ranks that are in the suit.
    """
    unequal, pairs = 2 * rank_pairs()[:UNPAIRED], 2 * rank_pairs()[UNPAIRED:]
    of_suit = [np.array(suited, dtype=np.int64) for suited in ((0, 0), (1, 0), (0, 1), (1, 1))]
    kinds = np.concatenate([*(unequal + suited for suited in of_suit), pairs, pairs + of_suit[1]])
    places = [np.arange(UNPAIRED)] * len(of_suit) + [np.arange(UNPAIRED, RANK_PAIRS)] * 2
    masks = ((kinds & 1) << (kinds >> 1)).sum(axis=1)
    return np.column_stack([kinds, np.concatenate(places), masks])
