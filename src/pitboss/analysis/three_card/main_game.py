"""Ante, Play and Ante Bonus under optimal play: a hand is played where that beats folding.

The Dealer's hands that a hand meets are counted by inclusion and exclusion: all hands, less those with each
of the player's cards, plus those with each pair of them, less the hand itself. Cumulative counts by rank are
kept for no card, each card and each pair, so a count takes seven look-ups.
"""

from fractions import Fraction

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache, payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.bet_odds import NamedGains, main_game_odds, main_game_row
from pitboss.analysis.model import BetOdds
from pitboss.analysis.payoffs import OUTCOMES, RESULTS
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    DEALER_HANDS,
    HANDS,
    PAIRS,
    categories,
    classes,
    hand_pairs,
    qualifying,
    strengths,
    triples,
)
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


def meetings(game: Game) -> Ints:
    """For each class, the number of the Dealer's hands with each outcome, from the cache."""
    subject = {
        "ranking": list(game.sheet.ranking.order),
        "qualifier": game.sheet.qualifier.least if game.sheet.qualifier else None,
    }
    return count_cache.cached_arrays("three-card meetings 1", subject, lambda: {"meetings": _count(game)})[
        "meetings"
    ]


def _count(game: Game) -> Ints:
    everything = np.ones(HANDS, dtype=np.bool_)
    first = classes(ALL_SUITS_ALIKE).first
    return count_meetings(strengths(game.ranking.order), qualifying(game), everything, first)


def count_meetings(strength: Ints, qualifies: Bools, dealers: Bools, asked: Ints) -> Ints:
    """For each hand in ``asked``, the number of the hands in ``dealers`` with each outcome."""
    met = dealers & qualifies
    below, at = _levels(strength, met)
    found = np.empty((len(asked), len(OUTCOMES)), dtype=np.int64)
    level = strength[asked]
    lower = _disjoint(below, level, asked)
    same = _disjoint(at, level, asked) - met[asked]
    most = np.full_like(level, int(strength.max()) + 1)
    all_met = _disjoint(below, most, asked) - met[asked]
    found[:, 1], found[:, 3] = lower, same
    found[:, 2] = all_met - lower - same
    everything = _levels(np.zeros_like(strength), dealers)[1]
    all_dealers = _disjoint(everything, np.zeros_like(level), asked) - dealers[asked]
    found[:, 0] = all_dealers - all_met
    return found


def _levels(strength: Ints, marked: Bools) -> tuple["_BySubset", "_BySubset"]:
    """The number of marked hands below and at each rank, for no card, each card and each pair."""
    height = int(strength.max()) + 2
    hands = np.flatnonzero(marked)
    level = strength[hands]
    none = np.bincount(level, minlength=height)[None, :]
    cards = _spread(triples()[hands], level, CARDS, height)
    pairs = _spread(hand_pairs()[hands], level, PAIRS, height)
    at = (none, cards, pairs)
    return (_before(none), _before(cards), _before(pairs)), at


_BySubset = tuple[Ints, Ints, Ints]


def _spread(subsets: Ints, level: Ints, number: int, height: int) -> Ints:
    """The number of hands of each rank that hold each subset."""
    places = subsets * height + level[:, None]
    counted: Ints = np.bincount(places.ravel(), minlength=number * height).reshape(number, height)
    return counted


def _before(counts: Ints) -> Ints:
    """Sums over all lower ranks."""
    sums: Ints = np.cumsum(counts, axis=1) - counts
    return sums


def _disjoint(counts: _BySubset, level: Ints, asked: Ints) -> Ints:
    """The number of counted hands disjoint from each hand in ``asked``, itself not yet subtracted."""
    none, cards, pairs = counts
    held, doubles = triples()[asked], hand_pairs()[asked]
    found: Ints = (
        none[0, level] - cards[held, level[:, None]].sum(axis=1) + pairs[doubles, level[:, None]].sum(axis=1)
    )
    return found
