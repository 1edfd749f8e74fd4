"""Times of works that are repeated."""

import time
from collections.abc import Callable, Sequence
from statistics import quantiles
from typing import Annotated

Runs = Annotated[int, "runs, of which the best counts"]


def best(work: Callable[[], object], runs: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of several runs, in seconds of a clock."""
    return min(seconds(work, clock) for _ in range(runs))


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """What one run takes."""
    began = clock()
    work()
    return clock() - began


def percentiles(found: Sequence[float]) -> list[float]:
    """The 99 cut points of what was found, the median at 49; of nothing they are nought."""
    return quantiles([*found, *found] if len(found) == 1 else found or (0.0, 0.0), n=100)
