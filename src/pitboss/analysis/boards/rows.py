"""Kernels: rows of hole pairs, in the order of :mod:`~pitboss.analysis.boards.canonical`, added up.

The results of a board are six vectors instead of 1,326 pairs; a board of four or three adds up the rows of
its boards of five, its suits permuted.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards.canonical import (
    BOTH,
    HIGHER,
    LOWER,
    NEITHER,
    PAIR_NEITHER,
    PAIR_ONE,
    PAIRED,
    UNPAIRED,
    Masks,
    SuitMap,
    pair_block,
)
from pitboss.analysis.boards.showdowns import NO_SUIT
from pitboss.analysis.compiled import compiled

RowArray = NDArray[Any]
"""Sums or marks by hole pair."""

PERMUTATIONS: Final = 24
ALIVE: Final = 1 << 15
"""The bit of a mark that says that a pair may be there: three fields of five bits below it, three above."""


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
def add(block: NDArray[Any], other: NDArray[Any]) -> None:
    """Add one block to another."""
    for place in range(len(block)):
        block[place] += other[place]


@compiled
def add_times(block: NDArray[Any], other: NDArray[Any], times: int) -> None:
    """Add one block to another so many times."""
    for place in range(len(block)):
        block[place] += times * np.int64(other[place])


@compiled
def add_vectors(row: RowArray, values: RowArray, suit: int) -> None:
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
def take_out(row: RowArray, values: RowArray, suit: int, rank: int, card_suit: int) -> None:
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


@compiled
def add_moved(row: RowArray, other: RowArray, goes: SuitMap) -> None:
    """Add another row to this one, its suits permuted."""
    for high in range(4):
        for low in range(4):
            start, source = (high * 4 + low) * UNPAIRED, (goes[high] * 4 + goes[low]) * UNPAIRED
            add(row[start : start + UNPAIRED], other[source : source + UNPAIRED])
            if low > high:
                start, source = pair_block(high, low), pair_block(goes[high], goes[low])
                add(row[start : start + PAIRED], other[source : source + PAIRED])


@compiled
def pass_on(row: RowArray, other: Ints, goes: SuitMap, times: int) -> None:
    """Add this row to another one so many times, its suits permuted."""
    for high in range(4):
        for low in range(4):
            source, start = (high * 4 + low) * UNPAIRED, (goes[high] * 4 + goes[low]) * UNPAIRED
            add_times(other[start : start + UNPAIRED], row[source : source + UNPAIRED], times)
            if low > high:
                source, start = pair_block(high, low), pair_block(goes[high], goes[low])
                add_times(other[start : start + PAIRED], row[source : source + PAIRED], times)


@compiled
def symmetric(masks: Masks, row: Ints, found: Ints) -> None:
    """Write what a flop is worth to ``found``, from what its boards of four have passed on.

    They have stood for all of their class, whose flops are this one in other names of the suits: the mean
    over those names that leave the flop as it is, in units of the flop's own class.
    """
    found[:] = 0
    goes = np.empty(4, np.int64)
    for code in range(256):
        seen, same = 0, True
        for suit in range(4):
            goes[suit] = code >> 2 * suit & 3
            seen |= 1 << goes[suit]
            same = same and masks[suit] == masks[goes[suit]]
        if same and seen == 15:
            add_moved(found, row, goes)
    found //= PERMUTATIONS


@compiled
def gather(bets: RowArray, shift: int, weight: int, suit: int, groups: Ints) -> None:
    """Add three fields of hole pairs with the same result and class, in 16 bits each; the highest field
    counts the pairs that hold no card of the board.
    """
    for high in range(4):
        for low in range(4):
            start = (high * 4 + low) * UNPAIRED
            vector = groups[1 if high == low else 0, vector_of(high, low, suit) :]
            add_group(bets[start : start + UNPAIRED], shift, weight, vector)
            if low > high:
                start = pair_block(high, low)
                source = PAIR_ONE if high == suit or low == suit else PAIR_NEITHER
                add_group(bets[start : start + PAIRED], shift, weight, groups[0, source:])


@compiled
def add_group(bets: RowArray, shift: int, weight: int, vector: Ints) -> None:
    """Add the marks of one block so many times, widened from five to 16 bits each."""
    for place in range(len(bets)):
        mark = np.int64(bets[place]) >> shift
        wide = mark & 0x1F | (mark & 0x3E0) << 11 | (mark & 0x7C00) << 22 | (mark & ALIVE) << 33
        vector[place] += weight * wide
