"""Kernels: loops over cards, compiled just in time by numba and cached beside the source.

numba takes seconds to import, so kernel modules are imported only when a count is not in the cache. numba
takes tables as named tuples of arrays. Python calls kernels with many arguments by keyword; kernels call each
other by position.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from numba import njit
from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function just in time, without the global interpreter lock so that other threads run on."""
    made: Callable[P, R] = njit(cache=True, nogil=True)(function)
    return made


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function as part of each function that calls it: for parts of the hottest loops."""
    made: Callable[P, R] = njit(cache=True, nogil=True, inline="always")(function)
    return made


@compiled
def overwrite(row: NDArray[Any], by: NDArray[Any]) -> None:
    """Copy a row over another of the same length.

    A loop, because with an assignment to a slice numba compiles the message about rows of different lengths
    too, which takes it two seconds.
    """
    for place in range(len(by)):
        row[place] = by[place]


@compiled
def next_set(chosen: NDArray[Any], most: int) -> bool:
    """Step ``chosen`` to the next rising set of numbers below ``most``; False after the last."""
    for place in range(len(chosen)):
        end = most if place == len(chosen) - 1 else chosen[place + 1]
        if chosen[place] + 1 < end:
            chosen[place] += 1
            for lower in range(place):
                chosen[lower] = lower
            return True
    return False
