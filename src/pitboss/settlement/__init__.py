"""Settlement: what each bet gets, line by line, with the clauses that say so. Pure functions."""

from pitboss.settlement.facts import Box, Display, Facts, Limits, Table, Wager
from pitboss.settlement.hands_held import CardsUnknown
from pitboss.settlement.lines import JackpotMoves, Line, Payout, Settlement
from pitboss.settlement.settle import settle

__all__ = [
    "Box",
    "CardsUnknown",
    "Display",
    "Facts",
    "JackpotMoves",
    "Limits",
    "Line",
    "Payout",
    "Settlement",
    "Table",
    "Wager",
    "settle",
]
