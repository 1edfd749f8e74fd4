"""The result of a settlement: one line per bet, and what the jackpot did."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.sheets.model import Result


class Line(Struct, frozen=True, kw_only=True):
    """What one bet, or one bonus, gets."""

    box: int
    player: str
    bet: str
    stake: int
    result: Result
    net: int
    """What the player has more, or less, than before the bet was placed, in cents."""
    clauses: tuple[Clause, ...]
    why: str


class Payout(Struct, frozen=True, kw_only=True):
    """A payment on a jackpot bet."""

    box: int
    player: str
    hand: str
    amount: int
    percent: int = 0
    """The share of the display it was, or 0 for an amount that does not lower it."""


class JackpotMoves(Struct, frozen=True):
    """What the display showed when betting opened and when the round was over, and who was paid."""

    before: Fraction
    after: Fraction
    payouts: tuple[Payout, ...]
    added: Fraction
    """What the accepted bets of the round added, those returned left out."""


class Settlement(Struct, frozen=True):
    """A settled or void round."""

    outcome: Literal["settled", "void"]
    lines: tuple[Line, ...]
    jackpot: JackpotMoves | None
    under_minimum: tuple[str, ...] = ()
    """Players settled under the minimum in this round."""

    def shares_won(self) -> tuple[Payout, ...]:
        """The payouts that are a share of the display."""
        return tuple(paid for paid in self.jackpot.payouts if paid.percent) if self.jackpot else ()

    def players(self) -> dict[str, int]:
        """The sum of net for each player, in the order of the boxes."""
        sums: dict[str, int] = {}
        for line in self.lines:
            sums[line.player] = sums.get(line.player, 0) + line.net
        return sums
