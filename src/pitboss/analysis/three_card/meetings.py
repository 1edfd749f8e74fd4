"""Meetings: for every hand, the Dealer's hands that do not qualify, are lower, higher or equal.

Disjoint hands are counted by inclusion and exclusion: all hands, less those with each of the player's cards,
plus those with each pair of them, less the hand itself. Cumulative counts by rank are kept for no card, each
card and each pair, so a count takes seven look-ups.
"""

import numpy as np

from pitboss.analysis import count_cache
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    HANDS,
    PAIRS,
    classes,
    hand_pairs,
    qualifying,
    strengths,
    triples,
)
from pitboss.sheets.game import Game


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
