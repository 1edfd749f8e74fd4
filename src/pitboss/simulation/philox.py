"""Kernels: the counter-based generator Philox4x32-10 of Salmon, Moraes, Dror and Shaw (2011).

A block is a function of a key and a counter, so that any block can be made without those before it: the same
seed gives the same numbers in any order and on any number of workers. The key is the seed. The counter is the
number of the block in 64 bits, zero, and how often the block was drawn before and rejected.

Words of 64 bits come in groups of 256, made from 128 blocks: first the low halves of all, then the high ones.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiled import compiled

Words = NDArray[np.uint64]

WORDS: Final = 1 << 65
"""The number of words of one seed: two of each block."""
SEEDS: Final = 1 << 64
GROUP: Final = 256
"""Words of a group. The processor makes several blocks at a time, since they do not depend on each other."""
_BLOCKS: Final = GROUP // 2
_M0: Final = np.uint64(0xD2511F53)
_M1: Final = np.uint64(0xCD9E8D57)
_W0: Final = np.uint32(0x9E3779B9)
_W1: Final = np.uint32(0xBB67AE85)
_HALF: Final = np.uint64(32)
_ROUNDS: Final = 10


@compiled
def block(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> tuple[Any, Any, Any, Any]:
    """One block: four words of 32 bits from as many of the counter and two of the key."""
    for _ in range(_ROUNDS):
        p0, p1 = _M0 * np.uint64(c0), _M1 * np.uint64(c2)
        c0, c2 = np.uint32(p1 >> _HALF) ^ c1 ^ k0, np.uint32(p0 >> _HALF) ^ c3 ^ k1
        c1, c3 = np.uint32(p1), np.uint32(p0)
        k0, k1 = np.uint32(k0 + _W0), np.uint32(k1 + _W1)
    return c0, c1, c2, c3


@compiled
def fill(seed: Any, group: Any, low: Words, high: Words) -> None:
    """Write the words of a group: the low halves of its blocks to one array, the high ones to the other."""
    k0, k1, zero = np.uint32(seed), np.uint32(seed >> _HALF), np.uint32(0)
    first = group * np.uint64(_BLOCKS)
    for place in range(len(low)):
        number = first + np.uint64(place)
        a, b, c, d = block(np.uint32(number), np.uint32(number >> _HALF), zero, zero, k0, k1)
        low[place] = np.uint64(b) << _HALF | np.uint64(a)
        high[place] = np.uint64(d) << _HALF | np.uint64(c)


@compiled
def fill_groups(seed: Any, first: Any, words: Words) -> None:
    """Write the words of as many groups as there is room for, from group ``first`` on."""
    for group in range(len(words) // GROUP):
        start = group * GROUP
        middle, end = start + _BLOCKS, start + GROUP
        fill(seed, first + np.uint64(group), words[start:middle], words[middle:end])


@compiled
def word_of(seed: Any, number: Any, attempt: Any) -> Any:
    """One word: its number, and how often it was drawn before and rejected."""
    place = np.int64(number & np.uint64(GROUP - 1))
    within = place if place < _BLOCKS else place - _BLOCKS
    of = (number >> np.uint64(8)) * np.uint64(_BLOCKS) + np.uint64(within)
    a, b, c, d = block(
        np.uint32(of),
        np.uint32(of >> _HALF),
        np.uint32(0),
        np.uint32(attempt),
        np.uint32(seed),
        np.uint32(seed >> _HALF),
    )
    if place < _BLOCKS:
        return np.uint64(b) << _HALF | np.uint64(a)
    return np.uint64(d) << _HALF | np.uint64(c)
