"""The money of a table: its tray counted by two people, and the chips of its players. Pure."""

from pitboss.floor.money.commands import BuyIn, CashOut, MakeSlip, MoneyCommand
from pitboss.floor.money.events import ChipsBought, ChipsCashed, SlipKind, SlipMade
from pitboss.floor.money.state import Session, TableMoney

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
    "TableMoney",
]
