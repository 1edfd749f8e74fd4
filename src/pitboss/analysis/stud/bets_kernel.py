"""Kernels: the optimal play of every hand of stud against every face-up card, as one mask per hand.

The deals are counted as in :mod:`~pitboss.analysis.stud.kernel`, but where that groups equal meetings, this
one keeps for each hand whether it bets. A hand's index is that of its cards, lowest first, in the
combinatorial number system.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.stud.kernel import (
    BEATEN,
    BEATING,
    CARDS,
    SAME,
    SETS,
    UNQUALIFIED,
    CardBytes,
    Counters,
    StudHands,
    count_unqualified,
    meet_level,
    room_for_a_level,
)
from pitboss.analysis.stud.packing import HANDS

BetMasks = NDArray[np.int64]


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
def mask_of(hand: CardBytes, found: Counters, gains: Ints, folded: int, dealers: int) -> int:
    """The face-up cards against which a hand bets, because that is worth more than folding it."""
    held, mask = 0, 0
    for place in range(5):
        held |= 1 << hand[place]
    for up in range(CARDS):
        if held >> up & 1:
            continue
        unqualified, beaten, same = found[UNQUALIFIED, up], found[BEATEN, up], found[SAME, up]
        beating = dealers - unqualified - beaten - same
        gained = gains[UNQUALIFIED] * unqualified + gains[BEATEN] * beaten
        gained += gains[BEATING] * beating + gains[SAME] * same
        if gained > folded * dealers:
            mask |= 1 << up
    return mask


@compiled
def note_alike(hand: CardBytes, mask: int, masks: BetMasks) -> None:
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
def bets(of: StudHands, gains: Ints, folded: Ints, dealers: int) -> BetMasks:
    """For each hand, the mask of the face-up cards against which it bets.

    ``gains`` has the gain of betting by category and outcome, ``folded`` that of folding by category.
    """
    unqualified, counters = count_unqualified(of), np.zeros((SETS, CARDS), np.int32)
    meetings = room_for_a_level(of)
    masks = np.zeros(HANDS, np.int64)
    for level in range(len(of.qualifies)):
        category = of.tables.category[level]
        for place in range(meet_level(of, level, unqualified, counters, meetings)):
            hand, of_hand = of.hands[meetings.number[place]], meetings.found[place]
            mask = mask_of(hand, of_hand, gains[category], folded[category], dealers)
            note_alike(hand, mask, masks)
    return masks
