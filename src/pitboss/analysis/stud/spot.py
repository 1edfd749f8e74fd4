"""One hand against one face-up card, over the Dealer's possible hands."""

from collections.abc import Sequence

from pitboss.analysis.completed_hands import completed
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.cards import Card
from pitboss.hands import Rank
from pitboss.sheets.game import Game
from pitboss.sheets.model import ShowdownOutcome


def dealers_hands(game: Game, hand: Sequence[Card], up: Card, dead: Sequence[Card]) -> list[int]:
    """The number of the Dealer's possible hands by outcome, in the order of :data:`OUTCOMES`."""
    own = game.ranking.rank(hand)
    found = dict.fromkeys(OUTCOMES, 0)
    for cards, number in completed([up], [*hand, *dead]):
        found[_outcome(game, own, game.ranking.rank(cards))] += number
    return list(found.values())


def _outcome(game: Game, own: Rank, dealer: Rank) -> ShowdownOutcome:
    if not game.qualifies(dealer):
        return "no_qualifying_hand"
    if own.strength > dealer.strength:
        return "higher"
    return "lower" if own.strength < dealer.strength else "same"
