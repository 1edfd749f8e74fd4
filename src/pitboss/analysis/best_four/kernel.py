"""Kernels: all deals of five cards to the player and six to the Dealer, of which the best four count.

The Dealer's hands are added, lowest level first, to counters indexed by the face-up card and by each set of
up to four other cards. A player's hand is looked up before and after the hands of its own level are added.
The number of the Dealer's hands with the face-up card and none of the player's five cards follows by
inclusion and exclusion over the subsets of those five; all five leave a single hand, which is checked
directly. A card is four times its rank plus its suit.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.best_four.packing import FIELD
from pitboss.analysis.compiled import compiled
from pitboss.analysis.stud.kernel import CARDS, CardBytes, Counters, alike, note

Levels = NDArray[np.int16]
CardNumber = int | np.int64

OWN: Final = 5
DEALERS: Final = 6
DEALERS_HANDS: Final = 20_358_520
"""The number of hands of six cards."""
CLASSES: Final = 134_459
"""The number of hands of five cards that differ by more than the names of suits."""
_SINGLES: Final = 1
_PAIRS: Final = _SINGLES + 52
_TRIPLES: Final = _PAIRS + 1326
_FOURS: Final = _TRIPLES + 22100
_SETS: Final = _FOURS + 270_725
_MOST: Final = 1 << 23
"""A power of two above the number of hands with a face-up card that stand for all."""


@compiled
def place_of_four(a: CardNumber, b: CardNumber, c: CardNumber, d: CardNumber) -> CardNumber:
    """The place of four cards, lowest first, among all sets of four."""
    pairs, triples = b * (b - 1) // 2, c * (c - 1) * (c - 2) // 6
    return d * (d - 1) * (d - 2) * (d - 3) // 24 + triples + pairs + a


@compiled
def best_level(cards: Ints, number: int, levels: Levels) -> int:
    """The level of the best four of the first ``number`` cards, lowest first."""
    best = -1
    for d in range(3, number):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    level = levels[place_of_four(cards[a], cards[b], cards[c], cards[d])]
                    best = max(best, level)
    return best


@compiled
def levels_of_dealers(levels: Levels) -> Levels:
    """The level of every hand of six cards."""
    found = np.empty(DEALERS_HANDS, np.int16)
    cards = np.empty(DEALERS, np.int64)
    number = 0
    for f in range(5, CARDS):
        for e in range(4, f):
            for d in range(3, e):
                for c in range(2, d):
                    for b in range(1, c):
                        for a in range(b):
                            cards[0], cards[1], cards[2], cards[3], cards[4], cards[5] = a, b, c, d, e, f
                            found[number] = best_level(cards, DEALERS, levels)
                            number += 1
    return found


@compiled
def dealers_by_level(level_of: Levels, levels: int) -> tuple[CardBytes, Ints]:
    """All hands of six cards sorted by level (a counting sort), and where each level starts."""
    start = np.zeros(levels + 1, np.int64)
    for level in level_of:
        start[level + 1] += 1
    for level in range(levels):
        start[level + 1] += start[level]
    place = start.copy()
    hands = np.empty((DEALERS_HANDS, DEALERS), np.uint8)
    number = 0
    for f in range(5, CARDS):
        for e in range(4, f):
            for d in range(3, e):
                for c in range(2, d):
                    for b in range(1, c):
                        for a in range(b):
                            hand = hands[place[level_of[number]]]
                            hand[0], hand[1], hand[2], hand[3], hand[4], hand[5] = a, b, c, d, e, f
                            place[level_of[number]] += 1
                            number += 1
    return hands, start


@compiled
def players_hands(levels: Levels) -> tuple[CardBytes, Ints, Ints]:
    """A hand for all those of five cards that differ only in their suits, their number and its level."""
    hands = np.empty((CLASSES, OWN), np.uint8)
    weights, level_of = np.empty(CLASSES, np.int64), np.empty(CLASSES, np.int64)
    hand, cards, number = np.empty(OWN, np.uint8), np.empty(OWN, np.int64), 0
    for e in range(4, CARDS):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        weight = alike(hand)
                        if weight:
                            cards[:] = hand
                            hands[number], weights[number] = hand, weight
                            level_of[number] = best_level(cards, OWN, levels)
                            number += 1
    return hands, weights, level_of


@compiled
def add_dealer(counters: Counters, hand: CardBytes) -> None:
    """Count a Dealer's hand for each set of up to four of its cards and each other card face up."""
    for i in range(DEALERS):
        a = np.int64(hand[i])
        counters[0, a] += 1
        _add(counters[_SINGLES + a], hand, i, -1, -1, -1)
        for j in range(i):
            b = np.int64(hand[j])
            _add(counters[_PAIRS + a * (a - 1) // 2 + b], hand, i, j, -1, -1)
            for k in range(j):
                c = np.int64(hand[k])
                triple = a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c
                _add(counters[_TRIPLES + triple], hand, i, j, k, -1)
                for m in range(k):
                    four = place_of_four(np.int64(hand[m]), c, b, a)
                    _add(counters[_FOURS + four], hand, i, j, k, m)


@compiled
def _add(row: Counters, hand: CardBytes, i: int, j: int, k: int, m: int) -> None:
    for up in range(DEALERS):
        if up not in (i, j, k, m):
            row[hand[up]] += 1


@compiled
def ask(counters: Counters, hand: CardBytes, found: Counters) -> None:
    """For each face-up card, the counted hands with none of the player's cards, up to subsets of four."""
    found[:] = counters[0]
    for i in range(OWN):
        a = np.int64(hand[i])
        found -= counters[_SINGLES + a]
        for j in range(i):
            b = np.int64(hand[j])
            found += counters[_PAIRS + a * (a - 1) // 2 + b]
            for k in range(j):
                c = np.int64(hand[k])
                found -= counters[_TRIPLES + a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c]
                for m in range(k):
                    found += counters[_FOURS + place_of_four(np.int64(hand[m]), c, b, a)]


@compiled
def level_with(hand: CardBytes, up: int, levels: Levels) -> int:
    """The level of the player's five cards together with a sixth."""
    cards = np.empty(DEALERS, np.int64)
    cards[:OWN] = hand
    cards[OWN] = up
    return best_level(np.sort(cards), DEALERS, levels)


@compiled
def count_deals(
    dealers: CardBytes,
    start: Ints,
    hands: CardBytes,
    weights: Ints,
    first: Ints,
    lines: Ints,
    levels: Levels,
) -> Ints:
    """The distinct meetings as rows: line, hands beaten and hands the same, packed; and their number.

    ``dealers`` and ``hands`` are sorted by level; ``start`` and ``first`` say where each level starts.
    """
    counters = np.zeros((_SETS, CARDS), np.int32)
    slots, rows, number = np.full(_MOST, -1, np.int32), np.empty((_MOST, 3), np.int64), 0
    beaten = np.empty((int((first[1:] - first[:-1]).max()), CARDS), np.int32)
    met = np.empty(CARDS, np.int32)
    for level in range(len(lines)):
        for place in range(first[level], first[level + 1]):
            ask(counters, hands[place], beaten[place - first[level]])
        for place in range(start[level], start[level + 1]):
            add_dealer(counters, dealers[place])
        for place in range(first[level], first[level + 1]):
            hand, lower = hands[place], beaten[place - first[level]]
            ask(counters, hand, met)
            for up in range(CARDS):
                if (hand == up).any():
                    continue
                same = met[up] - lower[up] - (level_with(hand, up, levels) == level)
                key = (lines[level] << FIELD | np.int64(lower[up])) << FIELD | same
                number = note(slots, rows, number, key, weights[place], 0)
    return rows[:number, :2].copy()
