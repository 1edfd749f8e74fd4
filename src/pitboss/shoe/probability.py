"""P-values of test statistics, and which of several tests fail.

The tails come from mpmath, whose incomplete gamma function is exact far out, where a biased shuffle lies.
"""

from collections.abc import Sequence
from math import erfc, sqrt

import mpmath  # type: ignore[import-untyped]


def chi_square(statistic: float, degrees: int) -> float:
    """The two-sided p-value of a chi-square statistic: too even is as wrong as too uneven."""
    half, at = degrees / 2, statistic / 2
    upper = float(mpmath.gammainc(half, at, regularized=True))
    lower = float(mpmath.gammainc(half, 0, at, regularized=True)) if upper > 0.5 else 1 - upper
    return min(1.0, 2 * min(upper, lower))


def normal(deviations: float) -> float:
    """The two-sided p-value of a deviation from the mean, in standard deviations."""
    return erfc(abs(deviations) / sqrt(2))


def poisson(count: int, mean: float) -> float:
    """The p-value of a count or more, for a Poisson distribution with this mean."""
    return float(mpmath.gammainc(count, 0, mean, regularized=True)) if count else 1.0


def rejected(p_values: Sequence[float], rate: float) -> list[bool]:
    """Which of several tests fail by Holm's method, at one false-alarm rate for all of them."""
    failed = [False] * len(p_values)
    left = len(p_values)
    for number in sorted(range(left), key=lambda number: p_values[number]):
        if p_values[number] > rate / left:
            break
        failed[number] = True
        left -= 1
    return failed
