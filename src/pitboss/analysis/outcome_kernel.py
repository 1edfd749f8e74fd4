"""Kernels: the Dealer's hands by outcome, whether the Dealer qualifies or not, and what they bring.

The order of the outcomes is that of :data:`pitboss.analysis.payoffs.MET`.
"""

from typing import Any, Final

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled

OUTCOMES: Final = 6
"""The Dealer's hands that do not qualify and are beaten, tie, win; then those that qualify."""
WholeNumber = Any
"""A whole number, of Python's or of an array."""


@compiled
def by_outcome(
    qualifies: bool,
    unqualified: WholeNumber,
    beaten: WholeNumber,
    same: WholeNumber,
    dealers: WholeNumber,
    counts: Ints,
) -> None:
    """Write the Dealer's hands by outcome to ``counts``; ``qualifies`` says whether the own hand would."""
    if qualifies:
        counts[0], counts[1], counts[2] = unqualified, 0, 0
        counts[3], counts[4], counts[5] = beaten - unqualified, same, dealers - beaten - same
    else:
        counts[0], counts[1], counts[2] = beaten, same, unqualified - beaten - same
        counts[3], counts[4], counts[5] = 0, 0, dealers - unqualified


@compiled
def gained(counts: Ints, gains: Ints, line: WholeNumber, part: int) -> WholeNumber:
    """What the hands of ``counts`` bring a hand of a line in one part of its gains.

    ``gains`` are by line, part and outcome; of a game with one bet the parts are what is gained without it,
    and for each Ante of it.
    """
    found = 0
    for outcome in range(OUTCOMES):
        found += counts[outcome] * gains[line, part, outcome]
    return found
