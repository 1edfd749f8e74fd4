"""The result of a settlement: one line per bet, and the jackpot's moves."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.reason import Reason
from pitboss.sheets.model import BetResult
from pitboss.words import sentence


class Line(Struct, frozen=True, kw_only=True):
    """The settlement of one bet or one bonus."""

    box: int
    player: str
    bet: str
    stake: int
    result: BetResult
    net: int
    """The player's net gain on the bet, in cents."""
    clauses: tuple[Clause, ...]
    reason: Reason

    @property
    def why(self) -> str:
        """The reason as a sentence in English."""
        return sentence(self.reason)


class Payout(Struct, frozen=True, kw_only=True):
    """A payment on a jackpot bet."""

    box: int
    player: str
    hand: str
    amount: int
    percent: int = 0
    """The share of the display it was, or 0 for an amount that does not lower it."""


class JackpotMoves(Struct, frozen=True):
    """The display when betting opened and when the round was over, and the payouts."""

    before: Fraction
    after: Fraction
    payouts: tuple[Payout, ...]
    added: Fraction
    """The contribution of the round's accepted bets; returned bets add nothing."""


class Settlement(Struct, frozen=True):
    """A settled or void round."""

    outcome: Literal["settled", "void"]
    lines: tuple[Line, ...]
    jackpot: JackpotMoves | None
    under_minimum: tuple[str, ...] = ()
    """Players of whom a bet under the minimum was paid or collected in this round."""

    def shares_won(self) -> tuple[Payout, ...]:
        """The payouts that are a share of the display."""
        return tuple(paid for paid in self.jackpot.payouts if paid.percent) if self.jackpot else ()

    def players(self) -> dict[str, int]:
        """The sum of net for each player, in the order of the boxes."""
        sums: dict[str, int] = {}
        for line in self.lines:
            sums[line.player] = sums.get(line.player, 0) + line.net
        return sums
