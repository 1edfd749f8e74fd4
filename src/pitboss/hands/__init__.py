"""Hands: which cards make which hand, and which hand is higher under a sheet's ranking list."""

from pitboss.hands.ranking import Rank, Ranking
from pitboss.hands.words import hand_in_words

__all__ = ["Rank", "Ranking", "hand_in_words"]
