"""What is asked of a table's money."""

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.access.warrant import Warrant
from pitboss.floor.money.events import SlipKind


class MakeSlip(Struct, frozen=True):
    """Two people have counted: make out the next slip."""

    kind: SlipKind
    count: dict[int, int]
    """How many pieces of each denomination, in cents."""
    warrant: Warrant
    replaces: int | None = None
    """The number of a slip of the same session that was wrong."""


class BuyIn(Struct, frozen=True):
    """A player gets chips for his money."""

    player: str
    amount: int
    by: Actor
    most: int | None = None
    """What a player who buys for himself may hold at the table afterwards; none where staff sell chips."""


class CashOut(Struct, frozen=True):
    """A player takes chips away from the table, to be paid for them."""

    player: str
    amount: int
    by: Actor


MoneyCommand = MakeSlip | BuyIn | CashOut
