"""How one hand fares over all cards that may still come."""

from fractions import Fraction

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Ints
from pitboss.analysis.holdem.gains import StakeGains


class Prospects(Struct, frozen=True, eq=False):
    """All deals from where a hand stands."""

    deals: Ints
    """Won by each category, tied, lost."""
    fours: Ints
    """Won, lost and tied on each board of four that may come."""
    flops: Ints
    """Won, lost and tied on each flop that may come."""

    def gain(self, bet: StakeGains) -> Fraction:
        """What a bet gains in units of its stake."""
        each = (*bet.wins, bet.tie, bet.loss)
        gained = sum(times * gain for times, gain in zip(self.deals.tolist(), each, strict=True))
        return Fraction(gained, int(self.deals.sum()))

    def at_best(self, bet: StakeGains, boards: Ints) -> Fraction:
        """What a bet gains that is placed on those boards where it gains, in units of its stake."""
        gains = boards @ np.array([bet.wins[0], bet.loss, bet.tie])
        return Fraction(int(gains[gains > 0].sum()), int(boards.sum()))
