"""Every kind of five-card hand under a ranking list, by its ranks and by whether it is of one suit.

A hand without a flush is known by the sum of its ranks' keys, a hand of one suit by the mask of its ranks.
Its *level* is its place among all kinds of hands, lowest first: higher beats lower, equal stands off.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from msgspec import Struct

from pitboss.analysis.categories import in_several_suits
from pitboss.cards import RANKS, SUITS, Card
from pitboss.hands import Rank, Ranking

KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""One key per rank: the keys of any five ranks have a unique sum, which identifies them."""


class FiveCardLevels(Struct, frozen=True, eq=False):
    """The levels of all five-card hands under a ranking list."""

    unsuited: dict[int, int]
    """Levels of hands that are not of one suit, by the sum of the ranks' keys."""
    suited: dict[int, int]
    """Levels of hands of one suit, by the mask of the ranks."""
    ranks: tuple[Rank, ...]
    """A hand of each level, lowest first."""


@cache
def five_card_levels(order: tuple[str, ...]) -> FiveCardLevels:
    """The levels of a ranking list, memoised."""
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
    return FiveCardLevels(
        unsuited={key: level[rank.strength] for key, rank in unsuited.items()},
        suited={mask: level[rank.strength] for mask, rank in suited.items()},
        ranks=tuple(kinds[strength] for strength in level),
    )


def card_number(card: Card) -> int:
    """A card as a number: four times its rank plus its suit."""
    return RANKS.index(card[0]) << 2 | SUITS.index(card[1])
