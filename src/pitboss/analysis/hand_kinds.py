"""The kinds of hands under a ranking list, their categories, and hands completed from the cards left.

A hand without a flush is known by the sum of its ranks' keys, a hand of one suit by the mask of its ranks.
Its *level* is its place among all kinds of hands, lowest first: higher beats lower, equal stands off.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

from msgspec import Struct

from pitboss.analysis.model import AnalysisFault
from pitboss.cards import DECK, RANKS, SUITS, Card
from pitboss.hands import Rank, Ranking
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.reason import at, because
from pitboss.sheets.game import Game

_EXAMPLES: Final = {
    "royal_flush": "As Ks Qs Js Ts",
    "straight_flush": "Ks Qs Js Ts 9s",
    "four_of_a_kind": "As Ah Ad Ac Ks",
    "full_house": "As Ah Ad Ks Kh",
    "flush": "As Ks Qs Js 9s",
    "straight": "As Kh Qd Jc Ts",
    "three_of_a_kind": "As Ah Ad Ks Qh",
    "two_pairs": "As Ah Ks Kh Qd",
    "one_pair": "As Ah Ks Qh Jd",
    "five_odd_cards": "As Kh Qd Jc 9s",
}
_PARTS: Final = {
    "straight_flush": ("flush", "straight"),
    "four_of_a_kind": ("three_of_a_kind",),
    "full_house": ("three_of_a_kind", "two_pairs"),
    "flush": ("five_odd_cards",),
    "straight": ("five_odd_cards",),
    "three_of_a_kind": ("one_pair",),
    "two_pairs": ("one_pair",),
    "one_pair": ("five_odd_cards",),
}
"""The categories that every hand of a category contains."""
_SUITED: Final = frozenset({"royal_flush", "straight_flush", "flush"})


def examples(ranking: Ranking) -> tuple[Rank, ...]:
    """A hand of each category, in the order of :data:`FIVE_CARD_CATEGORIES`."""
    return tuple(
        ranking.rank([Card(card) for card in _EXAMPLES[category].split()])
        for category in FIVE_CARD_CATEGORIES
    )


@cache
def in_several_suits(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of these ranks, lowest first, that are not all of one suit."""
    cards = [Card(RANKS[rank] + SUITS[ranks[:place].count(rank)]) for place, rank in enumerate(ranks)]
    if len(set(ranks)) == len(ranks):
        cards[0] = Card(cards[0][0] + SUITS[1])
    return tuple(cards)


def check_orders(game: Game) -> None:
    """Refuse a ranking list that puts a category below one that each of its hands contains."""
    lists = {"ranking": game.ranking}
    if game.sheet.jackpot:
        lists["jackpot_ranking"] = game.jackpot_ranking
    for path, ranking in lists.items():
        for category, parts in _PARTS.items():
            for part in parts:
                if ranking.order.index(category) > ranking.order.index(part):
                    raise AnalysisFault(
                        at(f"{path}.order", because("count.order", category=category, part=part))
                    )


def jackpot_lines(game: Game, category: str) -> dict[int | None, int]:
    """The number of suits in which a hand of a category reaches each jackpot line (None: no line)."""
    found: dict[int | None, int] = {}
    if not game.sheet.jackpot:
        return {None: len(SUITS)}
    for suit in SUITS:
        cards = [
            Card(card[0] + suit if category in _SUITED else card) for card in _EXAMPLES[category].split()
        ]
        line = game.jackpot_line(game.jackpot_ranking.rank(cards))
        place = None if line is None else game.jackpot_pays.index(line)
        found[place] = found.get(place, 0) + 1
    return found


def completed(
    known: Sequence[Card], gone: Sequence[Card], size: int = 5
) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Complete ``known`` to ``size`` cards without ``gone``: an example of each kind, and its number.

    Hands of the same ranks are of one kind, except that each hand of one suit is a kind of its own.
    """
    left = [card for card in DECK if card not in {*known, *gone}]
    there = [sum(card[0] == rank for card in left) for rank in RANKS]
    held = [_rank(card) for card in known]
    more = size - len(known)
    number_of = {
        tuple(sorted((*held, *ranks))): number
        for ranks in combinations_with_replacement(range(len(RANKS)), more)
        if (number := _ways(there, ranks))
    }
    for suit in SUITS:
        if all(card[1] == suit for card in known):
            for cards in combinations([card for card in left if card[1] == suit], more):
                number_of[tuple(sorted((*held, *map(_rank, cards))))] -= 1
                yield (*known, *cards), 1
    for ranks, number in number_of.items():
        if number:
            yield in_several_suits(ranks), number


def _ways(there: Sequence[int], ranks: Sequence[int]) -> int:
    """The number of sets of cards with these ranks, where ``there`` counts the cards left of each rank."""
    number = 1
    for rank in set(ranks):
        number *= comb(there[rank], ranks.count(rank))
    return number


def _rank(card: Card) -> int:
    return RANKS.index(card[0])


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
