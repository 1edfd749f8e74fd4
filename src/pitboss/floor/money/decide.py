"""What follows from a command about a table's money."""

from typing import assert_never

from msgspec import Struct

from pitboss.floor.amounts import FloorAmounts, signed
from pitboss.floor.money.chips import buy_in, cash_out
from pitboss.floor.money.commands import BuyIn, CashOut, MakeSlip, MoneyCommand
from pitboss.floor.money.events import ChipsBought, ChipsCashed, MoneyEvent, SlipMade
from pitboss.floor.money.slips import make_slip
from pitboss.floor.table import TableState
from pitboss.ledger import GamingDay
from pitboss.round import Refusal
from pitboss.sheets.game import Game


def decide_money(
    game: Game, table: TableState, amounts: FloorAmounts, day: GamingDay, command: MoneyCommand
) -> tuple[Struct, ...] | Refusal:
    """The events, transfers included, or the refusal."""
    match command:
        case MakeSlip():
            return make_slip(game, table, amounts, day, command)
        case BuyIn():
            return buy_in(game, table, amounts, day, command)
        case CashOut():
            return cash_out(game, table, amounts, day, command)
        case _:
            assert_never(command)


def asked_by(event: MoneyEvent) -> MoneyCommand:
    """The command that an event tells of."""
    match event:
        case SlipMade():
            return MakeSlip(
                event.kind,
                {p.each: p.number for p in event.count},
                event.warrant,
                event.replaces,
                "password" if event.password else "pin",
            )
        case ChipsBought():
            return BuyIn(event.player, event.amount, event.by, event.most, signed(event.second))
        case ChipsCashed():
            return CashOut(event.player, event.amount, event.by, signed(event.second))
        case _:
            assert_never(event)
