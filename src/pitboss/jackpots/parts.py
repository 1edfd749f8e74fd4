"""Parts of a link's events: booked and borne shares, the sources of a seed, slips.

The clauses of a sheet on what a jackpot does: it grows, and its system may fail.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct, field

from pitboss.citation import Cited, Clauses, clauses_or
from pitboss.people import Person
from pitboss.sheets.game import Game


def growth_clauses(game: Game) -> Clauses:
    """The clauses by which accepted bets raise the jackpot and a hit resets it."""
    return game.sheet.bets["jackpot"].clauses


def failure_clauses(game: Game) -> Clauses:
    """The clauses on a failed jackpot system; by default the one for the shift manager."""
    found = (c for c, p in game.sheet.irregularities.items() if p.effect == "freeze_jackpot")
    return clauses_or(found, game.ruling_clauses)


class Seed(Struct, frozen=True):
    """The sources of a reset value, in exact cents."""

    overflow: Fraction = field(default_factory=Fraction)
    reserve: Fraction = field(default_factory=Fraction)
    house: Fraction = field(default_factory=Fraction)

    @property
    def total(self) -> Fraction:
        """The whole seed."""
        return self.overflow + self.reserve + self.house


class BookedBet(Struct, frozen=True, kw_only=True):
    """An accepted bet and its shares, in exact cents."""

    box: int
    player: str
    amount: int
    display: Fraction
    overflow: Fraction
    reserve: Fraction


class BornePart(Struct, frozen=True):
    """A part of a returned bet's share that the house bears, because a claim's value holds it."""

    claim: str
    amount: Fraction
    mark: int
    """The booking of the share."""


class Slip(Struct, frozen=True, kw_only=True):
    """The numbered document of a payment. As part of an event it never changes."""

    number: int
    claim: str
    table: str
    round: str
    box: int
    player: str
    hand: str
    percent: int
    value: Fraction
    """The display that it was paid from."""
    amount: int
    means: Literal["attendant", "device"]
    prepared_by: Person
    signatures: tuple[Person, ...]
    cited: Cited
