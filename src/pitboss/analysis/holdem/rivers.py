"""Kernels: every hole pair on every board of four, summed over all rivers.

A row is built from six vectors instead of 1,326 pairs: most rivers leave no suit with three cards on the
board, so their results are added once for all suits (``plain``). The pairs that hold the river card are taken
out.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.holdem.boards import (
    HOLES,
    Masks,
    Numbers,
    SuitMap,
    pair_block,
    set_dead,
    with_or_without,
)
from pitboss.analysis.holdem.showdowns import COUNT, FIELD, NO_SUIT, Results, SuitOf
from pitboss.analysis.holdem.vectors import (
    BOTH,
    HIGHER,
    LOWER,
    NEITHER,
    PAIR_NEITHER,
    PAIR_ONE,
    PAIRED,
    UNPAIRED,
    VECTORS,
)

BEATEN: Final = 0xFFFF
"""The field of a sum that counts the Dealer's pairs beaten; those that beat it are 16 bits up."""


@compiled
def vector_of(high_suit: int, low_suit: int, suit: int) -> int:
    """Where the vector of two suits starts, on a board with three or more cards of ``suit``."""
    if high_suit == suit:
        return BOTH if low_suit == suit else HIGHER
    return LOWER if low_suit == suit else NEITHER


@compiled
def suit_before(goes: SuitMap, suit: int) -> int:
    """The suit that a permutation takes to ``suit``, or ``NO_SUIT``."""
    for other in range(4):
        if goes[other] == suit:
            return other
    return NO_SUIT


@compiled
def sum_rivers(fours: Masks, number_of_five: Numbers, showdowns: Results, suit_of: SuitOf) -> Results:
    """For each board of four and hole pair, summed over rivers: the Dealer's pairs beaten and, 16 bits up,
    those that beat it; zero for pairs with a card of the board.
    """
    found = np.zeros((len(fours), HOLES), np.uint32)
    values = np.empty(VECTORS, np.uint32)
    plain = np.empty(VECTORS, np.uint32)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fours)):
        row = found[number]
        overwrite(masks, fours[number])
        plain[:] = 0
        for river_suit in range(4):
            for rank in range(13):
                if masks[river_suit] >> rank & 1:
                    continue
                five = number_of_five[with_or_without(masks, river_suit, rank, goes, ordered)]
                suit = suit_before(goes, suit_of[five])
                results = showdowns[five]
                for place in range(VECTORS):
                    values[place] = results[place] & COUNT | (results[place] >> FIELD & COUNT) << 16
                if suit == NO_SUIT:
                    for place in range(VECTORS):
                        plain[place] += values[place]
                else:
                    add_vectors(row, values, suit)
                take_out(row, values, suit, rank, river_suit)
        add_vectors(row, plain, NO_SUIT)
        set_dead(row, masks, 0)
    return found


@compiled
def add_vectors(row: Results, values: Results, suit: int) -> None:
    """Add the vectors of a board to all hole pairs."""
    for high in range(4):
        for low in range(4):
            start, source = (high * 4 + low) * UNPAIRED, vector_of(high, low, suit)
            add(row[start : start + UNPAIRED], values[source : source + UNPAIRED])
            if low > high:
                start = pair_block(high, low)
                source = PAIR_ONE if high == suit or low == suit else PAIR_NEITHER
                add(row[start : start + PAIRED], values[source : source + PAIRED])


@compiled
def add(block: NDArray[Any], other: NDArray[Any]) -> None:
    """Add one block to another."""
    for place in range(len(block)):
        block[place] += other[place]


@compiled
def take_out(row: Results, values: Results, suit: int, rank: int, card_suit: int) -> None:
    """Subtract the pairs that hold the river card."""
    for other in range(4):
        start, source = (card_suit * 4 + other) * UNPAIRED, vector_of(card_suit, other, suit)
        first = rank * (rank - 1) // 2
        for place in range(first, first + rank):
            row[start + place] -= values[source + place]
        start, source = (other * 4 + card_suit) * UNPAIRED, vector_of(other, card_suit, suit)
        for high in range(rank + 1, 13):
            place = high * (high - 1) // 2 + rank
            row[start + place] -= values[source + place]
        if other != card_suit:
            source = PAIR_ONE if card_suit == suit or other == suit else PAIR_NEITHER
            row[pair_block(card_suit, other) + rank] -= values[source + rank]
