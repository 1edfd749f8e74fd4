"""What simulated rounds add up to: counts of cells, the house's results, and bonuses for other boxes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled


class Totals(NamedTuple):
    """What a cell gains, and where the house's results are counted from."""

    gains: Ints
    """The gain of each bet in each cell, in units that are whole numbers."""
    whole: Ints
    """The gain of all bets together in each cell."""
    lowest: int
    """The least that all boxes together can gain."""
    envy: Ints
    """The Envy Bonus of each jackpot line in cents; nothing where there is none."""
    envied: NDArray[np.bool_]
    """For each cell, whether the box gets a bonus for another's line."""
    shown: NDArray[np.bool_]
    """For each cell, whether the hand was played to the end, so that it brings others a bonus."""


class Counts(NamedTuple):
    """The tally of a run of rounds; tallies add up."""

    cells: Ints
    """By box, cell of the play and jackpot line: how often."""
    house: Ints
    """By what all boxes gain together, from the least on: how many rounds."""
    products: Ints
    """By two bets: the sum over rounds of what all boxes gain on each, multiplied."""
    envy: Ints
    """By jackpot line: the bonuses paid for it to other boxes."""


@compiled
def note_house(cells: Ints, lines: Ints, counts: Counts, totals: Totals) -> None:
    """Add a round of several boxes."""
    together = 0
    for box in range(len(cells)):
        together += totals.whole[cells[box]]
    counts.house[together - totals.lowest] += 1
    bets = len(totals.gains)
    for bet in range(bets):
        mine = 0
        for box in range(len(cells)):
            mine += totals.gains[bet, cells[box]]
        for other in range(bet, bets):
            theirs = 0
            for box in range(len(cells)):
                theirs += totals.gains[other, cells[box]]
            counts.products[bet, other] += mine * theirs
    for box in range(len(cells)):
        line = lines[box]
        if line < len(totals.envy) and totals.envy[line] and totals.shown[cells[box]]:
            for other in range(len(cells)):
                if other != box and totals.envied[cells[other]]:
                    counts.envy[line] += 1
