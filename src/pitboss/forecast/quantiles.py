"""Quantiles of simulated figures, by the words in which they are told."""

import numpy as np

from pitboss.analysis.arrays import Floats


def quantiles(values: Floats, levels: tuple[float, ...]) -> dict[str, float]:
    """The quantiles of values, by their levels as percentages: ``5%``, ``99.9%``."""
    found = np.quantile(values, levels)
    return {f"{level:.1%}".replace(".0%", "%"): float(at) for level, at in zip(levels, found, strict=True)}
