"""The money of a table: its tray, counted by two people, and its players' chips. Pure."""

from pitboss.floor.tables.money.commands import BuyIn, CashOut, MakeSlip, MoneyCommand
from pitboss.floor.tables.money.events import ChipsBought, ChipsCashed, SlipKind, SlipMade
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
