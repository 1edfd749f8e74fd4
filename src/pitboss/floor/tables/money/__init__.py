"""The money of a table: its tray, counted by two people, and its players' chips. Pure."""

from pitboss.floor.tables.money.events import (
    BuyIn,
    CashOut,
    ChipsBought,
    ChipsCashed,
    MakeSlip,
    MoneyCommand,
    SlipKind,
    SlipMade,
)
from pitboss.floor.tables.money.state import Session

__all__ = [
    "BuyIn",
    "CashOut",
    "ChipsBought",
    "ChipsCashed",
    "MakeSlip",
    "MoneyCommand",
    "Session",
    "SlipKind",
    "SlipMade",
]
