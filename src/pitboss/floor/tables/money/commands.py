"""What is asked of a table's money."""

from msgspec import Struct, structs

from pitboss.access.command_record import Signed
from pitboss.access.events import Means
from pitboss.access.roles import Actor
from pitboss.access.warrant import Warrant
from pitboss.floor.tables.money.events import SlipKind


class MakeSlip(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Two people have counted: make out the next slip."""

    kind: SlipKind
    count: dict[int, int]
    """How many pieces of each denomination, in cents."""
    warrant: Warrant
    replaces: int | None = None
    """The number of a slip of the same session that was wrong."""
    means: Means = "pin"
    """With what the second person has signed."""

    def __post_init__(self) -> None:
        """The same count is the same command, in whichever order it was made."""
        structs.force_setattr(self, "count", dict(sorted(self.count.items())))


class BuyIn(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A player gets chips for his money."""

    player: str
    amount: int
    by: Actor
    most: int | None = None
    """What a player who buys for himself may hold at the table afterwards; none where staff sell chips."""
    second: Signed | None = None
    """Whoever signs too, above what the first moves alone."""


class CashOut(Struct, frozen=True, tag=True, omit_defaults=True):
    """A player takes chips away from the table, to be paid for them."""

    player: str
    amount: int
    by: Actor
    second: Signed | None = None
    """Whoever signs too, above what the first moves alone."""


MoneyCommand = MakeSlip | BuyIn | CashOut
