"""Kernels: the best five-card hand of three cards with two or three more.

A set of cards is three integers: a mask with 16 bits a suit, a count of 3 bits a rank, and a count of 4 bits
a suit. Disjoint sets are joined by addition. The joined cards make a bit set of categories; a table has the
highest of them in the sheet's ranking list.
"""

from typing import Any, Final

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled

NO_SUIT: Final = 4
"""The column of hands that are not of one suit."""
COLUMNS: Final = 50
"""Ten categories, each in four suits and in none."""

ROYAL, STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIRS, ONE_PAIR, ODD = range(10)
_EACH_RANK: Final = 0o1111111111111
_FIVE_OF_A_SUIT: Final = 0x3333
_SUIT_FULL: Final = 0x8888
_ACE_HIGH: Final = 2


@compiled
def best_hands(
    own: Ints,
    own_strength: Ints,
    own_ranks: Ints,
    extra: Ints,
    extra_strength: Ints,
    extra_ranks: Ints,
    qualifies: Ints,
    by_ranks: Ints,
    run: Ints,
    best: Ints,
    found: Ints,
) -> None:
    """Count in ``found[own, outcome, column]`` every extra set that is disjoint from the own one.

    Most pairs have no five cards of one suit: their column depends on ranks alone and is looked up in
    ``by_ranks`` by the numbers ``own_ranks`` and ``extra_ranks``.
    """
    for i in range(own.shape[0]):
        mask, ranks, suits, strength = own[i, 0], own[i, 1], own[i, 2], own_strength[i]
        columns = by_ranks[own_ranks[i]]
        for j in range(extra.shape[0]):
            if mask & extra[j, 0]:
                continue
            if not qualifies[j]:
                outcome = 0
            elif strength > extra_strength[j]:
                outcome = 1
            elif strength < extra_strength[j]:
                outcome = 2
            else:
                outcome = 3
            if has_flush(suits + extra[j, 2]):
                column = best_column(mask | extra[j, 0], ranks + extra[j, 1], suits + extra[j, 2], run, best)
            else:
                column = columns[extra_ranks[j]]
            found[i, outcome, column] += 1


@compiled
def has_flush(suits: int) -> bool:
    """Whether a count of suits has five cards of one suit."""
    return (suits + _FIVE_OF_A_SUIT) & _SUIT_FULL != 0


@compiled
def columns_by_ranks(own: Ints, extra: Ints, run: Ints, best: Ints) -> Ints:
    """The column of every two counts of ranks joined, without five cards of one suit."""
    # A literal 0 would have numba compile :func:`best_column` once more.
    none: Any = np.int64(0)
    found = np.zeros((own.shape[0], extra.shape[0]), dtype=np.int64)
    for i in range(own.shape[0]):
        for j in range(extra.shape[0]):
            ranks = own[i] + extra[j]
            mask = none
            for rank in range(13):
                if (ranks >> (3 * rank)) & 7:
                    mask |= 1 << rank
            found[i, j] = best_column(mask, ranks, none, run, best)
    return found


@compiled
def best_column(mask: int, ranks: int, suits: int, run: Ints, best: Ints) -> int:
    """The category and suit of the best hand of five or six cards, as one column."""
    odd, two, four = ranks & _EACH_RANK, (ranks >> 1) & _EACH_RANK, (ranks >> 2) & _EACH_RANK
    made = 1 << ODD
    paired = two | four
    if paired:
        made |= 1 << ONE_PAIR
        several = paired & (paired - 1)
        if several:
            made |= 1 << TWO_PAIRS
        if (odd & two) | four:
            made |= 1 << THREE
            if several:
                made |= 1 << FULL_HOUSE
            if four:
                made |= 1 << FOUR
    if run[(mask | mask >> 16 | mask >> 32 | mask >> 48) & 0x1FFF]:
        made |= 1 << STRAIGHT
    full = (suits + _FIVE_OF_A_SUIT) & _SUIT_FULL
    suit = NO_SUIT
    if full:
        suit = 0 if full == 8 else 1 if full == 0x80 else 2 if full == 0x800 else 3
        suited = run[(mask >> (16 * suit)) & 0x1FFF]
        made |= 1 << (ROYAL if suited == _ACE_HIGH else STRAIGHT_FLUSH if suited else FLUSH)
    category = int(best[made])
    if category not in (ROYAL, STRAIGHT_FLUSH, FLUSH):
        suit = NO_SUIT
    return category * 5 + suit


@compiled
def list_hands(own: Ints, extra: Ints, run: Ints, best: Ints, wanted: Ints, found: Ints) -> int:
    """Write ``own, extra, column`` for every pair whose best hand is in a wanted column; returns their
    number.

    ``found`` may be too short, even empty: the number is still right, and tells how long it must be.
    """
    number = 0
    for i in range(own.shape[0]):
        mask, ranks, suits = own[i, 0], own[i, 1], own[i, 2]
        for j in range(extra.shape[0]):
            if mask & extra[j, 0]:
                continue
            column = best_column(mask | extra[j, 0], ranks + extra[j, 1], suits + extra[j, 2], run, best)
            if wanted[column]:
                if number < found.shape[0]:
                    found[number, 0] = i
                    found[number, 1] = j
                    found[number, 2] = column
                number += 1
    return number
