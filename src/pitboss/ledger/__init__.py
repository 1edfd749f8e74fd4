"""The ledger: double entry in exact cents. Its sum over all accounts is always zero. Pure."""

from pitboss.ledger.book import Ledger, LedgerEvent, decide, evolve, fold
from pitboss.ledger.cited import Cited
from pitboss.ledger.gaming_day import GamingDay, OperatingHours, gaming_day
from pitboss.ledger.transfer import Transfer

__all__ = [
    "Cited",
    "GamingDay",
    "Ledger",
    "LedgerEvent",
    "OperatingHours",
    "Transfer",
    "decide",
    "evolve",
    "fold",
    "gaming_day",
]
