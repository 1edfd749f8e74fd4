"""The Dealer's hands counted once give the same values as hand by hand."""

import random

import pytest

from pitboss.analysis.three_card.spot import DealerCounts, hand_in_play
from pitboss.cards import DECK
from pitboss.sheets import load

pytestmark = pytest.mark.pure

STAKES = {"ante": 100}


def test_counts_give_the_same_values() -> None:
    game = load("3CP")
    counts = DealerCounts(game.ranking)
    deals = random.Random(1)
    for _ in range(12):
        hand = tuple(deals.sample(DECK, 3))
        assert hand_in_play(game, hand, (), {"ante": 100}, counts) == hand_in_play(
            game, hand, (), {"ante": 100}
        )
    dead = (DECK[0],)
    hand = DECK[10:13]
    assert hand_in_play(game, hand, dead, {"ante": 100}, counts) == hand_in_play(
        game, hand, dead, {"ante": 100}
    )
