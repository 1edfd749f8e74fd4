"""Kernel: of every level of hands, how many bet against each rank of the Dealer's face-up card."""

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.stud.bets_kernel import BetMasks, hand_index, sort_five
from pitboss.analysis.stud.kernel import CARDS, StudHands

RANKS = CARDS // 4


@compiled
def bets_by_level(of: StudHands, masks: BetMasks) -> Ints:
    """By level and rank of the face-up card: deals in all, and deals that bet.

    ``masks`` are the face-up cards against which each hand bets.
    """
    hands, start, levels = of.hands, of.start, len(of.qualifies)
    found = np.zeros((levels, RANKS, 2), np.int64)
    five = np.empty(5, np.int64)
    for level in range(levels):
        for number in range(start[level], start[level + 1]):
            held = 0
            for place in range(5):
                five[place] = hands[number, place]
                held |= 1 << five[place]
            sort_five(five)
            mask = masks[hand_index(five)]
            for up in range(CARDS):
                if held >> up & 1:
                    continue
                found[level, up >> 2, 0] += 1
                found[level, up >> 2, 1] += mask >> up & 1
    return found
