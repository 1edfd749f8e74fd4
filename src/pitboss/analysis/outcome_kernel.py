"""Kernels: the Dealer's hands by outcome, whether the Dealer qualifies or not, and what they bring.

The order of the outcomes is that of :data:`pitboss.analysis.met_gains.OUTCOMES`.
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
def gained(counts: Ints, gains: Ints, line: WholeNumber) -> tuple[WholeNumber, WholeNumber]:
    """What the hands of ``counts`` bring a hand of a line: without the decision bet, and for each Ante of it.

    ``gains`` are by line, without the bet and for each Ante of it, and by outcome.
    """
    held, raised = 0, 0
    for outcome in range(OUTCOMES):
        held += counts[outcome] * gains[line, 0, outcome]
        raised += counts[outcome] * gains[line, 1, outcome]
    return held, raised
