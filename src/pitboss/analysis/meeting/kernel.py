"""Kernels: every hand of the player's, with every face-up card, against all hands of the Dealer's.

The Dealer's hands are added, lowest first, to counters that say how many of the hands so far hold a given set
of cards. A hand of the player's asks them before and after the hands of its own rank are added: how many hold
the face-up card and none of the player's follows by inclusion and exclusion. Cards are four times the rank
plus the suit; a set is known by its place among all sets of its size.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.compiled import compiled, next_set, overwrite
from pitboss.analysis.levels import Levels
from pitboss.analysis.outcome_kernel import OUTCOMES, by_outcome, gained

CardSets = NDArray[np.uint8]
SetCounters = NDArray[np.int32]

DECK: Final = 52
MOST_SET: Final = 5
"""The largest sets that counters are kept for; a larger one is a whole hand."""
_MASKS: Final = 64
"""The sets of places in a hand of up to six cards."""


class SetTables(NamedTuple):
    """What sets of cards are looked up by; a mask is a set of places in a hand of up to six cards."""

    most: int
    """The size of the largest sets that are counted."""
    number: Ints
    """How many places a mask has."""
    highest: Ints
    """The highest place of a mask."""
    binomial: Ints
    """Binomial coefficients of up to 52 cards and seven places."""
    starts: Ints
    """Where the counters of the sets of each size start."""
    scratch: Ints
    """A number for each mask, to work with; that of the empty one is 0."""


class RankTables(NamedTuple):
    """The levels of hands under a ranking list."""

    size: int
    """The number of cards that make a hand."""
    keys: Ints
    unsuited: Levels
    """Levels of hands that are not of one suit, by the sum of the ranks' keys."""
    suited: Levels
    """Levels of the best hand of one suit, by the mask of its ranks."""
    qualifies: Bools
    """By level: whether the Dealer qualifies."""


class DecisionRule(NamedTuple):
    """What hands gain, and the choices that they have."""

    gains: Ints
    """By level, without the bet and for each Ante of it, and by outcome."""
    sizes: Ints
    fold: int
    deals: int
    """The number of the Dealer's hands that may meet a hand."""


@compiled
def set_tables(dealer: int) -> SetTables:
    """The tables for a Dealer's hand of so many cards."""
    number, highest = np.zeros(_MASKS, np.int64), np.zeros(_MASKS, np.int64)
    for mask in range(1, _MASKS):
        top = 0
        while mask >> (top + 1):
            top += 1
        highest[mask] = top
        number[mask] = number[mask ^ 1 << top] + 1
    binomial = np.zeros((DECK + 1, 8), np.int64)
    for cards in range(DECK + 1):
        binomial[cards, 0] = 1
        for chosen in range(1, 8):
            if cards:
                binomial[cards, chosen] = binomial[cards - 1, chosen - 1] + binomial[cards - 1, chosen]
    starts = np.zeros(MOST_SET + 2, np.int64)
    for size in range(MOST_SET + 1):
        starts[size + 1] = starts[size] + binomial[DECK, size]
    return SetTables(min(dealer, MOST_SET), number, highest, binomial, starts, np.zeros(_MASKS, np.int64))


@compiled
def level_of(hand: CardSets, ranks: RankTables, sets: SetTables) -> int:
    """The level of the best hand of some cards."""
    sums = sets.scratch
    cards = len(hand)
    best: Any = -1
    for mask in range(1, 1 << cards):
        top = sets.highest[mask]
        sums[mask] = sums[mask ^ 1 << top] + ranks.keys[hand[top] >> 2]
        if sets.number[mask] == ranks.size:
            best = max(best, np.int64(ranks.unsuited[sums[mask]]))
    for suit in range(4):
        held = 0
        for place in range(cards):
            if hand[place] & 3 == suit:
                held |= 1 << (hand[place] >> 2)
        best = max(best, np.int64(ranks.suited[held]))
    return int(best)


@compiled
def hands_by_level(cards: int, ranks: RankTables) -> tuple[CardSets, Ints]:
    """All hands of so many cards, lowest level first, and where each level starts."""
    levels = len(ranks.qualifies)
    sets = set_tables(cards)
    whole = sets.binomial[DECK, cards]
    level = np.empty(whole, np.int16)
    start = np.zeros(levels + 1, np.int64)
    chosen = np.arange(cards).astype(np.uint8)
    for hand in range(whole):
        level[hand] = level_of(chosen, ranks, sets)
        start[level[hand] + 1] += 1
        next_set(chosen, DECK)
    for each in range(levels):
        start[each + 1] += start[each]
    found = np.empty((whole, cards), np.uint8)
    ends = start.copy()
    chosen = np.arange(cards).astype(np.uint8)
    for hand in range(whole):
        overwrite(found[ends[level[hand]]], chosen)
        ends[level[hand]] += 1
        next_set(chosen, DECK)
    return found, start


@compiled
def add_hand(counters: SetCounters, hand: CardSets, sets: SetTables) -> None:
    """Count a hand of the Dealer's, whose cards rise, for each set of its cards that has a counter."""
    place = sets.scratch
    counters[0] += 1
    for mask in range(1, 1 << len(hand)):
        top = sets.highest[mask]
        size = sets.number[mask]
        place[mask] = place[mask ^ 1 << top] + sets.binomial[hand[top], size]
        if size <= sets.most:
            counters[sets.starts[size] + place[mask]] += 1


@compiled
def ask(counters: SetCounters, known: CardSets, up: int, itself: bool, sets: SetTables) -> int:
    """The number of counted hands with the face-up card and none of the player's.

    ``known`` are the player's cards with the face-up card, rising; ``up`` is its place in them, or -1.
    ``itself`` says whether the hand of all of them, which is no set of the counters, is among those counted.
    """
    place = sets.scratch
    found = np.int64(0)
    if up < 0:
        found += counters[0]
    for mask in range(1, 1 << len(known)):
        top = sets.highest[mask]
        size = sets.number[mask]
        place[mask] = place[mask ^ 1 << top] + sets.binomial[known[top], size]
        if size > sets.most or (up >= 0 and mask >> up & 1 == 0):
            continue
        theirs = size - (1 if up >= 0 else 0)
        times = counters[sets.starts[size] + place[mask]]
        found += -times if theirs & 1 else times
    if itself:
        found += 1 if len(known) & 1 else -1
    return int(found)


@compiled
def join(hand: CardSets, up: int, known: CardSets) -> int:
    """Write the hand with the face-up card, rising, to ``known``; returns the card's place.

    Without a face-up card ``known`` is as long as the hand, and the place is -1.
    """
    if len(known) == len(hand):
        overwrite(known, hand)
        return -1
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
def holds(hand: CardSets, card: int) -> bool:
    """Whether a hand holds a card."""
    found = False
    for each in hand:
        found = found or each == card
    return found


@compiled
def choose(counts: Ints, level: int, rule: DecisionRule) -> int:
    """The best choice of a hand of a level: 0 for a fold, or the place of a size plus one."""
    held, raised = gained(counts, rule.gains, level, 0), gained(counts, rule.gains, level, 1)
    best, choice = rule.fold * rule.deals, 0
    for place in range(len(rule.sizes)):
        worth = held + rule.sizes[place] * raised
        if worth > best:
            best, choice = worth, place + 1
    return choice


@compiled
def count_level(
    hands: CardSets,
    weights: Ints,
    level: int,
    dealers: CardSets,
    low: SetCounters,
    counters: SetCounters,
    face_up: bool,
    ranks: RankTables,
    rule: DecisionRule,
    given: NDArray[np.uint8],
    spots: Ints,
    met: Ints,
) -> None:
    """Meet the player's hands of one level, and add the Dealer's hands of that level to the counters.

    ``low`` counts the hands that do not qualify. ``given`` has the choice of each hand with each face-up
    card; where it is empty, the best is taken. ``spots`` gets the hands by choice, ``met`` the deals by
    choice and outcome.
    """
    sets = set_tables(dealers.shape[1])
    # With so many cards known there is one hand of the Dealer's of all of them, and no counter for it.
    of_all = face_up and dealers.shape[1] > MOST_SET and hands.shape[1] + 1 == dealers.shape[1]
    known = np.empty(hands.shape[1] + (1 if face_up else 0), np.uint8)
    ups = DECK if face_up else 1
    below = np.zeros((len(hands), ups), np.int64)
    of_known = np.full((len(hands), ups), -1, np.int16)
    counts = np.empty(OUTCOMES, np.int64)
    for hand in range(len(hands)):
        for up in range(ups):
            if not face_up or not holds(hands[hand], up):
                at = join(hands[hand], up, known)
                if of_all:
                    of_known[hand, up] = level_of(known, ranks, sets)
                below[hand, up] = ask(counters, known, at, 0 <= of_known[hand, up] < level, sets)
    for dealer in range(len(dealers)):
        add_hand(counters, dealers[dealer], sets)
    for hand in range(len(hands)):
        for up in range(ups):
            if not face_up or not holds(hands[hand], up):
                at = join(hands[hand], up, known)
                itself, beaten, unqualified = of_known[hand, up], below[hand, up], 0
                same = ask(counters, known, at, 0 <= itself <= level, sets) - beaten
                if low[0]:
                    unqualified = ask(low, known, at, itself >= 0 and not ranks.qualifies[itself], sets)
                by_outcome(ranks.qualifies[level], unqualified, beaten, same, rule.deals, counts)
                choice = np.int64(given[hand, up]) if given.size else choose(counts, level, rule)
                spots[choice] += weights[hand]
                for outcome in range(OUTCOMES):
                    met[choice, outcome] += weights[hand] * counts[outcome]


@compiled
def count_low(dealers: CardSets) -> SetCounters:
    """The counters of the hands that do not qualify."""
    sets = set_tables(dealers.shape[1])
    found = np.zeros(sets.starts[MOST_SET + 1], np.int32)
    for dealer in range(len(dealers)):
        add_hand(found, dealers[dealer], sets)
    return found
