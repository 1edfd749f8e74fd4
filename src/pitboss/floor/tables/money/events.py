"""Commands and events of a table's money besides those of its rounds."""

from datetime import date
from typing import Literal

from msgspec import Struct, structs

from pitboss.access.roles import Actor
from pitboss.access.warrant import Warrant
from pitboss.commands.record import Signed
from pitboss.people import Means

SlipKind = Literal["opener", "fill", "credit", "drop", "closer"]
"""Chips found in the tray, added to it, taken from it; cash found in the drop box; chips left in the tray."""


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


class Pieces(Struct, frozen=True):
    """Chips or notes of one denomination, in cents."""

    each: int
    number: int


class SlipMade(Struct, frozen=True, tag=True, kw_only=True):
    """A numbered slip that two people signed. Slips never change; a later one may replace it."""

    number: int
    """Numbers the table's slips without gaps."""
    kind: SlipKind
    count: tuple[Pieces, ...]
    """Largest denomination first."""
    warrant: Warrant
    day: date
    shift: str
    replaces: int | None = None
    password: bool = False
    """The second person signed with a password, because the amount needs more than a PIN."""

    @property
    def amount(self) -> int:
        """The counted amount, in cents."""
        return sum(pieces.each * pieces.number for pieces in self.count)


class ChipsBought(Struct, frozen=True, tag=True, kw_only=True):
    """A player bought chips at the table; the transfer follows."""

    player: str
    amount: int
    by: Actor
    most: int | None
    """The bound for a player who buys without staff."""
    day: date
    second: Actor | None = None
    """The second person, who signed with a password, if the amount needs one."""


class ChipsCashed(Struct, frozen=True, tag=True, kw_only=True):
    """A player cashed chips at the table; the transfer follows."""

    player: str
    amount: int
    by: Actor
    day: date
    second: Actor | None = None
    """The second person, who signed with a password, if the amount needs one."""


MoneyEvent = SlipMade | ChipsBought | ChipsCashed
