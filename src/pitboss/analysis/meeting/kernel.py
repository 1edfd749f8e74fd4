"""Kernels: every hand of the player's, with every face-up card, against all hands of the Dealer's.

The Dealer's hands are added, lowest first, to counters that say how many of the hands so far hold a given set
of cards. A hand of the player's asks them before and after the hands of its own rank are added: how many hold
the face-up card and none of the player's follows by inclusion and exclusion. Cards are four times the rank
plus the suit; a set is known by its place among all sets of its size.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.compiled import compiled, overwrite

Cards = NDArray[np.uint8]
Levels = NDArray[np.int16]
Counters = NDArray[np.int32]

DECK: Final = 52
MOST_SET: Final = 5
"""The largest sets that counters are kept for; a larger one is a whole hand."""
OUTCOMES: Final = 6
"""The Dealer's hands that do not qualify and are beaten, tie, win; then those that qualify."""


@compiled
def ways() -> Ints:
    """Binomial coefficients of up to 52 cards and six places."""
    found = np.zeros((DECK + 1, 8), np.int64)
    for cards in range(DECK + 1):
        found[cards, 0] = 1
        for chosen in range(1, 8):
            if cards:
                found[cards, chosen] = found[cards - 1, chosen - 1] + found[cards - 1, chosen]
    return found


@compiled
def sets_of_bits() -> tuple[Ints, Ints]:
    """For each mask of up to six bits: the number of its bits, and the place of its highest."""
    number, highest = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for mask in range(1, 64):
        top = 0
        while mask >> (top + 1):
            top += 1
        highest[mask] = top
        number[mask] = number[mask ^ 1 << top] + 1
    return number, highest


@compiled
def level_of(
    hand: Cards,
    size: int,
    keys: Ints,
    unsuited: Levels,
    suited: Levels,
    number: Ints,
    highest: Ints,
    sums: Ints,
) -> int:
    """The level of the best hand of ``size`` cards; ``sums`` is scratch space that begins with 0."""
    cards = len(hand)
    best: Any = -1
    for mask in range(1, 1 << cards):
        top = highest[mask]
        sums[mask] = sums[mask ^ 1 << top] + keys[hand[top] >> 2]
        if number[mask] == size:
            best = max(best, np.int64(unsuited[sums[mask]]))
    for suit in range(4):
        ranks = 0
        for place in range(cards):
            if hand[place] & 3 == suit:
                ranks |= 1 << (hand[place] >> 2)
        best = max(best, np.int64(suited[ranks]))
    return int(best)


@compiled
def next_set(chosen: Cards) -> bool:
    """Step to the next set of cards; False after the last."""
    place, cards = 0, len(chosen)
    while place < cards - 1 and chosen[place] + 1 == chosen[place + 1]:
        chosen[place] = place
        place += 1
    chosen[place] += 1
    return bool(chosen[cards - 1] < DECK)


@compiled
def hands_by_level(
    cards: int, size: int, keys: Ints, unsuited: Levels, suited: Levels, levels: int
) -> tuple[Cards, Ints]:
    """All hands of so many cards, lowest level first, and where each level starts."""
    number, highest = sets_of_bits()
    scratch = np.zeros(64, np.int64)
    binomial = ways()
    whole = binomial[DECK, cards]
    level = np.empty(whole, np.int16)
    start = np.zeros(levels + 1, np.int64)
    chosen = np.empty(cards, np.uint8)
    for place in range(cards):
        chosen[place] = place
    for hand in range(whole):
        level[hand] = level_of(chosen, size, keys, unsuited, suited, number, highest, scratch)
        start[level[hand] + 1] += 1
        next_set(chosen)
    for each in range(levels):
        start[each + 1] += start[each]
    found = np.empty((whole, cards), np.uint8)
    ends = start.copy()
    for place in range(cards):
        chosen[place] = place
    for hand in range(whole):
        found[ends[level[hand]]] = chosen
        ends[level[hand]] += 1
        next_set(chosen)
    return found, start


@compiled
def starts_of_sets(binomial: Ints) -> Ints:
    """Where the counters of the sets of each size start."""
    found = np.zeros(MOST_SET + 2, np.int64)
    for size in range(MOST_SET + 1):
        found[size + 1] = found[size] + binomial[DECK, size]
    return found


@compiled
def add_hand(
    counters: Counters,
    hand: Cards,
    most: int,
    starts: Ints,
    binomial: Ints,
    number: Ints,
    highest: Ints,
    place: Ints,
) -> None:
    """Count a hand of the Dealer's for each set of up to ``most`` of its cards, which rise; ``place`` is
    scratch space that begins with 0.
    """
    counters[0] += 1
    for mask in range(1, 1 << len(hand)):
        top = highest[mask]
        size = number[mask]
        place[mask] = place[mask ^ 1 << top] + binomial[hand[top], size]
        if size <= most:
            counters[starts[size] + place[mask]] += 1


@compiled
def ask(
    counters: Counters,
    known: Cards,
    up: int,
    most: int,
    starts: Ints,
    binomial: Ints,
    number: Ints,
    highest: Ints,
    place: Ints,
) -> int:
    """The number of counted hands with the face-up card and none of the player's, up to sets of ``most``.

    ``known`` are the player's cards with the face-up card, rising; ``up`` is its place in them, or -1.
    ``place`` is scratch space that begins with 0.
    """
    found = np.int64(0)
    if up < 0:
        found += counters[0]
    for mask in range(1, 1 << len(known)):
        top = highest[mask]
        size = number[mask]
        place[mask] = place[mask ^ 1 << top] + binomial[known[top], size]
        if size > most or (up >= 0 and mask >> up & 1 == 0):
            continue
        theirs = size - (1 if up >= 0 else 0)
        times = counters[starts[size] + place[mask]]
        found += -times if theirs & 1 else times
    return int(found)


@compiled
def join(hand: Cards, up: int, known: Cards) -> int:
    """Write the hand with the face-up card, rising, to ``known``; returns the card's place."""
    at = 0
    for place in range(len(hand)):
        if hand[place] < up:
            at = place + 1
    for place in range(at):
        known[place] = hand[place]
    known[at] = up
    for place in range(at, len(hand)):
        known[place + 1] = hand[place]
    return at


@compiled
def choose(counts: Ints, gains: Ints, sizes: Ints, fold: int, deals: int) -> int:
    """The best choice: 0 for a fold, or the place of a size plus one."""
    held, raised = 0, 0
    for outcome in range(OUTCOMES):
        held += counts[outcome] * gains[0, outcome]
        raised += counts[outcome] * gains[1, outcome]
    best, choice = fold * deals, 0
    for place in range(len(sizes)):
        worth = held + sizes[place] * raised
        if worth > best:
            best, choice = worth, place + 1
    return choice


@compiled
def count_level(
    hands: Cards,
    weights: Ints,
    level: int,
    dealers: Cards,
    first: int,
    last: int,
    low: Counters,
    counters: Counters,
    face_up: bool,
    size: int,
    qualifies: Bools,
    keys: Ints,
    unsuited: Levels,
    suited: Levels,
    gains: Ints,
    sizes: Ints,
    fold: int,
    deals: int,
    spots: Ints,
    met: Ints,
) -> None:
    """Meet the player's hands of one level, and add the Dealer's hands of that level to the counters.

    ``low`` counts the hands that do not qualify. ``spots`` gets the hands by choice, ``met`` the deals by
    choice and outcome.
    """
    number, highest = sets_of_bits()
    scratch = np.zeros(64, np.int64)
    binomial = ways()
    starts = starts_of_sets(binomial)
    cards = hands.shape[1]
    most = min(dealers.shape[1], MOST_SET)
    whole = cards + 1 == dealers.shape[1] and cards + 1 > MOST_SET
    ups = DECK if face_up else 1
    known = np.empty(cards + 1 if face_up else cards, np.uint8)
    below = np.zeros((len(hands), ups), np.int64)
    counts = np.empty(OUTCOMES, np.int64)
    for again in range(2):
        for hand in range(len(hands)):
            held = np.int64(0)
            for place in range(cards):
                held |= np.int64(1) << np.int64(hands[hand, place])
            for up in range(ups):
                if face_up and held >> up & 1:
                    continue
                at = -1
                if face_up:
                    at = join(hands[hand], up, known)
                else:
                    overwrite(known, hands[hand])
                asked = ask(counters, known, at, most, starts, binomial, number, highest, scratch)
                # The one hand of all these cards is no set of the counters.
                itself, sign = -1, 1 if cards & 1 == 0 else -1
                if whole and face_up:
                    itself = level_of(known, size, keys, unsuited, suited, number, highest, scratch)
                if again == 0:
                    below[hand, up] = asked + (sign if 0 <= itself < level else 0)
                    continue
                beaten = below[hand, up]
                same = asked + (sign if 0 <= itself <= level else 0) - beaten
                unqualified = ask(low, known, at, most, starts, binomial, number, highest, scratch)
                if itself >= 0 and not qualifies[itself]:
                    unqualified += sign
                if qualifies[level]:
                    counts[0], counts[1], counts[2] = unqualified, 0, 0
                    counts[3], counts[4] = beaten - unqualified, same
                    counts[5] = deals - beaten - same
                else:
                    counts[0], counts[1], counts[2] = beaten, same, unqualified - beaten - same
                    counts[3], counts[4], counts[5] = 0, 0, deals - unqualified
                choice = choose(counts, gains, sizes, fold, deals)
                spots[choice] += weights[hand]
                for outcome in range(OUTCOMES):
                    met[choice, outcome] += weights[hand] * counts[outcome]
        if again == 0:
            for dealer in range(first, last):
                add_hand(counters, dealers[dealer], most, starts, binomial, number, highest, scratch)


@compiled
def count_low(dealers: Cards, last: int) -> Counters:
    """The counters of the first hands, which do not qualify."""
    number, highest = sets_of_bits()
    scratch = np.zeros(64, np.int64)
    binomial = ways()
    starts = starts_of_sets(binomial)
    found = np.zeros(starts[MOST_SET + 1], np.int32)
    most = min(dealers.shape[1], MOST_SET)
    for dealer in range(last):
        add_hand(found, dealers[dealer], most, starts, binomial, number, highest, scratch)
    return found
