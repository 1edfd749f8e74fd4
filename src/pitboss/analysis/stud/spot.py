"""One hand against one face-up card: every hand the Dealer may have, counted by the ranks that make it."""

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from math import comb

from pitboss.analysis.categories import in_several_suits
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.cards import DECK, RANKS, Card
from pitboss.hands import Rank
from pitboss.sheets.game import Game
from pitboss.sheets.model import Outcome


def dealers_hands(game: Game, hand: tuple[Card, ...], up: Card, dead: Iterable[Card]) -> list[int]:
    """The Dealer's hands that meet this one, by outcome in the order of :data:`OUTCOMES`."""
    own = game.ranking.rank(hand)
    left = [card for card in DECK if card not in {*hand, up, *dead}]
    found = dict.fromkeys(OUTCOMES, 0)
    for ranks, number in _unsuited(left, RANKS.index(up[0])):
        found[_outcome(game, own, game.ranking.rank(in_several_suits(ranks)))] += number
    of_suit = [card for card in left if card[1] == up[1]]
    for cards in combinations(of_suit, 4):
        ranks = sorted(RANKS.index(card[0]) for card in (up, *cards))
        found[_outcome(game, own, game.ranking.rank(in_several_suits(ranks)))] -= 1
        found[_outcome(game, own, game.ranking.rank((up, *cards)))] += 1
    return list(found.values())


def _unsuited(left: list[Card], up: int) -> Iterable[tuple[list[int], int]]:
    """The ranks of every hand with the face-up rank, and how many hands of the cards left have them."""
    there = [sum(card[0] == rank for card in left) for rank in RANKS]
    for others in combinations_with_replacement(range(len(RANKS)), 4):
        number = 1
        for rank in set(others):
            number *= comb(there[rank], others.count(rank))
        if number:
            yield sorted((up, *others)), number


def _outcome(game: Game, own: Rank, dealer: Rank) -> Outcome:
    if not game.qualifies(dealer):
        return "no_qualifying_hand"
    if own.strength > dealer.strength:
        return "higher"
    return "lower" if own.strength < dealer.strength else "same"
