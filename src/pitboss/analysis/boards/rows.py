"""Kernels: rows of hole pairs, in the order of :mod:`~pitboss.analysis.boards.canonical`, added up.

The results of a board are six vectors instead of 1,326 pairs; a board of four or three adds up the rows of
its boards of five, its suits permuted.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards.canonical import BLOCKS, STARTS, VECTOR_STARTS, SuitMap
from pitboss.analysis.boards.showdowns import NO_SUIT
from pitboss.analysis.compiled import compiled

RowArray = NDArray[Any]
"""Sums or marks by hole pair."""

ALIVE: Final = 1 << 15
"""The bit of a mark that says that a pair may be there: three fields of five bits below it, three above."""


@compiled
def suit_before(goes: SuitMap, suit: int) -> int:
    """The suit that a permutation takes to ``suit``, or ``NO_SUIT``."""
    for other in range(4):
        if goes[other] == suit:
            return other
    return NO_SUIT


@compiled
def add_block(row: RowArray, start: int, other: RowArray, source: int, places: int) -> None:
    """Add so many places of another row from ``source`` on.

    Unsigned places need no test for being negative, so these are vector instructions.
    """
    for place in range(np.uint64(places)):
        row[np.uint64(start) + place] += other[np.uint64(source) + place]


@compiled
def add_vectors(row: RowArray, values: RowArray, suit: int) -> None:
    """Add the vectors of a board to all hole pairs."""
    for block in range(len(BLOCKS)):
        high, low, paired = BLOCKS[block, 0], BLOCKS[block, 1], BLOCKS[block, 2]
        start, places = BLOCKS[block, 3], BLOCKS[block, 4]
        add_block(row, start, values, VECTOR_STARTS[paired, suit, high, low], places)


@compiled
def take_out(row: RowArray, values: RowArray, held: Ints, in_vectors: Ints) -> None:
    """Subtract the pairs that hold the river card, whose places are ``held``."""
    for place in held:
        row[place] -= values[in_vectors[place]]


@compiled
def add_moved(row: RowArray, other: RowArray, goes: SuitMap) -> None:
    """Add another row to this one, its suits permuted."""
    for block in range(len(BLOCKS)):
        high, low, paired = BLOCKS[block, 0], BLOCKS[block, 1], BLOCKS[block, 2]
        start, places = BLOCKS[block, 3], BLOCKS[block, 4]
        add_block(row, start, other, STARTS[paired, goes[high], goes[low]], places)


@compiled
def pass_on(row: RowArray, other: Ints, goes: SuitMap, times: int) -> None:
    """Add this row to another one so many times, its suits permuted."""
    for block in range(len(BLOCKS)):
        high, low, paired = BLOCKS[block, 0], BLOCKS[block, 1], BLOCKS[block, 2]
        source, places = BLOCKS[block, 3], BLOCKS[block, 4]
        start = np.uint64(STARTS[paired, goes[high], goes[low]])
        for place in range(np.uint64(places)):
            other[start + place] += times * np.int64(row[np.uint64(source) + place])


@compiled
def gather(bets: RowArray, shift: int, weight: int, suit: int, groups: Ints) -> None:
    """Add three fields of hole pairs with the same result and class so many times, widened from five to 16
    bits each; the highest field counts the pairs that hold no card of the board.
    """
    for block in range(len(BLOCKS)):
        high, low, paired = BLOCKS[block, 0], BLOCKS[block, 1], BLOCKS[block, 2]
        source, places = BLOCKS[block, 3], BLOCKS[block, 4]
        group = groups[1 if high == low else 0]
        start = np.uint64(VECTOR_STARTS[paired, suit, high, low])
        for place in range(np.uint64(places)):
            mark = np.int64(bets[np.uint64(source) + place]) >> shift
            wide = mark & 0x1F | (mark & 0x3E0) << 11 | (mark & 0x7C00) << 22 | (mark & ALIVE) << 33
            group[start + place] += weight * wide
