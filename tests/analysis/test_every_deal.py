"""Every deal of the three-card games through the real settlement, against the exact distributions.

The player's hands stand for those that a change of suits makes of them. The Dealer's that are higher, lower
or the same and qualify or do not gain alike: of each such row of ranks both ends are settled, so that every
rank meets its neighbours, and every 61st between them, others for each hand. ``python -m
tests.analysis.every_deal`` settles every single deal and takes minutes.
"""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from pitboss.analysis.bet_odds import distribution
from pitboss.analysis.model import AnalysisQuestion, Distribution
from pitboss.analysis.odds import odds, silent
from pitboss.analysis.three_card.analysis import ThreeCard
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    DEALER_HANDS,
    HANDS,
    cards_of,
    classes,
    strengths,
    triples,
)
from pitboss.settlement import Box
from pitboss.sheets import load
from pitboss.sheets.game import Game
from tests.analysis.engine import THREE_CARD, Cards, box, nets, settled

STRIDE = 61


def exact(gains: Counter[int]) -> Distribution:
    return distribution({Fraction(gain): times for gain, times in gains.items()})


@pytest.mark.parametrize("sheet_id", THREE_CARD)
def test_main_game_and_pair_plus_of_every_deal(sheet_id: str) -> None:
    game = load(sheet_id)
    analysis = ThreeCard(game, silent)
    main, pair_plus = analysis.counts.main, Counter[int]()
    strength, own = strengths(game.ranking.order), classes(ALL_SUITS_ALIKE)
    gains: Counter[int] = Counter()
    every = [cards_of(hand) for hand in range(HANDS)]
    qualifies = np.array([game.qualifies(game.ranking.rank(cards)) for cards in every])
    bits = np.bitwise_or.reduce(np.int64(1) << triples().astype(np.int64), axis=1)
    for number, (hand, size) in enumerate(zip(own.first.tolist(), own.size.tolist(), strict=True)):
        apart = np.flatnonzero(bits & bits[hand] == 0)
        ranks, first, times = np.unique(strength[apart], return_index=True, return_counts=True)
        dealers = apart[first]
        both = box(game, 1, every[hand], {"ante": 1, "pair_plus": 1}, played=True)
        pair_plus[nets(settled(game, (both,), every[dealers[0]]), 1)["pair_plus"]] += size
        if not main.played[number]:
            folded = box(game, 1, every[hand], {"ante": 1}, played=False)
            gains[_net(game, folded, every[dealers[0]])] += size * DEALER_HANDS
            continue
        played = box(game, 1, every[hand], {"ante": 1}, played=True)
        alike = qualifies[dealers] * 3 + np.sign(ranks - strength[hand])
        for places in np.split(np.arange(len(ranks)), np.flatnonzero(np.diff(alike)) + 1):
            looked_at = {int(places[0]), int(places[-1]), *places[(places + number) % STRIDE == 0].tolist()}
            (net,) = {_net(game, played, every[dealers[place]]) for place in looked_at}
            gains[net] += size * int(times[places].sum())
    assert gains.total() == HANDS * DEALER_HANDS
    assert exact(gains) == analysis.main().distribution
    assert exact(pair_plus) == analysis.side_bet("pair_plus", None).distribution


def _net(game: Game, mine: Box, dealer: Cards) -> int:
    return sum(line.net for line in settled(game, (mine,), dealer).lines)


def test_jackpot_of_every_hand_of_three() -> None:
    """In 3 Card Poker the player's own cards decide it, and a fold forfeits it."""
    game = load("rws-three-card-v3")
    analysis = ThreeCard(game, silent)
    played = analysis.counts.main.played[classes(ALL_SUITS_ALIKE).of_hand]
    meter, total = 20_000_000, 0
    for hand in range(HANDS):
        cards = cards_of(hand)
        dealer = next(cards_of(d) for d in (0, 10_000, 16_000, 22_000) if not set(cards_of(d)) & set(cards))
        mine = box(game, 1, cards, {"ante": 100, "jackpot": 500}, played=bool(played[hand]))
        total += nets(settled(game, (mine,), dealer, meter=meter), 1)["jackpot"]
    asked = odds(game, AnalysisQuestion(jackpot_bet=500)).jackpot[0]
    assert asked.value(Fraction(meter)) == Fraction(total, HANDS)
    assert analysis.jackpot().forfeited == HANDS - int(played.sum())
