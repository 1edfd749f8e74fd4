"""Settlement: what each bet gets, line by line, with the clauses that say so. Pure functions."""

from pitboss.settlement.facts import (
    Award,
    Box,
    Denied,
    Display,
    Facts,
    Limits,
    Linked,
    RuledBet,
    Table,
    Wager,
)
from pitboss.settlement.hands_held import CardsUnknown
from pitboss.settlement.settle import AwardsDiffer, settle
from pitboss.settlement.verdicts import JackpotMoves, Line, Payout, Settlement

__all__ = [
    "Award",
    "AwardsDiffer",
    "Box",
    "CardsUnknown",
    "Denied",
    "Display",
    "Facts",
    "JackpotMoves",
    "Limits",
    "Line",
    "Linked",
    "Payout",
    "RuledBet",
    "Settlement",
    "Table",
    "Wager",
    "settle",
]
