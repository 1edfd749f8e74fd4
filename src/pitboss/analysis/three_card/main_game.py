"""Ante, Play and Ante Bonus under optimal play: a hand is played where that beats folding."""

from fractions import Fraction

import numpy as np
from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.bet_odds import NamedGains, main_game_odds, main_game_row
from pitboss.analysis.model import BetOdds
from pitboss.analysis.payoffs import OUTCOMES, RESULTS
from pitboss.analysis.three_card.deals import ALL_SUITS_ALIKE, DEALER_HANDS, HANDS, categories, classes
from pitboss.analysis.three_card.meetings import meetings
from pitboss.sheets.game import Game

DEALS = HANDS * DEALER_HANDS


class ThreeCardMainGame(Struct, frozen=True, eq=False, kw_only=True):
    """The main game by class under all permutations of suits; gains in units of the Ante."""

    meetings: Ints
    """The number of the Dealer's hands with each outcome."""
    gains: Ints
    """The gain of a played hand, by outcome."""
    folded: Ints
    """The gain of a folded hand."""
    played: Bools
    """A mask of the classes that are played when the Ante is alone on the box."""
    play_size: int
    """The size of the Play bet in units of the Ante."""

    @property
    def play_totals(self) -> Ints:
        """The gain of each hand when played, summed over the Dealer's hands."""
        totals: Ints = (self.meetings * self.gains).sum(axis=1)
        return totals

    @property
    def fold_totals(self) -> Ints:
        """The gain of each hand when folded, summed over the Dealer's hands."""
        return self.folded * DEALER_HANDS


def main_game(game: Game) -> ThreeCardMainGame:
    """Count the main game of a sheet."""
    met = meetings(game)
    gains, folded = np.zeros_like(met), np.zeros(len(met), dtype=np.int64)
    for rank, rows in categories(game.ranking.order):
        gains[rows] = payoffs.gains_of_bet(game, rank)
        folded[rows] = payoffs.gain_of_fold(game, rank)
    better = (met * gains).sum(axis=1) > folded * DEALER_HANDS
    size = game.sheet.bets[payoffs.decision_bet(game)].sizes[0]
    return ThreeCardMainGame(meetings=met, gains=gains, folded=folded, played=better, play_size=size)


def main_odds(game: Game, main: ThreeCardMainGame) -> BetOdds:
    """The odds of the whole main game per unit of Ante."""
    size = classes(ALL_SUITS_ALIKE).size
    results = NamedGains()
    for rank, there in categories(game.ranking.order):
        played, folded = there[main.played[there]], there[~main.played[there]]
        met = size[played] @ main.meetings[played]
        gains = payoffs.gains_of_bet(game, rank)
        for outcome, times, gain in zip(OUTCOMES, met.tolist(), gains, strict=True):
            results[f"{RESULTS[outcome]}, {payoffs.listed(game, rank)}", Fraction(gain)] += times
        lying = int(size[folded].sum()) * DEALER_HANDS
        results["fold", Fraction(payoffs.gain_of_fold(game, rank))] += lying
    staying = int(size[main.played].sum())
    order = [
        f"{result}, {hand.replace('_', ' ')}" for hand in game.ranking.order for result in RESULTS.values()
    ]
    places = {name: place for place, name in enumerate(order)}
    ordered = sorted(results.items(), key=lambda item: places.get(item[0][0], len(order)))
    rows = (main_game_row(name, times, gain) for (name, gain), times in ordered)
    return main_game_odds(rows, 1 + main.play_size * Fraction(staying, HANDS))
