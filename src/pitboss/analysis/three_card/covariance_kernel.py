"""Kernels: sums of products of the gains of two bets, over all deals.

With the Dealer's or the community cards fixed, the gain of each hand is known. The sum over two disjoint
hands follows by inclusion and exclusion: the product of the sums, less the products over hands that share
each card, plus those over hands that share each pair, less the hands themselves.
"""

from typing import NamedTuple

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


class HandColumns(NamedTuple):
    """All hands of three cards."""

    cards: Ints
    """The three cards of each hand."""
    pairs: Ints
    """The three pairs of its cards."""
    packed: Ints
    """Its cards as sums that join by addition."""
    strength: Ints
    qualifies: Ints
    """Whether the Dealer qualifies with it."""
    gains: Ints
    """What it gains in the main game, by outcome."""
    fixed: Ints
    """What it gains by itself, by bet."""


class JackpotColumns(NamedTuple):
    """What a hand and further cards win of the jackpot."""

    runs: Ints
    best: Ints
    amounts: Ints
    """The pay of each column of hands: in amounts, and in per cent of the display."""
    kept: Ints
    """By hand of three: whether it still has its jackpot bet."""


class Products(NamedTuple):
    """Sums of gains, and of the products of two bets' gains, by what was dealt beside the hands."""

    sums: Ints
    within: Ints
    """Over one hand."""
    between: Ints
    """Over two disjoint hands."""


@compiled
def over_dealers(
    dealers: Ints, hands: HandColumns, with_dealer: int, jackpot: JackpotColumns, products: Products
) -> None:
    """For each Dealer's hand: sums of gains over one hand, and of products over two disjoint hands.

    ``with_dealer`` says whether the Dealer's cards are in the jackpot's hand.
    """
    packed, strength, qualifies, gains = hands.packed, hands.strength, hands.qualifies, hands.gains
    fixed, (runs, best, amounts, kept) = hands.fixed, jackpot
    values = np.zeros((len(packed), BETS), dtype=np.int64)
    alive = np.zeros(len(packed), dtype=np.int64)
    for n in range(dealers.shape[0]):
        dealer = dealers[n]
        number = 0
        for hand in range(len(packed)):
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
        add_products(values, alive[:number], hands, n, products)


@compiled
def over_communities(
    communities: Ints, hands: HandColumns, jackpot: JackpotColumns, products: Products
) -> None:
    """For each two community cards: sums of gains and of products, without the main game."""
    packed, fixed, (runs, best, amounts, kept) = hands.packed, hands.fixed, jackpot
    values = np.zeros((len(packed), BETS), dtype=np.int64)
    alive = np.zeros(len(packed), dtype=np.int64)
    for n in range(communities.shape[0]):
        number = 0
        for hand in range(len(packed)):
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
        add_products(values, alive[:number], hands, n, products)


@compiled
def add_products(values: Ints, alive: Ints, hands: HandColumns, row: int, products: Products) -> None:
    """Add to a row the sums over the hands alive, over one hand squared, and over two disjoint hands."""
    cards, pairs = hands.cards, hands.pairs
    sums, within, between = products.sums[row], products.within[row], products.between[row]
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
def add_hand(counter: Ints, hands: HandColumns, hand: int) -> None:
    """Count a hand: in all, by each of its cards and by each of its pairs of cards."""
    counter[0] += 1
    for k in range(3):
        counter[BY_CARD + hands.cards[hand, k]] += 1
        counter[BY_PAIR + hands.pairs[hand, k]] += 1


@compiled
def disjoint(counter: Ints, hands: HandColumns, hand: int) -> int:
    """The number of counted hands disjoint from this hand; if it is counted itself, subtract it."""
    number = counter[0]
    for k in range(3):
        number += counter[BY_PAIR + hands.pairs[hand, k]] - counter[BY_CARD + hands.cards[hand, k]]
    return int(number)


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
