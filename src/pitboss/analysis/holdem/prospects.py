"""The results of one hand over all cards still to come."""

from fractions import Fraction

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Ints
from pitboss.analysis.holdem.gains import StakeGains


class Prospects(Struct, frozen=True, eq=False):
    """All deals that can follow from a decision, counted by result."""

    deals: Ints
    """Deals won by each category, tied, lost."""
    fours: Ints
    """Deals won, lost and tied on each possible board of four."""
    flops: Ints
    """Deals won, lost and tied on each possible flop."""

    def gain(self, bet: StakeGains) -> Fraction:
        """The expected gain of a bet in units of its stake."""
        each = (*bet.wins, bet.tie, bet.loss)
        gained = sum(times * gain for times, gain in zip(self.deals.tolist(), each, strict=True))
        return Fraction(gained, int(self.deals.sum()))

    def at_best(self, bet: StakeGains, boards: Ints) -> Fraction:
        """The expected gain of a bet placed only on boards where it gains, in units of its stake."""
        gains = boards @ np.array([bet.wins[0], bet.loss, bet.tie])
        return Fraction(int(gains[gains > 0].sum()), int(boards.sum()))
