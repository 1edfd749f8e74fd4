"""Kernels: boards up to a permutation of suits, and the order of hole pairs.

A board is four masks of ranks, one per suit. The canonical board of its class has its masks in falling order.
A row of hole pairs has 16 blocks of 78, one for each suit of the higher and of the lower card, then six
blocks of 13 for the pairs of two suits, so that a permutation of suits moves whole blocks.

Where the board has three or more cards of a suit, only cards of that suit differ from the others of their
rank. So the results of a board are six vectors: hole pairs of two ranks with neither, the higher, the lower
or both in the suit, and pairs without and with it. The *kind* of a card is twice its rank, plus one in that
suit.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled, next_set, overwrite

Masks = NDArray[np.int64]
Numbers = NDArray[np.int32]
SuitMap = NDArray[np.int64]
"""A permutation: the new suit of each suit."""

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

DECK: Final = 52
PAIRS_START: Final = 16 * UNPAIRED
HOLES: Final = PAIRS_START + 6 * PAIRED


@compiled
def boards(cards: int) -> Masks:
    """All canonical boards of ``cards`` cards."""
    found = np.empty((1 << 20, 4), np.int64)
    number = 0
    chosen = np.arange(cards)
    masks = np.zeros(4, np.int64)
    more = True
    while more:
        masks_of(chosen, masks)
        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
            overwrite(found[number], masks)
            number += 1
        more = next_set(chosen, DECK)
    return found[:number].copy()


@compiled
def masks_of(cards: NDArray[np.int64], masks: Masks) -> None:
    """Write the board of some cards to ``masks``."""
    masks[:] = 0
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)


@compiled
def place_of(masks: Masks) -> int:
    """The index of a set of up to five cards among all sets of its size (combinatorial number system)."""
    ranks = masks[0] | masks[1] | masks[2] | masks[3]
    found, number = 0, 0
    for rank in range(13):
        if ranks >> rank & 1:
            for suit in range(4):
                if masks[suit] >> rank & 1:
                    card = rank << 2 | suit
                    number += 1
                    ways = 1
                    for down in range(number):
                        ways = ways * (card - down) // (down + 1)
                    found += ways
    return found


@compiled
def numbers_of(of: Masks, places: int) -> Numbers:
    """The number of each canonical board by its index; -1 for boards that are not canonical."""
    found = np.full(places, -1, np.int32)
    for number in range(len(of)):
        found[place_of(of[number])] = number
    return found


@compiled
def in_order(masks: Masks, goes: SuitMap, ordered: Masks) -> None:
    """Write the canonical board to ``ordered`` and the permutation that makes it to ``goes``."""
    for suit in range(4):
        place = 0
        for other in range(4):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                place += 1
        goes[suit] = place
        ordered[place] = masks[suit]


@compiled
def kinds(masks: Masks) -> int:
    """The number of boards in the class of a canonical board."""
    number, run = 24, 1
    for suit in range(1, 4):
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        number //= run
    return number


@compiled
def pair_block(suit: int, other: int) -> int:
    """Where the block of pairs of two suits starts in a row."""
    low, high = min(suit, other), max(suit, other)
    return PAIRS_START + PAIRED * (low * (7 - low) // 2 + high - low - 1)


@compiled
def with_or_without(masks: Masks, suit: int, rank: int, goes: SuitMap, ordered: Masks) -> int:
    """The index of the canonical board once a card is toggled; writes it and its permutation."""
    masks[suit] ^= 1 << rank
    in_order(masks, goes, ordered)
    masks[suit] ^= 1 << rank
    return place_of(ordered)


@compiled
def set_dead(row: NDArray[Any], masks: Masks, value: int) -> None:
    """Set ``value`` at all hole pairs that hold a card of the board."""
    for suit in range(4):
        for rank in range(13):
            if masks[suit] >> rank & 1:
                for other in range(4):
                    start = (suit * 4 + other) * UNPAIRED + rank * (rank - 1) // 2
                    row[start : start + rank] = value
                    for high in range(rank + 1, 13):
                        row[(other * 4 + suit) * UNPAIRED + high * (high - 1) // 2 + rank] = value
                    if other != suit:
                        row[pair_block(suit, other) + rank] = value


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
