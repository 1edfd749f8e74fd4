"""Hands in words, as a dealer would call them."""

from typing import Final

from pitboss.cards import RANKS
from pitboss.hands.ranking import Rank
from pitboss.words import catalogue

_LEAST: Final = {"full_house": 2, "two_pairs": 2}
"""How many ranks name a hand at least, where one is not enough."""


def called(rank: Rank, ranks: int = 1) -> str:
    """A hand as a param of a reason, by as many ranks as have to be named: ``one_pair:9K``, ``flush:Ah``."""
    named = rank.tie_break[: max(ranks, _LEAST.get(rank.category, 1))]
    return f"{rank.category}:{''.join(RANKS[each] for each in named)}{rank.suit}"


def hand_in_words(rank: Rank, ranks: int = 1) -> str:
    """For example ``a pair of nines`` or ``king high``; with more ``ranks`` it names so many."""
    return catalogue().hand(called(rank, ranks), "a")
