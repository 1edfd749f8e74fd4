"""What is recorded of a table's money besides its rounds."""

from datetime import date
from typing import Literal

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.access.warrant import Warrant

SlipKind = Literal["opener", "fill", "credit", "drop", "closer"]
"""Chips found in the tray, brought to it, taken from it; cash found in the box; chips left in the tray."""


class Pieces(Struct, frozen=True):
    """Chips or notes of one denomination, which is in cents."""

    each: int
    number: int


class SlipMade(Struct, frozen=True, tag=True, kw_only=True):
    """A numbered slip that two people signed. It is never changed: another may replace it."""

    number: int
    """Counts the slips of the table, without gaps."""
    kind: SlipKind
    count: tuple[Pieces, ...]
    """The largest first."""
    warrant: Warrant
    day: date
    shift: str
    replaces: int | None = None
    password: bool = False
    """It is above what either of the two signs for with a PIN: the second has signed with a password."""

    @property
    def amount(self) -> int:
        """What was counted, in cents."""
        return sum(pieces.each * pieces.number for pieces in self.count)


class ChipsBought(Struct, frozen=True, tag=True, kw_only=True):
    """A player bought chips at the table; the transfer comes right after."""

    player: str
    amount: int
    by: Actor
    most: int | None
    """The bound for a player who buys for himself."""
    day: date
    """The gaming day that it counts in."""
    second: Actor | None = None
    """Who signed too with a password, where it is above what the first moves alone."""


class ChipsCashed(Struct, frozen=True, tag=True, kw_only=True):
    """A player took chips away from the table; the transfer comes right after."""

    player: str
    amount: int
    by: Actor
    day: date
    """The gaming day that it counts in."""
    second: Actor | None = None
    """Who signed too with a password, where it is above what the first moves alone."""


MoneyEvent = SlipMade | ChipsBought | ChipsCashed
