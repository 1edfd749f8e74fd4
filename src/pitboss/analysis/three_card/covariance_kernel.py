"""Kernels: sums of products of the gains of two bets, over all deals.

With the Dealer's or the community cards fixed, the gain of each hand is known. The sum over two disjoint
hands follows by inclusion and exclusion: the product of the sums, less the products over hands that share
each card, plus those over hands that share each pair, less the hands themselves.
"""

from typing import NamedTuple

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.three_card.five_card_kernel import best_column, has_flush

BETS = 4
"""The columns: main game, side bets, jackpot in amounts, jackpot in per cent of the display."""
BY_CARD = 1
BY_PAIR = BY_CARD + 52
SUBSETS = BY_PAIR + 1326
"""Counts of hands or sums over them: in all, from ``BY_CARD`` by card, from ``BY_PAIR`` by pair of cards."""


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

    further: Ints
    """The sets of further cards, as sums that join by addition."""
    runs: Ints
    best: Ints
    amounts: Ints
    """The pay of each column of hands: in amounts, and in per cent of the display."""
    kept: Ints
    """By hand of three: whether it still has its jackpot bet."""
    ranks: Ints
    """By hand of three: the number of its ranks."""
    further_ranks: Ints
    """By set of further cards: the number of their ranks."""
    by_ranks: Ints
    """By the latter number and the former: the column of hands without five cards of one suit."""


class HandSums(NamedTuple):
    """Sums over all hands, by subset of cards: in all, from ``BY_CARD`` by card, from ``BY_PAIR`` by pair."""

    gains: Ints
    """Of each bet."""
    products: Ints
    """Of two bets."""


class Products(NamedTuple):
    """Sums of gains, and of the products of two bets' gains, by what was dealt beside the hands."""

    sums: Ints
    within: Ints
    """Over one hand."""
    between: Ints
    """Over two disjoint hands."""


@compiled
def over_dealers(
    dealers: Ints,
    hands: HandColumns,
    number_of: Ints,
    with_dealer: int,
    jackpot: JackpotColumns,
    products: Products,
) -> None:
    """For each Dealer's hand: sums of gains over one hand, and of products over two disjoint hands.

    ``dealers`` come by rising rank, so that few hands change their outcome from one to the next.
    ``number_of`` has the number of each hand by its cards. ``with_dealer`` says whether the Dealer's cards
    are in the jackpot's hand.
    """
    values = np.zeros((len(hands.packed), BETS), dtype=np.int64)
    outcomes = np.full(len(hands.packed), -1, dtype=np.int64)
    whole = HandSums(
        np.zeros((SUBSETS, BETS), dtype=np.int64), np.zeros((SUBSETS, BETS, BETS), dtype=np.int64)
    )
    sums = np.zeros((SUBSETS, BETS), dtype=np.int64)
    met = -2
    for n in range(dealers.shape[0]):
        dealer = dealers[n]
        level = hands.strength[dealer] if hands.qualifies[dealer] else -1
        if level != met:
            meet_dealer(level, hands, values, outcomes, whole)
            met = level
        within = products.within[n]
        leave_out(dealer, hands, number_of, values, whole, sums, within)
        if with_dealer:
            add_jackpots(dealer, hands, jackpot, values, sums, within)
        overwrite(products.sums[n], sums[0])
        multiply(sums, within, products.between[n])


@compiled
def meet_dealer(level: int, hands: HandColumns, values: Ints, outcomes: Ints, whole: HandSums) -> None:
    """Change the values and sums of all hands to those against a Dealer's rank; -1 does not qualify."""
    for hand in range(len(outcomes)):
        if level < 0:
            outcome = 0
        elif hands.strength[hand] > level:
            outcome = 1
        elif hands.strength[hand] < level:
            outcome = 2
        else:
            outcome = 3
        if outcome == outcomes[hand]:
            continue
        if outcomes[hand] >= 0:
            add_values(hand, hands, values[hand], -1, whole)
        outcomes[hand] = outcome
        values[hand, 0] = hands.gains[hand, outcome]
        for bet in range(1, BETS):
            values[hand, bet] = hands.fixed[hand, bet]
        add_values(hand, hands, values[hand], 1, whole)


@compiled
def add_values(hand: int, hands: HandColumns, values: Ints, sign: int, whole: HandSums) -> None:
    """Add the values of a hand to the sums, or subtract them."""
    for k in range(7):
        if k == 0:
            subset = 0
        elif k < 4:
            subset = BY_CARD + hands.cards[hand, k - 1]
        else:
            subset = BY_PAIR + hands.pairs[hand, k - 4]
        for bet in range(BETS):
            whole.gains[subset, bet] += sign * values[bet]
            for other in range(BETS):
                whole.products[subset, bet, other] += sign * values[bet] * values[other]


@compiled
def leave_out(
    dealer: int,
    hands: HandColumns,
    number_of: Ints,
    values: Ints,
    whole: HandSums,
    sums: Ints,
    within: Ints,
) -> None:
    """Write the sums over the hands that share no card with the Dealer's, by inclusion and exclusion."""
    first, second, third = hands.cards[dealer]
    for bet in range(BETS):
        sums[0, bet] = disjoint(whole.gains[:, bet], hands, dealer) - values[dealer, bet]
        for other in range(BETS):
            of_dealer = values[dealer, bet] * values[dealer, other]
            within[bet, other] = disjoint(whole.products[:, bet, other], hands, dealer) - of_dealer
    for card in range(BY_CARD, BY_PAIR):
        for bet in range(BETS):
            sums[card, bet] = 0
    pair = BY_PAIR
    for a in range(52):
        dead = a in (first, second, third)
        for b in range(a + 1, 52):
            if dead or b in (first, second, third):
                for bet in range(BETS):
                    sums[pair, bet] = 0
            else:
                x, y, z = number_of[a, b, first], number_of[a, b, second], number_of[a, b, third]
                for bet in range(BETS):
                    value = whole.gains[pair, bet] - values[x, bet] - values[y, bet] - values[z, bet]
                    sums[pair, bet] = value
                    sums[BY_CARD + a, bet] += value
                    sums[BY_CARD + b, bet] += value
            pair += 1
    for card in range(BY_CARD, BY_PAIR):
        for bet in range(BETS):
            sums[card, bet] //= 2  # Each hand of a card is in two of its pairs.


@compiled
def add_jackpots(
    dealer: int, hands: HandColumns, jackpot: JackpotColumns, values: Ints, sums: Ints, within: Ints
) -> None:
    """Add what hands win of the jackpot together with the Dealer's cards; in ``values`` that is zero."""
    column_of = np.empty(len(hands.packed), dtype=np.int64)
    join(dealer, hands, jackpot, column_of)
    for hand in range(len(column_of)):
        column = column_of[hand]
        if column < 0 or not jackpot.kept[hand] or not jackpot.amounts[column].any():
            continue
        paid = jackpot.amounts[column]
        for bet in range(2):
            add_gain(hand, hands, 2 + bet, paid[bet], sums)
            for other in range(2):
                within[2 + bet, 2 + other] += paid[bet] * paid[other]
                within[2 + bet, other] += paid[bet] * values[hand, other]
                within[other, 2 + bet] += paid[bet] * values[hand, other]


@compiled
def join(further: int, hands: HandColumns, jackpot: JackpotColumns, column_of: Ints) -> None:
    """Write to ``column_of`` the column of each hand with a set of further cards: -1 if they share a card.

    Most hands have no five cards of one suit with them: their column depends on ranks alone.
    """
    packed, ranks_of, by_ranks = hands.packed, jackpot.ranks, jackpot.by_ranks
    mask, ranks, suits = jackpot.further[further]
    number = jackpot.further_ranks[further]
    for hand in range(len(packed)):
        if packed[hand, 0] & mask:
            column_of[hand] = -1
        elif has_flush(packed[hand, 2] + suits):
            column_of[hand] = best_column(
                packed[hand, 0] | mask,
                packed[hand, 1] + ranks,
                packed[hand, 2] + suits,
                jackpot.runs,
                jackpot.best,
            )
        else:
            column_of[hand] = by_ranks[number, ranks_of[hand]]


@compiled
def over_communities(hands: HandColumns, jackpot: JackpotColumns, products: Products) -> None:
    """For each two community cards: sums of gains and of products, without the main game."""
    values = np.zeros((len(hands.packed), BETS), dtype=np.int64)
    column_of = np.empty(len(hands.packed), dtype=np.int64)
    alive = np.zeros(len(hands.packed), dtype=np.int64)
    for n in range(len(jackpot.further)):
        join(n, hands, jackpot, column_of)
        number = 0
        for hand in range(len(column_of)):
            if column_of[hand] < 0:
                continue
            alive[number] = hand
            number += 1
            values[hand, 1] = hands.fixed[hand, 1]
            for bet in range(2):
                values[hand, 2 + bet] = jackpot.amounts[column_of[hand], bet] if jackpot.kept[hand] else 0
        add_products(values, alive[:number], hands, n, products)


@compiled
def add_products(values: Ints, alive: Ints, hands: HandColumns, row: int, products: Products) -> None:
    """Add to a row the sums over the hands alive, over one hand squared, and over two disjoint hands."""
    sums, within = np.zeros((SUBSETS, BETS), dtype=np.int64), products.within[row]
    for hand in alive:
        for bet in range(BETS):
            value = values[hand, bet]
            if value:
                add_gain(hand, hands, bet, value, sums)
                for other in range(BETS):
                    within[bet, other] += value * values[hand, other]
    overwrite(products.sums[row], sums[0])
    multiply(sums, within, products.between[row])


@compiled
def add_gain(hand: int, hands: HandColumns, bet: int, value: int, sums: Ints) -> None:
    """Add a hand's gain of one bet to the sums: in all, by card and by pair of cards."""
    sums[0, bet] += value
    for k in range(3):
        sums[BY_CARD + hands.cards[hand, k], bet] += value
        sums[BY_PAIR + hands.pairs[hand, k], bet] += value


@compiled
def multiply(sums: Ints, within: Ints, between: Ints) -> None:
    """Write the sums of products over two disjoint hands, from the sums over one hand."""
    for bet in range(BETS):
        for other in range(bet + 1):
            total = sums[0, bet] * sums[0, other] - within[bet, other]
            for card in range(BY_CARD, BY_PAIR):
                total -= sums[card, bet] * sums[card, other]
            for pair in range(BY_PAIR, SUBSETS):
                total += sums[pair, bet] * sums[pair, other]
            between[bet, other] = total
            between[other, bet] = total


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


@compiled
def add_hand(counter: Ints, hands: HandColumns, hand: int) -> None:
    """Count a hand: in all, by each of its cards and by each of its pairs of cards."""
    counter[0] += 1
    for k in range(3):
        counter[BY_CARD + hands.cards[hand, k]] += 1
        counter[BY_PAIR + hands.pairs[hand, k]] += 1
