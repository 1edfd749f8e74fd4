"""The kinds of hands of a ranking list as look-up tables over their ranks.

The best hand of more cards than the list ranks is the highest level among its parts.
"""

from collections import Counter
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.hand_kinds import HIGHEST_SUM, KEYS, hand_kinds
from pitboss.analysis.model import AnalysisFault
from pitboss.cards import RANKS, SUITS
from pitboss.hands import Rank
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.reason import at, because

Levels = NDArray[np.int16]

CATEGORIES: Final = len(FIVE_CARD_CATEGORIES)
_RANKS: Final = len(RANKS)
_OF_A_RANK: Final = len(SUITS)
_MOST_SPARE: Final = 2
"""How many cards more than the list ranks a hand may have."""


class LevelTables(NamedTuple):
    """The levels of all five-card hands, as the kernels take them; -1 where there is no such hand."""

    keys: Ints
    unsuited: Levels
    """Levels of hands that are not of one suit, by the sum of the ranks' keys."""
    suited: Levels
    """Levels of the best hand of one suit, by the mask of five ranks or more."""
    category: Ints
    """The category of each level, as a place in :data:`FIVE_CARD_CATEGORIES`."""


class HandLevels(Struct, frozen=True, eq=False, kw_only=True, dict=True):
    """The levels of all hands under a ranking list; -1 where there is no such hand."""

    size: int
    keys: Ints
    unsuited: Ints
    """Levels of hands that are not of one suit, by the sum of the ranks' keys."""
    suited: Ints
    """Levels of the best hand of one suit, by the mask of as many ranks or more."""
    ranks: tuple[Rank, ...]
    """A hand of each level, lowest first."""

    @cached_property
    def tables(self) -> LevelTables:
        """The levels of hands of five cards as the kernels take them."""
        return LevelTables(
            keys=self.keys,
            unsuited=self.unsuited.astype(np.int16),
            suited=self.suited.astype(np.int16),
            category=np.array([FIVE_CARD_CATEGORIES.index(rank.category) for rank in self.ranks]),
        )

    def of_cards(self, cards: Ints) -> Ints:
        """The level of the best hand in each row of cards, given as four times the rank plus the suit."""
        best = self.of_ranks(cards >> 2)
        for suit in range(len(SUITS)):
            mask = np.where((cards & 3) == suit, 1 << (cards >> 2), 0).sum(axis=-1)
            best = np.maximum(best, self.suited[mask])
        return best

    def of_ranks(self, ranks: Ints) -> Ints:
        """The level of the best hand in each row of ranks, suits ignored."""
        keys = self.keys[ranks]
        parts = combinations(range(ranks.shape[-1]), self.size)
        best = np.full(ranks.shape[:-1], -1, dtype=np.int64)
        for part in parts:
            best = np.maximum(best, self.unsuited[sum(keys[..., place] for place in part)])
        return best


@cache
def hand_levels(size: int, order: tuple[str, ...]) -> HandLevels:
    """The look-up tables of a ranking list, memoised.

    Raises :class:`AnalysisFault` for an order in which a flush lowers a hand.
    """
    kinds = hand_kinds(size, order)
    if any(
        kinds.suited[sum(1 << each for each in ranks)] < kinds.unsuited[sum(KEYS[each] for each in ranks)]
        for ranks in combinations(range(_RANKS), size)
    ):
        raise AnalysisFault(at("ranking.order", because("count.suited_lower")))
    by_mask = _table(1 << _RANKS, kinds.suited)
    for each in range(_RANKS):
        # The best of a mask is its own hand, or the best without one of its ranks.
        masks = np.arange(1 << _RANKS)
        with_rank = masks[(masks >> each & 1) == 1]
        by_mask[with_rank] = np.maximum(by_mask[with_rank], by_mask[with_rank ^ (1 << each)])
    return HandLevels(
        size=size,
        keys=np.array(KEYS, dtype=np.int64),
        unsuited=_table(HIGHEST_SUM + 1, kinds.unsuited),
        suited=by_mask,
        ranks=kinds.ranks,
    )


def _table(size: int, entries: dict[int, int]) -> Ints:
    table = np.full(size, -1, dtype=np.int64)
    table[list(entries)] = list(entries.values())
    return table


@cache
def five_cards(order: tuple[str, ...]) -> HandLevels:
    """The look-up tables of a ranking list of five cards."""
    return hand_levels(5, order)


@cache
def hands_by_level(size: int, order: tuple[str, ...], cards: int) -> tuple[int, ...]:
    """How many sets of ``cards`` cards have each level as their best hand."""
    if not size <= cards <= size + _MOST_SPARE or cards >= 2 * size:
        raise AnalysisFault(at("hands", because("count.best_of", size=size, cards=cards)))
    levels = hand_levels(size, order)
    kinds = [
        ranks
        for ranks in combinations_with_replacement(range(_RANKS), cards)
        if max(ranks.count(rank) for rank in ranks) <= _OF_A_RANK
    ]
    ways = np.array([prod(comb(_OF_A_RANK, ranks.count(rank)) for rank in set(ranks)) for ranks in kinds])
    found = np.zeros(len(levels.ranks), dtype=np.int64)
    np.add.at(found, levels.of_ranks(np.array(kinds)), ways)
    for of_suit in range(size, cards + 1):
        plain, best, ways = _with_flush(levels, of_suit, cards - of_suit)
        np.subtract.at(found, plain, len(SUITS) * ways)
        np.add.at(found, best, len(SUITS) * ways)
    return tuple(found.tolist())


def _with_flush(levels: HandLevels, of_suit: int, others: int) -> tuple[Ints, Ints, Ints]:
    """All hands with ``of_suit`` cards of the first suit and ``others`` of the rest: their levels with the
    suits ignored, their best ones, and how many hands have these ranks.
    """
    flush = np.array(list(combinations(range(_RANKS), of_suit)), dtype=np.int64)
    of_rest = Counter(tuple(card // 3 for card in cards) for cards in combinations(range(3 * _RANKS), others))
    rest, ways = np.array(list(of_rest), dtype=np.int64), np.array(list(of_rest.values()))
    rows = np.concatenate([np.repeat(flush, len(rest), axis=0), np.tile(rest, (len(flush), 1))], axis=1)
    plain = levels.of_ranks(rows)
    best = np.maximum(plain, levels.suited[(1 << rows[:, :of_suit]).sum(axis=1)])
    return plain, best, np.tile(ways, len(flush))
