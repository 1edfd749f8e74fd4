"""Events of a table's money besides those of its rounds."""

from datetime import date
from typing import Literal

from msgspec import Struct

from pitboss.access.roles import Actor
from pitboss.access.warrant import Warrant

SlipKind = Literal["opener", "fill", "credit", "drop", "closer"]
"""Chips found in the tray, added to it, taken from it; cash found in the drop box; chips left in the tray."""


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
