"""Loops over cards as machine code: compiled once per machine and kept beside the source.

Only modules that count import this, and only when something must be counted: what is stored is
answered without it.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """A function compiled on its first call.

    It works on arrays alone and so without Python's lock: other threads go on while it counts.
    """
    made: Callable[P, R] = njit(cache=True, nogil=True)(function)
    return made
