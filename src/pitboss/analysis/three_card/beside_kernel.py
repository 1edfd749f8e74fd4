"""Kernels: the main game beside five known cards, for the covariances with a community jackpot."""

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.three_card.covariance_kernel import BY_CARD, BY_PAIR, SUBSETS, HandColumns, disjoint


@compiled
def main_beside(fives: Ints, hands: HandColumns, rising: Ints, own: Ints, found: Ints) -> None:
    """The gain of the main game beside five known cards: of another box, and of the box that holds three.

    ``rising`` are all hands by rising rank, ``own`` the ten hands of three in each five. ``found`` gets, for
    each five cards, the sum over another box and the Dealer, and then for each of the ten hands the sum over
    the Dealer.
    """
    strength, gains = hands.strength, hands.gains
    every = np.zeros(SUBSETS, dtype=np.int64)
    met = np.zeros(SUBSETS, dtype=np.int64)
    upto = np.zeros(strength.max() + 2, dtype=np.int64)
    for n in range(fives.shape[0]):
        every[:] = 0
        met[:] = 0
        upto[:] = 0
        for hand in range(len(hands.packed)):
            if hands.packed[hand, 0] & fives[n]:
                continue
            add_hand(every, hands, hand)
            if hands.qualifies[hand]:
                add_hand(met, hands, hand)
                upto[strength[hand] + 1] += 1
        for level in range(1, upto.shape[0]):
            upto[level] += upto[level - 1]
        found[n, 0] = other_box(fives[n], hands, rising, every, met)
        for k in range(own.shape[1]):
            hand = own[n, k]
            lower = upto[strength[hand]]
            same = upto[strength[hand] + 1] - lower
            found[n, 1 + k] = (
                gains[hand, 0] * (every[0] - met[0])
                + gains[hand, 1] * lower
                + gains[hand, 2] * (met[0] - lower - same)
                + gains[hand, 3] * same
            )


@compiled
def other_box(five: int, hands: HandColumns, rising: Ints, every: Ints, met: Ints) -> int:
    """The gain of the main game summed over the hands of another box and of the Dealer without five cards.

    Hands are visited in rising rank. Those of one rank look up the Dealer's hands below them, are added to
    ``below`` if they qualify, and then look up the Dealer's hands that are not above them.
    """
    packed, strength, qualifies, gains = hands.packed, hands.strength, hands.qualifies, hands.gains
    below = np.zeros(SUBSETS, dtype=np.int64)
    lower = np.zeros(len(packed), dtype=np.int64)
    total = 0
    start = 0
    while start < rising.shape[0]:
        end = start
        while end < rising.shape[0] and strength[rising[end]] == strength[rising[start]]:
            end += 1
        for hand in rising[start:end]:
            if not packed[hand, 0] & five:
                lower[hand] = disjoint(below, hands, hand)
        for hand in rising[start:end]:
            if not packed[hand, 0] & five and qualifies[hand]:
                add_hand(below, hands, hand)
        for hand in rising[start:end]:
            if packed[hand, 0] & five:
                continue
            dealers = disjoint(every, hands, hand) - 1
            qualified = disjoint(met, hands, hand) - qualifies[hand]
            not_above = disjoint(below, hands, hand) - qualifies[hand]
            total += (
                gains[hand, 0] * (dealers - qualified)
                + gains[hand, 1] * lower[hand]
                + gains[hand, 2] * (qualified - not_above)
                + gains[hand, 3] * (not_above - lower[hand])
            )
        start = end
    return int(total)


@compiled
def add_hand(counter: Ints, hands: HandColumns, hand: int) -> None:
    """Count a hand: in all, by each of its cards and by each of its pairs of cards."""
    counter[0] += 1
    for k in range(3):
        counter[BY_CARD + hands.cards[hand, k]] += 1
        counter[BY_PAIR + hands.pairs[hand, k]] += 1
