"""The results of one hand over all cards still to come."""

from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from pitboss.analysis.holdem.gains import StakeGains

if TYPE_CHECKING:
    from pitboss.analysis.arrays import Ints


class Prospects(Struct, frozen=True, eq=False):
    """All deals that can follow from a decision, counted by result: in arrays, or in lists without numpy."""

    deals: "Ints | list[int]"
    """Deals won by each category, tied, lost."""
    fours: "Ints | list[list[int]]"
    """Deals won, lost and tied on each possible board of four."""
    flops: "Ints | list[list[int]]"
    """Deals won, lost and tied on each possible flop."""

    def gain(self, bet: StakeGains) -> Fraction:
        """The expected gain of a bet in units of its stake."""
        deals = self.deals if isinstance(self.deals, list) else self.deals.tolist()
        each = (*bet.wins, bet.tie, bet.loss)
        gained = sum(times * gain for times, gain in zip(deals, each, strict=True))
        return Fraction(gained, sum(deals))

    def at_best(self, bet: StakeGains, boards: "Ints | list[list[int]]") -> Fraction:
        """The expected gain of a bet placed only on boards where it gains, in units of its stake."""
        rows = boards if isinstance(boards, list) else boards.tolist()
        win, loss, tie = bet.wins[0], bet.loss, bet.tie
        gains = [won * win + lost * loss + tied * tie for won, lost, tied in rows]
        return Fraction(sum(gain for gain in gains if gain > 0), sum(map(sum, rows)))
