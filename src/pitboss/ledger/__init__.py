"""The ledger: double entry in exact cents. All accounts always sum to zero. Pure."""

from pitboss.ledger.accounts import Transfer
from pitboss.ledger.book import Book, TransfersPosted, evolve, post
from pitboss.ledger.days import GamingDay, OperatingHours, gaming_day

__all__ = [
    "Book",
    "GamingDay",
    "OperatingHours",
    "Transfer",
    "TransfersPosted",
    "evolve",
    "gaming_day",
    "post",
]
