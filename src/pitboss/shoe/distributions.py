"""Exact distributions of statistics of a shuffle in which every order of n cards is equally likely.

P-values of test statistics, and which of several tests fail.

The tails come from mpmath, whose incomplete gamma function is exact far out, where a biased shuffle lies.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, erfc, factorial, sqrt

import mpmath  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray


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


CountArray = NDArray[np.int64]


def places(counts: CountArray, shuffles: int) -> tuple[float, int]:
    """Chi-square of a table of cards by positions, and its degrees of freedom.

    Every shuffle puts one card into each position and each card into one position. So the table has (n-1)²
    directions in which it can differ from the even one, and in each the same variance, 1/(n-1) a shuffle: a
    textbook's 1/n would make every shuffle look a little too uneven.
    """
    n = len(counts)
    distance = float(((counts - shuffles / n) ** 2).sum())
    return distance * (n - 1) / shuffles, (n - 1) ** 2


def neighbours(counts: CountArray, shuffles: int) -> tuple[float, int]:
    """Chi-square of a table of which card follows which, the first following the last, and its degrees.

    Each card follows one other and is followed by one, so the rows and the columns are fixed and the diagonal
    is empty. What is left falls into two parts: how often two cards lie side by side, and in which order.
    Their variances are 1/(n-1) and n/((n-1)(n-2)) a shuffle.
    """
    n = len(counts)
    beside = (counts + counts.T) / 2 - (1 - np.eye(n)) * shuffles / (n - 1)
    order = (counts - counts.T) / 2
    statistic = float((beside**2).sum()) * (n - 1) + float((order**2).sum()) * (n - 1) * (n - 2) / n
    return statistic / shuffles, n * (n - 3) // 2 + (n - 1) * (n - 2) // 2


def descents(n: int) -> list[Fraction]:
    """How likely n numbers in any order go down 0, 1, 2, … times: the numbers of Euler."""
    row = [1]
    for size in range(2, n + 1):
        padded = [0, *row, 0]
        row = [(size - k) * left + (k + 1) * right for k, (left, right) in enumerate(pairwise(padded))]
    return [Fraction(count, factorial(n)) for count in row]


def colour_runs(n: int) -> list[Fraction]:
    """How likely n cards, half of them red, lie in 0, 1, 2, … runs of one colour."""
    half = n // 2
    ways = [0] * (n + 1)
    for runs in range(2, n + 1):
        ways[runs] = 2 * comb(half - 1, (runs + 1) // 2 - 1) * comb(half - 1, runs // 2 - 1)
    return [Fraction(count, comb(n, half)) for count in ways]


def in_place(n: int) -> list[Fraction]:
    """How likely 0, 1, 2, … of n cards lie where they lay before: the numbers of Montmort."""
    deranged = [1, 0]
    for size in range(2, n + 1):
        deranged.append((size - 1) * (deranged[-1] + deranged[-2]))
    return [Fraction(comb(n, kept) * deranged[n - kept], factorial(n)) for kept in range(n + 1)]


def product_with_next(values: list[int]) -> tuple[Fraction, Fraction]:
    """Mean and variance of the sum of each value times the next, the first following the last.

    For values that sum to zero, in any order (Wald and Wolfowitz, 1943).
    """
    assert sum(values) == 0, "values must be centred"
    n = len(values)
    squares, fourths = sum(value**2 for value in values), sum(value**4 for value in values)
    variance = Fraction(squares**2 - fourths, n - 1) + Fraction(squares**2 - 2 * fourths, (n - 1) * (n - 2))
    return Fraction(-squares, n - 1), variance - Fraction(squares, n - 1) ** 2


def product_with_other(values: list[int]) -> Fraction:
    """Variance of the sum of products of two orders of the same centred values; its mean is zero."""
    squares = sum(value**2 for value in values)
    return Fraction(squares**2, len(values) - 1)
