"""Kernels: all deals of stud, grouped by equal counts of the Dealer's hands, and the optimal play by hand.

The counts are those of :mod:`pitboss.analysis.sets.kernel`. Rows of equal counts do not depend on a pay
table, so another one is answered from the same rows. The play of every hand is one mask of the face-up cards
against which it bets. A hand's index is that of its cards, lowest first, in the combinatorial number system.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints, SetMasks
from pitboss.analysis.compiled import compiled
from pitboss.analysis.levels import LevelTables
from pitboss.analysis.sets import FIELD, HANDS
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
def level_of_hand(a: int, b: int, c: int, d: int, e: int, tables: LevelTables) -> int:
    """The level of five cards."""
    suit = a & 3
    if suit == b & 3 and suit == c & 3 and suit == d & 3 and suit == e & 3:
        mask = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
        return int(tables.suited[mask])
    keys = tables.keys
    return int(tables.unsuited[keys[a >> 2] + keys[b >> 2] + keys[c >> 2] + keys[d >> 2] + keys[e >> 2]])


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


@compiled
def hand_index(hand: Any) -> int:
    """The index of five cards in rising order."""
    a, b, c = np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2])
    d, e = np.int64(hand[3]), np.int64(hand[4])
    pairs = a + b * (b - 1) // 2
    triples = c * (c - 1) * (c - 2) // 6
    fours = d * (d - 1) * (d - 2) * (d - 3) // 24
    return int(pairs + triples + fours + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120)


@compiled
def sort_five(hand: Any) -> None:
    """Put five cards in rising order."""
    for last in range(1, 5):
        card, place = hand[last], last
        while place > 0 and hand[place - 1] > card:
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = card


@compiled
def mask_of(hand: SetMasks, found: Counters, gains: Ints, folded: int, dealers: int) -> int:
    """The face-up cards against which a hand bets, because that is worth more than folding it."""
    held, mask = 0, 0
    for place in range(5):
        held |= 1 << hand[place]
    for up in range(CARDS):
        if held >> up & 1:
            continue
        column = (up & 3) * BLOCK + (up >> 2)
        low, below, same = found[LOW, column], found[BELOW, column], found[SAME, column]
        gained = gains[0] * low + gains[1] * below + gains[2] * (dealers - low - below - same)
        gained += gains[3] * same
        if gained > folded * dealers:
            mask |= 1 << up
    return mask


@compiled
def note_alike(hand: SetMasks, mask: int, masks: BetMasks) -> None:
    """Write the mask of a hand, and of all that differ from it in the names of suits."""
    other = np.empty(5, np.int64)
    for code in range(256):
        first, second, third, fourth = code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6
        if 1 << first | 1 << second | 1 << third | 1 << fourth != 15:
            continue
        for place in range(5):
            card = np.int64(hand[place])
            other[place] = card >> 2 << 2 | code >> 2 * (card & 3) & 3
        sort_five(other)
        moved = 0
        for up in range(CARDS):
            if mask >> up & 1:
                moved |= 1 << (up >> 2 << 2 | code >> 2 * (up & 3) & 3)
        masks[hand_index(other)] = moved


@compiled
def bets(of: Deals, category: Ints, gains: Ints, folded: Ints, dealers: int) -> BetMasks:
    """For each hand, the mask of the face-up cards against which it bets.

    ``category`` is that of each level. ``gains`` has the gain of betting by category and outcome, in the
    order of ``payoffs.OUTCOMES``, and ``folded`` that of folding by category.
    """
    room, masks = room_for(of), np.zeros(HANDS, np.int64)
    for level in range(len(of.qualifies)):
        meet_level(of, level, room)
        for number in range(of.own.start[level], of.own.start[level + 1]):
            hand, found = of.own.cards[number], room.found[number - of.own.start[level]]
            mask = mask_of(hand, found, gains[category[level]], folded[category[level]], dealers)
            note_alike(hand, mask, masks)
    return masks


@compiled
def bets_by_level(of: Deals, masks: BetMasks) -> Ints:
    """By level and rank of the face-up card: deals in all, and deals that bet."""
    found = np.zeros((len(of.qualifies), RANKS, 2), np.int64)
    for level in range(len(of.qualifies)):
        for number in range(of.own.start[level], of.own.start[level + 1]):
            hand, size, held = of.own.cards[number], of.own.size[number], 0
            for place in range(5):
                held |= 1 << hand[place]
            mask = masks[hand_index(hand)]
            for up in range(CARDS):
                if not held >> up & 1:
                    found[level, up >> 2, 0] += size
                    found[level, up >> 2, 1] += size * (mask >> up & 1)
    return found
