"""Kernels: all deals of stud, grouped by equal counts of the Dealer's hands.

The counts are those of :mod:`pitboss.analysis.sets.kernel`. Rows of equal counts do not depend on a pay
table, so another one is answered from the same rows.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints, SetMasks
from pitboss.analysis.compiled import compiled
from pitboss.analysis.sets import FIELD
from pitboss.analysis.sets.kernel import (
    BELOW,
    BLOCK,
    LOW,
    SAME,
    Counters,
    Deals,
    meet_level,
    room_for,
)

Slots = NDArray[np.int32]
BetMasks = NDArray[np.int64]

CARDS: Final = 52
RANKS: Final = CARDS // 4
FEW: Final = 4096
"""A power of two above the number of different meetings at one level."""
MOST: Final = 1 << 21
"""A power of two above the total number of different meetings."""
_SPREAD: Final = 0x1E3779B97F4A7C15
"""An odd multiplier that hashes keys to slots."""


@compiled
def packed(category: int, unqualified: int, beaten: int, same: int) -> int:
    """A meeting packed into one integer, the key of its row."""
    return ((category << FIELD | unqualified) << FIELD | beaten) << FIELD | same


@compiled
def note(slots: Slots, rows: Ints, number: int, key: int, weight: int, example: int) -> int:
    """Add weight to the row of a key in an open-addressing hash table; returns the new number of rows."""
    slot = key * _SPREAD >> 40 & len(slots) - 1
    while slots[slot] >= 0 and rows[slots[slot], 0] != key:
        slot = slot + 1 & len(slots) - 1
    if slots[slot] < 0:
        slots[slot] = number
        rows[number, 0], rows[number, 1], rows[number, 2] = key, 0, example
        number += 1
    rows[slots[slot], 1] += weight
    return number


@compiled
def note_hand(
    hand: SetMasks,
    up: Any,
    found: Counters,
    category: int,
    weight: int,
    slots: Slots,
    rows: Ints,
    number: int,
) -> int:
    """Add the meetings of a hand with one face-up card, or with each; returns the new number of rows."""
    written, held = 0, 0
    for place in range(5):
        written = written * CARDS + hand[place]
        held |= 1 << hand[place]
    for card in range(CARDS):
        if held >> card & 1 or 0 <= up != card:
            continue
        column = (card & 3) * BLOCK + (card >> 2) if up < 0 else 0
        key = packed(category, found[LOW, column], found[BELOW, column], found[SAME, column])
        number = note(slots, rows, number, key, weight, written * CARDS + card)
    return number


@compiled
def count_deals(of: Deals, category: Ints) -> Ints:
    """The distinct meetings as rows: the packed meeting, the number of hands with face-up cards, an example.

    ``category`` is that of each level. Each level has a small hash table of its own (``few``), which fits the
    processor's cache; it is merged into the large one at the end of the level.
    """
    room, up = room_for(of), np.int64(-1)
    if len(of.shown):
        up = np.int64(of.shown[0])
    # A literal 0 would have numba compile :func:`note` and :func:`note_hand` once more.
    none: Any = np.int64(0)
    slots, met, number_met = np.full(MOST, -1, np.int32), np.empty((MOST, 3), np.int64), none
    few, here = np.full(FEW, -1, np.int32), np.empty((FEW, 3), np.int64)
    for level in range(len(of.qualifies)):
        number_here = none
        meet_level(of, level, room)
        for number in range(of.own.start[level], of.own.start[level + 1]):
            hand, found = of.own.cards[number], room.found[number - of.own.start[level]]
            size = of.own.size[number]
            number_here = note_hand(hand, up, found, category[level], size, few, here, number_here)
        few[:] = -1
        for place in range(number_here):
            number_met = note(slots, met, number_met, here[place, 0], here[place, 1], here[place, 2])
    return met[:number_met].copy()
