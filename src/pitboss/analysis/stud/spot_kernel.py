"""Kernels: all hands a player may have against one face-up card, without dead cards.

The method is that of :mod:`pitboss.analysis.stud.kernel`, for one face-up card.
"""

from typing import Any

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.stud.kernel import (
    BEATEN,
    MOST,
    PAIRS,
    SAME,
    SETS,
    SINGLES,
    TRIPLES,
    UNQUALIFIED,
    CardBytes,
    StudHands,
    column_of,
    level_of_hand,
    most_at_a_level,
    note,
    packed,
)


@compiled
def add_others(counters: Ints, hand: CardBytes, up: int) -> None:
    """Count a Dealer's hand for each set of up to three of its face-down cards."""
    others = np.empty(4, np.int64)
    number = 0
    for place in range(5):
        if hand[place] != up:
            others[number] = hand[place]
            number += 1
    counters[0] += 1
    for i in range(4):
        a = others[i]
        counters[SINGLES + a] += 1
        for j in range(i):
            b = others[j]
            counters[PAIRS + a * (a - 1) // 2 + b] += 1
            for k in range(j):
                counters[TRIPLES + a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + others[k]] += 1


@compiled
def ask_one(counters: Ints, hand: CardBytes) -> int:
    """The number of counted hands with none of the player's cards, up to subsets of three."""
    found = counters[0]
    for i in range(5):
        a = np.int64(hand[i])
        found -= counters[SINGLES + a]
        for j in range(i):
            b = np.int64(hand[j])
            found += counters[PAIRS + a * (a - 1) // 2 + b]
            for k in range(j):
                found -= counters[TRIPLES + a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + hand[k]]
    return int(found)


@compiled
def has(mask: int, hand: CardBytes) -> bool:
    """Whether a hand holds a card of a mask."""
    held = 0
    for place in range(5):
        held |= 1 << hand[place]
    return (mask & held) != 0


@compiled
def count_spot(of: StudHands, up: int, dead: int) -> Ints:
    """The distinct meetings as rows; ``dead`` is a mask of cards that no hand holds."""
    hands, start, qualifies, tables = of.hands, of.start, of.qualifies, of.tables
    unqualified, counters = np.zeros(SETS, np.int64), np.zeros(SETS, np.int64)
    face_up = 1 << up
    for level in range(len(tables.category)):
        for number in range(start[level], start[level + 1]):
            hand = hands[number]
            if not qualifies[level] and has(face_up, hand) and not has(dead, hand):
                add_others(unqualified, hand, up)
    # Literals would have numba compile :func:`note` once more for each.
    none: Any = np.int64(0)
    one: Any = np.int64(1)
    slots, met, number_met = np.full(MOST, -1, np.int32), np.empty((MOST, 3), np.int64), none
    most = most_at_a_level(start)
    beaten = np.empty(most, np.int64)
    found = np.empty(4, np.int64)
    for level in range(len(tables.category)):
        first = start[level]
        for number in range(first, start[level + 1]):
            if not has(face_up | dead, hands[number]):
                beaten[number - first] = ask_one(counters, hands[number])
        if qualifies[level]:
            for number in range(first, start[level + 1]):
                if has(face_up, hands[number]) and not has(dead, hands[number]):
                    add_others(counters, hands[number], up)
        for number in range(first, start[level + 1]):
            hand = hands[number]
            if has(face_up | dead, hand):
                continue
            found[UNQUALIFIED] = ask_one(unqualified, hand)
            found[BEATEN] = beaten[number - first]
            found[SAME] = ask_one(counters, hand) - found[BEATEN]
            a, b, c, d, e = hand
            found[column_of(level_of_hand(b, c, d, e, up, tables), level, qualifies)] += 1
            found[column_of(level_of_hand(a, c, d, e, up, tables), level, qualifies)] += 1
            found[column_of(level_of_hand(a, b, d, e, up, tables), level, qualifies)] += 1
            found[column_of(level_of_hand(a, b, c, e, up, tables), level, qualifies)] += 1
            found[column_of(level_of_hand(a, b, c, d, up, tables), level, qualifies)] += 1
            key = packed(tables.category[level], found[UNQUALIFIED], found[BEATEN], found[SAME])
            number_met = note(slots, met, number_met, key, one, none)
    return met[:number_met].copy()
