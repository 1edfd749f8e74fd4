"""Commands about a table's money."""

from msgspec import Struct, structs

from pitboss.access.roles import Actor
from pitboss.access.warrant import Warrant
from pitboss.commands.record import Signed
from pitboss.floor.tables.money.events import SlipKind
from pitboss.people import Means


class MakeSlip(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Make the next slip from what two people have counted."""

    kind: SlipKind
    count: dict[int, int]
    """Pieces by denomination, in cents."""
    warrant: Warrant
    replaces: int | None = None
    """The number of a wrong slip of the same session."""
    means: Means = "pin"

    def __post_init__(self) -> None:
        """Sort the count, so that equal counts are equal commands."""
        structs.force_setattr(self, "count", dict(sorted(self.count.items())))


class BuyIn(Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """A player buys chips."""

    player: str
    amount: int
    by: Actor
    most: int | None = None
    """The most that a player who buys without staff may hold afterwards; None where staff sell chips."""
    second: Signed | None = None


class CashOut(Struct, frozen=True, tag=True, omit_defaults=True):
    """A player cashes chips."""

    player: str
    amount: int
    by: Actor
    second: Signed | None = None


MoneyCommand = MakeSlip | BuyIn | CashOut
