"""What events of a link are made of: shares booked and borne, where a seed came from, slips."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct, field

from pitboss.citation import Cited
from pitboss.people import Person


class Seed(Struct, frozen=True):
    """Where the money of a reset value came from, in exact cents."""

    overflow: Fraction = field(default_factory=Fraction)
    reserve: Fraction = field(default_factory=Fraction)
    house: Fraction = field(default_factory=Fraction)

    @property
    def total(self) -> Fraction:
        """All of it."""
        return self.overflow + self.reserve + self.house


class BookedBet(Struct, frozen=True, kw_only=True):
    """An accepted bet and where its shares went, in exact cents."""

    box: int
    player: str
    amount: int
    display: Fraction
    overflow: Fraction
    reserve: Fraction


class BornePart(Struct, frozen=True):
    """Part of a returned bet's share that the house bears, because a claim's value holds it."""

    claim: str
    amount: Fraction
    mark: int
    """When the share had been booked."""


class Slip(Struct, frozen=True, kw_only=True):
    """The numbered paper of a payment. It is part of an event, so nothing can change it."""

    number: int
    claim: str
    table: str
    round: str
    box: int
    player: str
    hand: str
    percent: int
    value: Fraction
    """What the display showed for it."""
    amount: int
    means: Literal["attendant", "device"]
    prepared_by: Person
    signatures: tuple[Person, ...]
    cited: Cited
