"""Every kind of five-card hand under a ranking list, as look-up tables for the kernels.

A hand without a flush is known by the sum of its ranks' keys, a hand of one suit by the mask of its ranks.
Its *level* is its place among all kinds of hands, lowest first: higher beats lower, equal stands off.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.categories import in_several_suits
from pitboss.cards import RANKS, SUITS, Card
from pitboss.hands import Rank, Ranking
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES

Levels = NDArray[np.int16]

KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""One key per rank: the keys of any five ranks have a unique sum, which identifies them."""
CATEGORIES: Final = len(FIVE_CARD_CATEGORIES)
_HIGHEST_SUM: Final = 4 * KEYS[-1] + KEYS[-2]


class LevelTables(NamedTuple):
    """The levels of all five-card hands, as the kernels take them; -1 where there is no such hand."""

    keys: Ints
    unsuited: Levels
    """Levels of hands that are not of one suit, by the sum of the ranks' keys."""
    suited: Levels
    """Levels of hands of one suit, by the mask of the ranks."""
    category: Ints
    """The category of each level, as a place in :data:`FIVE_CARD_CATEGORIES`."""


class FiveCards(Struct, frozen=True, eq=False):
    """A ranking list as look-up tables, and a rank of each level."""

    tables: LevelTables
    ranks: tuple[Rank, ...]
    """A hand of each level, lowest first."""


@cache
def five_cards(order: tuple[str, ...]) -> FiveCards:
    """The look-up tables of a ranking list, memoised."""
    ranking = Ranking(5, order)
    unsuited = {
        sum(KEYS[rank] for rank in ranks): ranking.rank(in_several_suits(ranks))
        for ranks in combinations_with_replacement(range(len(RANKS)), 5)
        if ranks[0] != ranks[4]
    }
    suited = {
        sum(1 << rank for rank in ranks): ranking.rank([Card(RANKS[rank] + SUITS[0]) for rank in ranks])
        for ranks in combinations(range(len(RANKS)), 5)
    }
    kinds = {rank.strength: rank for rank in (*unsuited.values(), *suited.values())}
    level = {strength: place for place, strength in enumerate(sorted(kinds))}
    ranks = tuple(kinds[strength] for strength in level)
    tables = LevelTables(
        keys=np.array(KEYS, dtype=np.int64),
        unsuited=_table(_HIGHEST_SUM + 1, {key: level[rank.strength] for key, rank in unsuited.items()}),
        suited=_table(1 << len(RANKS), {mask: level[rank.strength] for mask, rank in suited.items()}),
        category=np.array([FIVE_CARD_CATEGORIES.index(rank.category) for rank in ranks], dtype=np.int64),
    )
    return FiveCards(tables, ranks)


def card_number(card: Card) -> int:
    """A card as a number: four times its rank plus its suit."""
    return RANKS.index(card[0]) << 2 | SUITS.index(card[1])


def _table(size: int, entries: dict[int, int]) -> Levels:
    table = np.full(size, -1, dtype=np.int16)
    table[list(entries)] = list(entries.values())
    return table
