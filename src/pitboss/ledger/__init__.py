"""The ledger: double entry in exact cents. All accounts always sum to zero. Pure."""

from pitboss.ledger.book import Book, TransfersPosted, evolve, post
from pitboss.ledger.gaming_day import GamingDay, OperatingHours, gaming_day
from pitboss.ledger.transfer import Transfer

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
