"""Several boxes at one table: what the house risks."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.analysis.model import BoxCovariances


def house_std_dev(boxes: BoxCovariances, stakes: Mapping[str, int | Fraction], most: int) -> list[float]:
    """The house's standard deviation of a round for 1 to ``most`` boxes with these stakes each.

    With n boxes the variance is n times that of a box, plus n (n - 1) times the covariance of two.
    """
    weights = [Fraction(stakes.get(bet, 0)) for bet in boxes.bets]
    one, two = _form(boxes.within, weights), _form(boxes.between, weights)
    return [math.sqrt(n * one + n * (n - 1) * two) for n in range(1, most + 1)]


def _form(matrix: Sequence[Sequence[Fraction]], weights: Sequence[Fraction]) -> Fraction:
    return sum(
        (a * b * matrix[i][j] for i, a in enumerate(weights) for j, b in enumerate(weights)),
        Fraction(0),
    )
