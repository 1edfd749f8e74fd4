"""Kernels: sums of products of the gains of two bets, over all deals.

With the Dealer's or the community cards fixed, the gain of each hand is known. The sum over two disjoint
hands follows by inclusion and exclusion: the product of the sums, less the products over hands that share
each card, plus those over hands that share each pair, less the hands themselves.
"""

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.three_card.five_card_kernel import joined_column

BETS = 4
"""The columns: main game, side bets, jackpot in amounts, jackpot in per cent of the display."""
BY_CARD = 1
BY_PAIR = BY_CARD + 52
SUBSETS = BY_PAIR + 1326
"""A counter of hands: in all, from ``BY_CARD`` by card, from ``BY_PAIR`` by pair of cards."""


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
                column = joined_column(packed[hand], packed[dealer], runs, best)
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
                column = joined_column(packed[hand], communities[n], runs, best)
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
def add_hand(counter: Ints, cards: Ints, pairs: Ints, hand: int) -> None:
    """Count a hand: in all, by each of its cards and by each of its pairs of cards."""
    counter[0] += 1
    for k in range(3):
        counter[BY_CARD + cards[hand, k]] += 1
        counter[BY_PAIR + pairs[hand, k]] += 1


@compiled
def disjoint(counter: Ints, cards: Ints, pairs: Ints, hand: int) -> int:
    """The number of counted hands disjoint from this hand; if it is counted itself, subtract it."""
    number = counter[0]
    for k in range(3):
        number += counter[BY_PAIR + pairs[hand, k]] - counter[BY_CARD + cards[hand, k]]
    return int(number)


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
    """The gain of the main game beside five known cards: of another box, and of the box that holds three.

    ``hands`` has the ten hands of three in each five. ``found`` gets, for each five cards, the sum over
    another box and the Dealer, and then for each of the ten hands the sum over the Dealer.
    """
    every = np.zeros(SUBSETS, dtype=np.int64)
    met = np.zeros(SUBSETS, dtype=np.int64)
    upto = np.zeros(strength.max() + 2, dtype=np.int64)
    for n in range(fives.shape[0]):
        every[:] = 0
        met[:] = 0
        upto[:] = 0
        for hand in range(cards.shape[0]):
            if packed[hand, 0] & fives[n]:
                continue
            add_hand(every, cards, pairs, hand)
            if qualifies[hand]:
                add_hand(met, cards, pairs, hand)
                upto[strength[hand] + 1] += 1
        for level in range(1, upto.shape[0]):
            upto[level] += upto[level - 1]
        found[n, 0] = other_box(
            fives[n], cards, pairs, packed, rising, strength, qualifies, gains, every, met
        )
        for k in range(hands.shape[1]):
            hand = hands[n, k]
            lower = upto[strength[hand]]
            same = upto[strength[hand] + 1] - lower
            found[n, 1 + k] = (
                gains[hand, 0] * (every[0] - met[0])
                + gains[hand, 1] * lower
                + gains[hand, 2] * (met[0] - lower - same)
                + gains[hand, 3] * same
            )


@compiled
def other_box(
    five: int,
    cards: Ints,
    pairs: Ints,
    packed: Ints,
    rising: Ints,
    strength: Ints,
    qualifies: Ints,
    gains: Ints,
    every: Ints,
    met: Ints,
) -> int:
    """The gain of the main game summed over the hands of another box and of the Dealer without five cards.

    Hands are visited in rising rank. Those of one rank look up the Dealer's hands below them, are added to
    ``below`` if they qualify, and then look up the Dealer's hands that are not above them.
    """
    below = np.zeros(SUBSETS, dtype=np.int64)
    lower = np.zeros(cards.shape[0], dtype=np.int64)
    total = 0
    start = 0
    while start < rising.shape[0]:
        end = start
        while end < rising.shape[0] and strength[rising[end]] == strength[rising[start]]:
            end += 1
        for hand in rising[start:end]:
            if not packed[hand, 0] & five:
                lower[hand] = disjoint(below, cards, pairs, hand)
        for hand in rising[start:end]:
            if not packed[hand, 0] & five and qualifies[hand]:
                add_hand(below, cards, pairs, hand)
        for hand in rising[start:end]:
            if packed[hand, 0] & five:
                continue
            dealers = disjoint(every, cards, pairs, hand) - 1
            qualified = disjoint(met, cards, pairs, hand) - qualifies[hand]
            not_above = disjoint(below, cards, pairs, hand) - qualifies[hand]
            total += (
                gains[hand, 0] * (dealers - qualified)
                + gains[hand, 1] * lower[hand]
                + gains[hand, 2] * (qualified - not_above)
                + gains[hand, 3] * (not_above - lower[hand])
            )
        start = end
    return int(total)
