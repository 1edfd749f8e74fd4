"""Hands: which cards make which hand, and which hand is higher under a sheet's ranking list."""

from pitboss.hands.comparison import Comparison, compare
from pitboss.hands.hand_lines import HandLine, line_in_words, parse_hand_line
from pitboss.hands.ranking import Rank, Ranking
from pitboss.hands.words import called, hand_in_words

__all__ = [
    "Comparison",
    "HandLine",
    "Rank",
    "Ranking",
    "called",
    "compare",
    "hand_in_words",
    "line_in_words",
    "parse_hand_line",
]
