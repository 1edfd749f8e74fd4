"""The kinds of hands of three, four or five cards under a ranking list: by ranks, and by whether of one suit.

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
"""One key per rank: the keys of up to five ranks have a unique sum among as many, which identifies them."""
HIGHEST_SUM: Final = len(SUITS) * KEYS[-1] + KEYS[-2]


CARDS: Final = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
"""The cards by their numbers: four times the rank plus the suit."""


class HandKinds(Struct, frozen=True, eq=False):
    """The levels of all hands under a ranking list."""

    unsuited: dict[int, int]
    """Levels of hands that are not of one suit, by the sum of the ranks' keys."""
    suited: dict[int, int]
    """Levels of hands of one suit, by the mask of the ranks."""
    ranks: tuple[Rank, ...]
    """A hand of each level, lowest first."""


@cache
def hand_kinds(size: int, order: tuple[str, ...]) -> HandKinds:
    """The kinds of hands of a ranking list, memoised."""
    ranking = Ranking(size, order)
    unsuited = {
        sum(KEYS[rank] for rank in ranks): ranking.rank(in_several_suits(ranks))
        for ranks in combinations_with_replacement(range(len(RANKS)), size)
        if max(map(ranks.count, ranks)) <= len(SUITS)
    }
    suited = {
        sum(1 << rank for rank in ranks): ranking.rank([Card(RANKS[rank] + SUITS[0]) for rank in ranks])
        for ranks in combinations(range(len(RANKS)), size)
    }
    kinds = {rank.strength: rank for rank in (*unsuited.values(), *suited.values())}
    level = {strength: place for place, strength in enumerate(sorted(kinds))}
    return HandKinds(
        unsuited={key: level[rank.strength] for key, rank in unsuited.items()},
        suited={mask: level[rank.strength] for mask, rank in suited.items()},
        ranks=tuple(kinds[strength] for strength in level),
    )


def card_number(card: Card) -> int:
    """A card as a number: four times its rank plus its suit."""
    return RANKS.index(card[0]) << 2 | SUITS.index(card[1])
