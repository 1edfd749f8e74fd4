"""Kernels: the optimal play of every hand of stud against every face-up card, as one mask per hand.

Where :mod:`~pitboss.analysis.stud.kernel` groups equal meetings, this keeps for each hand whether it bets. A
hand's index is that of its cards, lowest first, in the combinatorial number system.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints, SetMasks
from pitboss.analysis.compiled import compiled
from pitboss.analysis.meeting.kernel import (
    BELOW,
    BLOCK,
    LOW,
    SAME,
    Counters,
    Deals,
    meet_level,
    room_for,
)
from pitboss.analysis.stud.kernel import CARDS
from pitboss.analysis.stud.packing import HANDS

BetMasks = NDArray[np.int64]

RANKS: Final = CARDS // 4


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
