"""Kernels: boards up to a permutation of suits, and the order of hole pairs.

A board is four masks of ranks, one per suit. The canonical board of its class has its masks in falling order.
A row of hole pairs has 16 blocks of 78, one for each suit of the higher and of the lower card, then six
blocks of 13 for the pairs of two suits, so that a permutation of suits moves whole blocks.

Where the board has three or more cards of a suit, only cards of that suit differ from the others of their
rank. So the results of a board are six vectors: hole pairs of two ranks with neither, the higher, the lower
or both in the suit, and pairs without and with it. The *kind* of a card is twice its rank, plus one in that
suit.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled

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
SUITS: Final = 4
CARDS_IN: Final = (np.arange(1 << 13)[:, None] >> np.arange(13) & 1).sum(axis=1)
"""The number of cards in each mask."""
PAIRS_START: Final = 16 * UNPAIRED
HOLES: Final = PAIRS_START + 6 * PAIRED


def boards(cards: int) -> Masks:
    """All canonical boards of ``cards`` cards."""
    of_size = [np.flatnonzero(size == CARDS_IN) for size in range(cards + 1)]
    found = []
    for sizes in product(range(cards + 1), repeat=SUITS):
        if sum(sizes) == cards:
            rows = of_size[sizes[0]][:, None]
            for size in sizes[1:]:
                # Each row goes on with the masks up to its last one.
                ends = np.searchsorted(of_size[size], rows[:, -1], side="right")
                row = np.repeat(np.arange(len(rows)), ends)
                following = np.arange(len(row)) - np.repeat(np.cumsum(ends) - ends, ends)
                rows = np.column_stack([rows[row], of_size[size][following]])
            found.append(rows)
    return np.concatenate(found)


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


def numbers_of(of: Masks, cards: int) -> Numbers:
    """The number of each canonical board of so many cards by its index; -1 for other boards."""
    found = np.full(comb(DECK, cards), -1, np.int32)
    found[places_of(of, cards)] = np.arange(len(of))
    return found


def places_of(of: Masks, cards: int) -> Ints:
    """The index of each board among all sets of so many cards (combinatorial number system)."""
    place, number = np.zeros(len(of), np.int64), np.zeros(len(of), np.int64)
    ways = np.array([[comb(card, size) for size in range(cards + 1)] for card in range(DECK)])
    for card in range(DECK):
        there = of[:, card & 3] >> (card >> 2) & 1
        number += there
        place += there * ways[card, number]
    return place


def boards_by_place(cards: int) -> Masks:
    """All canonical boards of so many cards by their index, so that those near each other share cards."""
    of = boards(cards)
    return of[np.argsort(places_of(of, cards))]


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


def boards_alike(of: Masks) -> Ints:
    """The number of boards in the class of each canonical board."""
    found, run = np.full(len(of), 24), np.ones(len(of), np.int64)
    for suit in range(1, SUITS):
        run = np.where(of[:, suit] == of[:, suit - 1], run + 1, 1)
        found //= run
    return found


def _starts() -> Ints:
    """Where the block of two suits starts in a row, of unequal ranks and of pairs."""
    found = np.zeros((2, SUITS, SUITS), dtype=np.int64)
    found[0] = UNPAIRED * np.arange(SUITS * SUITS).reshape(SUITS, SUITS)
    for number, (low, high) in enumerate(combinations(range(SUITS), 2)):
        found[1, low, high] = found[1, high, low] = PAIRS_START + PAIRED * number
    return found


def _vector_starts() -> Ints:
    """Where the vector of two suits starts, of unequal ranks and of pairs, by the suit of which the board
    holds three or more cards, the last for none.
    """
    suit, high, low = np.ogrid[: SUITS + 1, :SUITS, :SUITS]
    unequal = HIGHER * (high == suit) + LOWER * (low == suit)
    pairs = np.where((high == suit) | (low == suit), PAIR_ONE, PAIR_NEITHER)
    return np.stack([unequal, pairs])


STARTS: Final = _starts()
VECTOR_STARTS: Final = _vector_starts()
BLOCKS: Final = np.array(
    [(high, low, 0, STARTS[0, high, low], UNPAIRED) for high, low in product(range(SUITS), repeat=2)]
    + [(high, low, 1, STARTS[1, high, low], PAIRED) for high, low in combinations(range(SUITS), 2)]
)
"""The blocks of a row: two suits, whether its ranks are a pair, where it starts, and its places."""


def moved_places(goes: Sequence[int]) -> Ints:
    """For each hole pair of a row, where a permutation of suits takes it."""
    return np.concatenate(
        [np.arange(places) + STARTS[paired, goes[high], goes[low]] for high, low, paired, _, places in BLOCKS]
    )


@compiled
def with_or_without(masks: Masks, suit: int, rank: int, goes: SuitMap, ordered: Masks) -> int:
    """The index of the canonical board once a card is toggled; writes it and its permutation."""
    masks[suit] ^= 1 << rank
    in_order(masks, goes, ordered)
    masks[suit] ^= 1 << rank
    return place_of(ordered)


class HolePlaces(NamedTuple):
    """Places of hole pairs in a row."""

    of_card: Ints
    """By card: the pairs that hold it."""
    in_vectors: Ints
    """By the suit of which the board holds three or more cards, and place: the place in the vectors."""


@cache
def hole_places() -> HolePlaces:
    """The places of all hole pairs, memoised."""
    of_card: list[list[int]] = [[] for _ in range(DECK)]
    in_vectors = np.empty((SUITS + 1, HOLES), dtype=np.int64)
    unequal, pairs = rank_pairs()[:UNPAIRED], rank_pairs()[UNPAIRED:]
    for high, low, paired, start, places in BLOCKS:
        in_block = np.arange(places)
        in_vectors[:, start + in_block] = VECTOR_STARTS[paired, :, high, low, None] + in_block
        for place, (first, second) in enumerate(pairs if paired else unequal):
            of_card[first << 2 | high].append(start + place)
            of_card[second << 2 | low].append(start + place)
    return HolePlaces(np.array(of_card, dtype=np.int64), in_vectors)


@compiled
def set_dead(row: NDArray[Any], masks: Masks, of_card: Ints) -> None:
    """Set nothing at all hole pairs that hold a card of the board."""
    for card in range(DECK):
        if masks[card & 3] >> (card >> 2) & 1:
            for place in of_card[card]:
                row[place] = 0


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
