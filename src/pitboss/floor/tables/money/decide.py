"""Decide commands about a table's money."""

from typing import assert_never

from msgspec import Struct

from pitboss.floor.amounts import FloorAmounts
from pitboss.floor.tables.money.chips import buy_in, cash_out
from pitboss.floor.tables.money.commands import BuyIn, CashOut, MakeSlip, MoneyCommand
from pitboss.floor.tables.money.slips import make_slip
from pitboss.floor.tables.table import TableState
from pitboss.ledger import GamingDay
from pitboss.refusal import Refusal
from pitboss.sheets.game import Game


def decide_money(
    game: Game, table: TableState, amounts: FloorAmounts, day: GamingDay, command: MoneyCommand
) -> tuple[Struct, ...] | Refusal:
    """The events of a money command, transfers included, or the refusal."""
    match command:
        case MakeSlip():
            return make_slip(game, table, amounts, day, command)
        case BuyIn():
            return buy_in(game, table, amounts, day, command)
        case CashOut():
            return cash_out(game, table, amounts, day, command)
        case _:
            assert_never(command)
