"""Hands: which cards make which hand, and which hand is higher under a sheet's ranking list."""

from pitboss.hands.hand_lines import HandLine, called, hand_in_words, line_in_words, parse_hand_line
from pitboss.hands.ranking import Comparison, Rank, Ranking, compare

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
