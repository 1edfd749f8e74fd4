"""The categories of five cards: an example of each, the ranking lists that keep them apart, and hands of five
completed from the cards left in a deck.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

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


def in_several_suits(ranks: Sequence[int]) -> list[Card]:
    """Cards of these ranks, lowest first, that are not all of one suit."""
    cards = [Card(RANKS[rank] + SUITS[ranks[:place].count(rank)]) for place, rank in enumerate(ranks)]
    if len(set(ranks)) == len(ranks):
        cards[0] = Card(cards[0][0] + SUITS[1])
    return cards


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


def completed(known: Sequence[Card], gone: Sequence[Card]) -> Iterator[tuple[Sequence[Card], int]]:
    """Complete ``known`` to five cards without ``gone``: an example of each kind of hand, and their number.

    Hands of the same ranks are of one kind, except that each hand of one suit is a kind of its own.
    """
    left = [card for card in DECK if card not in {*known, *gone}]
    there = [sum(card[0] == rank for card in left) for rank in RANKS]
    held = [_rank(card) for card in known]
    more = 5 - len(known)
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
