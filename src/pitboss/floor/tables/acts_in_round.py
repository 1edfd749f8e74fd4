"""A limit on a player's acts at a table in one round, so that bets cannot be placed and withdrawn for ever.

A gate in front of the decision, not part of it, so the audit decides without it. It refuses acts that add:
bets before the cards, seats, chips. Withdrawing bets, leaving seats and deciding are always allowed; each
undoes or follows a counted act, so they are bounded too.
"""

from typing import Final

from pitboss.commands.record import Order
from pitboss.floor import commands as fc
from pitboss.floor.tables.money import BuyIn, CashOut
from pitboss.floor.tables.money.chips import free_chips
from pitboss.floor.tables.table import TableState
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round.commands import PlaceBet

MOST_ACTS: Final = 300
"""Default for acts of one player at a table, from the beginning of a round to that of the next."""


def acts_refusal(order: Order, table: TableState | None, most: int) -> Refusal | None:
    """Refusal of a player's act once they have made the most in this round. Staff are never refused."""
    if order.by.role != "player" or table is None or table.acts.get(order.by.name, 0) < most:
        return None
    if not _adds(order.command, table):
        return None
    why = because("too_many_acts", name=order.by.name, most=most, table=table.id, round=table.number)
    return refuse("too_many_acts", why)


def _adds(command: object, table: TableState) -> bool:
    """Whether a command adds something that a player could undo and do again."""
    match command:
        case fc.ActInRound(act=PlaceBet()):
            return table.round is None or not table.round.closed
        case fc.SitDown() | fc.TakeMoney(act=BuyIn()):
            return True
        case fc.TakeMoney(act=CashOut(player=player, amount=amount)):
            return amount < free_chips(table, player)
        case _:
            return False
