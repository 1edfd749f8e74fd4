"""Exact figures from an exact distribution, and the house's risk on several boxes."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.analysis.model import BetFigures, BoxCovariances, Distribution
from pitboss.invariant import InvariantBroken


def distribution(counts: Mapping[Fraction, int]) -> Distribution:
    """The distribution of net gains, from the number of combinations of each."""
    total = sum(counts.values())
    if total < 1:
        raise InvariantBroken("the figures of a bet were asked for that has no outcome")
    return Distribution(
        tuple((Fraction(net), Fraction(count, total)) for net, count in sorted(counts.items()) if count)
    )


def moment(of: Distribution, power: int, around: Fraction = Fraction(0)) -> Fraction:
    """The moment of the gain around ``around``: the expectation of ``(gain - around) ** power``."""
    return sum(((net - around) ** power * chance for net, chance in of.outcomes), Fraction(0))


def figures(of: Distribution, average_wager: Fraction = Fraction(1)) -> BetFigures:
    """All figures of a bet."""
    ev = moment(of, 1)
    variance = moment(of, 2, ev)
    third = moment(of, 3, ev)
    return BetFigures(
        ev=ev,
        average_wager=average_wager,
        variance=variance,
        skewness=float(third) / float(variance) ** 1.5 if variance else 0.0,
        hit_frequency=sum((chance for net, chance in of.outcomes if net > 0), Fraction(0)),
        push_frequency=sum((chance for net, chance in of.outcomes if net == 0), Fraction(0)),
    )


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
