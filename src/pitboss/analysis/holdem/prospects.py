"""The results of one hand over all cards still to come."""

from fractions import Fraction

from msgspec import Struct

from pitboss.analysis.holdem.gains import StakeGains


class Prospects(Struct, frozen=True, eq=False):
    """All deals that can follow from a decision, counted by result."""

    deals: list[int]
    """Deals won by each category, tied, lost."""
    fours: list[list[int]]
    """Deals won, lost and tied on each possible board of four."""
    flops: list[list[int]]
    """Deals won, lost and tied on each possible flop."""

    def gain(self, bet: StakeGains) -> Fraction:
        """The expected gain of a bet in units of its stake."""
        each = (*bet.wins, bet.tie, bet.loss)
        return Fraction(
            sum(times * gain for times, gain in zip(self.deals, each, strict=True)), sum(self.deals)
        )

    def at_best(self, bet: StakeGains, boards: list[list[int]]) -> Fraction:
        """The expected gain of a bet placed only on boards where it gains, in units of its stake."""
        win, loss, tie = bet.wins[0], bet.loss, bet.tie
        gains = [won * win + lost * loss + tied * tie for won, lost, tied in boards]
        return Fraction(sum(gain for gain in gains if gain > 0), sum(map(sum, boards)))
