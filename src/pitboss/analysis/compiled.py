"""Kernels: loops over cards, compiled just in time by numba and cached beside the source.

numba takes seconds to import, so kernel modules are imported only when a count is not in the cache. numba
takes tables as named tuples of arrays. Python calls kernels with many arguments by keyword; kernels call each
other by position.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function just in time, without the global interpreter lock so that other threads run on."""
    made: Callable[P, R] = njit(cache=True, nogil=True)(function)
    return made
