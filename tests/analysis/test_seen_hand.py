"""The Dealer's hands against one that is seen, kind by kind, and from the counts of all hands."""

import random
from itertools import combinations

import pytest

from pitboss.analysis.model import AnalysisQuestion, DecisionSpot
from pitboss.analysis.odds import silent
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.analysis.seen_hand import dealers_hands
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.cards import DECK
from pitboss.sheets import load

pytestmark = pytest.mark.pure


def test_kinds_of_hands_are_every_hand_of_the_dealer() -> None:
    game, deals = load("3CP"), random.Random(1)
    for number in range(3):
        hand, dead = tuple(deals.sample(DECK, 3)), DECK[:number]
        own, found = game.ranking.rank(hand), dict.fromkeys(OUTCOMES, 0)
        for cards in combinations([card for card in DECK if card not in {*hand, *dead}], 3):
            dealer = game.ranking.rank(cards)
            if not game.qualifies(dealer):
                found["no_qualifying_hand"] += 1
            elif own.strength == dealer.strength:
                found["same"] += 1
            else:
                found["higher" if own.strength > dealer.strength else "lower"] += 1
        assert dealers_hands(game, hand, None, dead) == list(found.values())


def test_later_advice_is_that_of_the_first() -> None:
    """The first hand is counted by itself, those after it come from the counts of all hands."""
    game, deals = load("3CP"), random.Random(2)
    asked = ThreeCard(game, silent)
    for _ in range(12):
        spot = DecisionSpot(hand=tuple(deals.sample(DECK, 3)))
        first = ThreeCard(game, silent).advise(spot, AnalysisQuestion())
        assert asked.advise(spot, AnalysisQuestion()) == first
