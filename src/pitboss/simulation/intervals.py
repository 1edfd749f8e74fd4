"""Intervals of simulated figures: exact ones for counts, normal ones for means of many bounded gains."""

import math
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import mpmath  # type: ignore[import-untyped]

CONFIDENCE: Final = 0.99
"""The chance that an interval holds the true value."""
_EXACT_BELOW: Final = 2_000


def deviations(confidence: float = CONFIDENCE) -> float:
    """How many standard deviations on each side a normal interval has."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


@lru_cache(4096)
def count_interval(count: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of the expectation behind a Poisson count, by Garwood's method.

    Above 2,000 the quantiles of the gamma distribution are those of Wilson and Hilferty.
    """
    tail = (1 - confidence) / 2
    low = 0.0 if count == 0 else _gamma_quantile(count, tail)
    return low, _gamma_quantile(count + 1, 1 - tail)


def _gamma_quantile(shape: int, below: float) -> float:
    z = NormalDist().inv_cdf(below)
    near = shape * (1 - 1 / (9 * shape) + z / (3 * math.sqrt(shape))) ** 3
    if shape > _EXACT_BELOW:
        return near
    low, high = 0.0, max(2 * near, 20.0)
    for _ in range(60):
        middle = (low + high) / 2
        if float(mpmath.gammainc(shape, 0, middle, regularized=True)) < below:
            low = middle
        else:
            high = middle
    return high
