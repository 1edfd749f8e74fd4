"""The levels of five-card hands as look-up tables for the kernels."""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.five_card_levels import KEYS, five_card_levels
from pitboss.cards import RANKS
from pitboss.hands import Rank
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES

Levels = NDArray[np.int16]

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
    levels = five_card_levels(order)
    tables = LevelTables(
        keys=np.array(KEYS, dtype=np.int64),
        unsuited=_table(_HIGHEST_SUM + 1, levels.unsuited),
        suited=_table(1 << len(RANKS), levels.suited),
        category=np.array(
            [FIVE_CARD_CATEGORIES.index(rank.category) for rank in levels.ranks], dtype=np.int64
        ),
    )
    return FiveCards(tables, levels.ranks)


def _table(size: int, entries: dict[int, int]) -> Levels:
    table = np.full(size, -1, dtype=np.int16)
    table[list(entries)] = list(entries.values())
    return table
