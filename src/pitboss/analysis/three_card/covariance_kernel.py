"""Kernels: sums of products of the gains of two bets, over all deals.

With the Dealer's or the community cards fixed, the gain of each hand is known. The sum over two disjoint
hands follows by inclusion and exclusion: the product of the sums, less the products over hands that share
each card, plus those over hands that share each pair, less the hands themselves.
"""

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.three_card.five_card_kernel import best_column

BETS = 4
"""The columns: main game, side bets, jackpot in amounts, jackpot in per cent of the display."""


@compiled
def over_dealers(
    dealers: Ints,
    cards: Ints,
    pairs: Ints,
    packed: Ints,
    strength: Ints,
    qualifies: Ints,
    gains: Ints,
    fixed: Ints,
    with_dealer: int,
    runs: Ints,
    best: Ints,
    amounts: Ints,
    kept: Ints,
    sums: Ints,
    within: Ints,
    between: Ints,
) -> None:
    """For each Dealer's hand: sums of gains over one hand, and of products over two disjoint hands.

    ``gains`` has the main game by outcome, ``fixed`` the gains that depend on the hand alone. With the
    Dealer's cards in the jackpot's hand, ``amounts`` has the pay of each column of hands and ``kept`` the
    hands that still have their jackpot bet.
    """
    values = np.zeros((cards.shape[0], BETS), dtype=np.int64)
    alive = np.zeros(cards.shape[0], dtype=np.int64)
    for n in range(dealers.shape[0]):
        dealer = dealers[n]
        number = 0
        for hand in range(cards.shape[0]):
            if packed[hand, 0] & packed[dealer, 0]:
                continue
            alive[number] = hand
            number += 1
            if not qualifies[dealer]:
                outcome = 0
            elif strength[hand] > strength[dealer]:
                outcome = 1
            elif strength[hand] < strength[dealer]:
                outcome = 2
            else:
                outcome = 3
            values[hand, 0] = gains[hand, outcome]
            for bet in range(1, BETS):
                values[hand, bet] = fixed[hand, bet]
            if with_dealer and kept[hand]:
                column = best_column(
                    packed[hand, 0] | packed[dealer, 0],
                    packed[hand, 1] + packed[dealer, 1],
                    packed[hand, 2] + packed[dealer, 2],
                    runs,
                    best,
                )
                values[hand, 2] = amounts[column, 0]
                values[hand, 3] = amounts[column, 1]
        add_products(values, alive[:number], cards, pairs, sums[n], within[n], between[n])


@compiled
def over_communities(
    communities: Ints,
    cards: Ints,
    pairs: Ints,
    packed: Ints,
    fixed: Ints,
    runs: Ints,
    best: Ints,
    amounts: Ints,
    kept: Ints,
    sums: Ints,
    within: Ints,
    between: Ints,
) -> None:
    """For each two community cards: sums of gains and of products, without the main game."""
    values = np.zeros((cards.shape[0], BETS), dtype=np.int64)
    alive = np.zeros(cards.shape[0], dtype=np.int64)
    for n in range(communities.shape[0]):
        number = 0
        for hand in range(cards.shape[0]):
            if packed[hand, 0] & communities[n, 0]:
                continue
            alive[number] = hand
            number += 1
            values[hand, 1] = fixed[hand, 1]
            values[hand, 2] = 0
            values[hand, 3] = 0
            if kept[hand]:
                column = best_column(
                    packed[hand, 0] | communities[n, 0],
                    packed[hand, 1] + communities[n, 1],
                    packed[hand, 2] + communities[n, 2],
                    runs,
                    best,
                )
                values[hand, 2] = amounts[column, 0]
                values[hand, 3] = amounts[column, 1]
        add_products(values, alive[:number], cards, pairs, sums[n], within[n], between[n])


@compiled
def add_products(
    values: Ints, alive: Ints, cards: Ints, pairs: Ints, sums: Ints, within: Ints, between: Ints
) -> None:
    """Add the sums over the hands alive, over one hand squared, and over two disjoint hands."""
    by_card = np.zeros((52, BETS), dtype=np.int64)
    by_pair = np.zeros((1326, BETS), dtype=np.int64)
    for place in range(alive.shape[0]):
        hand = alive[place]
        for bet in range(BETS):
            value = values[hand, bet]
            if value == 0:
                continue
            sums[bet] += value
            for k in range(3):
                by_card[cards[hand, k], bet] += value
                by_pair[pairs[hand, k], bet] += value
            for other in range(BETS):
                within[bet, other] += value * values[hand, other]
    for bet in range(BETS):
        for other in range(BETS):
            total = sums[bet] * sums[other] - within[bet, other]
            for card in range(52):
                total -= by_card[card, bet] * by_card[card, other]
            for pair in range(1326):
                total += by_pair[pair, bet] * by_pair[pair, other]
            between[bet, other] = total


@compiled
def main_beside(
    fives: Ints,
    cards: Ints,
    pairs: Ints,
    packed: Ints,
    rising: Ints,
    strength: Ints,
    qualifies: Ints,
    gains: Ints,
    hands: Ints,
    found: Ints,
) -> None:
    """What the main game brings beside five known cards: another box, and the box that holds three of them.

    Hands come in rising rank and are added to counters by cards, so that each hand can be asked how many of
    the Dealer's hands without its cards rank below it. ``hands`` has the ten hands of three in each five.
    ``found`` gets, for each five cards, the sum over another box and the Dealer, and then for each of the
    ten hands the sum over the Dealer.
    """
    below_1 = np.zeros(52, dtype=np.int64)
    below_2 = np.zeros(1326, dtype=np.int64)
    met_1 = np.zeros(52, dtype=np.int64)
    met_2 = np.zeros(1326, dtype=np.int64)
    all_1 = np.zeros(52, dtype=np.int64)
    all_2 = np.zeros(1326, dtype=np.int64)
    below = np.zeros(cards.shape[0], dtype=np.int64)
    upto = np.zeros(strength.max() + 2, dtype=np.int64)
    for n in range(fives.shape[0]):
        below_1[:] = 0
        below_2[:] = 0
        met_1[:] = 0
        met_2[:] = 0
        all_1[:] = 0
        all_2[:] = 0
        upto[:] = 0
        below_0 = met_0 = all_0 = 0
        for hand in range(cards.shape[0]):
            if packed[hand, 0] & fives[n]:
                continue
            all_0 += 1
            for k in range(3):
                all_1[cards[hand, k]] += 1
                all_2[pairs[hand, k]] += 1
            if qualifies[hand]:
                met_0 += 1
                upto[strength[hand] + 1] += 1
                for k in range(3):
                    met_1[cards[hand, k]] += 1
                    met_2[pairs[hand, k]] += 1
        for level in range(1, upto.shape[0]):
            upto[level] += upto[level - 1]
        total = 0
        start = 0
        while start < rising.shape[0]:
            end = start
            level = strength[rising[start]]
            while end < rising.shape[0] and strength[rising[end]] == level:
                end += 1
            for place in range(start, end):
                hand = rising[place]
                if packed[hand, 0] & fives[n]:
                    continue
                count = below_0
                for k in range(3):
                    count += below_2[pairs[hand, k]] - below_1[cards[hand, k]]
                below[hand] = count
            for place in range(start, end):
                hand = rising[place]
                if packed[hand, 0] & fives[n] or not qualifies[hand]:
                    continue
                below_0 += 1
                for k in range(3):
                    below_1[cards[hand, k]] += 1
                    below_2[pairs[hand, k]] += 1
            for place in range(start, end):
                hand = rising[place]
                if packed[hand, 0] & fives[n]:
                    continue
                every, met, not_above = all_0 - 1, met_0 - qualifies[hand], below_0 - qualifies[hand]
                for k in range(3):
                    every += all_2[pairs[hand, k]] - all_1[cards[hand, k]]
                    met += met_2[pairs[hand, k]] - met_1[cards[hand, k]]
                    not_above += below_2[pairs[hand, k]] - below_1[cards[hand, k]]
                total += (
                    gains[hand, 0] * (every - met)
                    + gains[hand, 1] * below[hand]
                    + gains[hand, 2] * (met - not_above)
                    + gains[hand, 3] * (not_above - below[hand])
                )
            start = end
        found[n, 0] = total
        for k in range(hands.shape[1]):
            hand = hands[n, k]
            lower = upto[strength[hand]]
            same = upto[strength[hand] + 1] - lower
            found[n, 1 + k] = (
                gains[hand, 0] * (all_0 - met_0)
                + gains[hand, 1] * lower
                + gains[hand, 2] * (met_0 - lower - same)
                + gains[hand, 3] * same
            )
