"""Kernels: all deals of the stud game.

The Dealer's hands are added, lowest level first, to counters indexed by the face-up card and by each set of
up to three other cards. A player's hand is looked up before and after the hands of its own level are added.
The number of the Dealer's hands with the face-up card and none of the player's five cards follows by
inclusion and exclusion over the subsets of those five; each subset of four leaves a single hand, which is
checked directly. A card is four times its rank plus its suit.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.levels import LevelTables
from pitboss.analysis.stud.packing import FIELD, HANDS

CardBytes = NDArray[np.uint8]
Counters = NDArray[np.int32]
Slots = NDArray[np.int32]

CARDS: Final = 52
UNQUALIFIED, BEATEN, BEATING, SAME = range(4)
"""Columns of a meeting: the Dealer's hands that do not qualify, are beaten, beat it, are the same."""

SINGLES: Final = 1
PAIRS: Final = SINGLES + 52
TRIPLES: Final = PAIRS + 1326
SETS: Final = TRIPLES + 22100
FEW: Final = 4096
"""A power of two above the number of different meetings at one level."""
MOST: Final = 1 << 21
"""A power of two above the total number of different meetings."""
_SPREAD: Final = 0x1E3779B97F4A7C15
"""An odd multiplier that hashes keys to slots."""


class StudHands(NamedTuple):
    """All hands under a ranking list and a qualifier."""

    hands: CardBytes
    """The cards of each hand, lowest level first."""
    start: Ints
    """Where each level starts."""
    qualifies: Bools
    """By level: whether the Dealer qualifies."""
    tables: LevelTables


class LevelMeetings(NamedTuple):
    """The hands of one level that stand for their class, as room for those of any level."""

    number: Ints
    """The place of each among all hands."""
    size: Ints
    """How many hands it stands for."""
    found: Counters
    """By hand, column and face-up card: the Dealer's hands that it meets."""


@compiled
def hands_by_level(tables: LevelTables) -> tuple[CardBytes, Ints]:
    """All hands sorted by level (a counting sort), and where each level starts."""
    levels = len(tables.category)
    level_of = np.empty(HANDS, np.int16)
    start = np.zeros(levels + 1, np.int64)
    number = 0
    for e in range(4, CARDS):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        level = level_of_hand(a, b, c, d, e, tables)
                        level_of[number] = level
                        start[level + 1] += 1
                        number += 1
    for level in range(levels):
        start[level + 1] += start[level]
    place = start.copy()
    hands = np.empty((HANDS, 5), np.uint8)
    number = 0
    for e in range(4, CARDS):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand = hands[place[level_of[number]]]
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        place[level_of[number]] += 1
                        number += 1
    return hands, start


@compiled
def most_at_a_level(start: Ints) -> int:
    """The greatest number of hands at one level."""
    most = 0
    for level in range(len(start) - 1):
        most = max(most, start[level + 1] - start[level])
    return most


@compiled
def level_of_hand(a: int, b: int, c: int, d: int, e: int, tables: LevelTables) -> int:
    """The level of five cards."""
    suit = a & 3
    if suit == b & 3 and suit == c & 3 and suit == d & 3 and suit == e & 3:
        mask = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
        return int(tables.suited[mask])
    keys = tables.keys
    return int(tables.unsuited[keys[a >> 2] + keys[b >> 2] + keys[c >> 2] + keys[d >> 2] + keys[e >> 2]])


@compiled
def add_dealer(counters: Counters, hand: CardBytes) -> None:
    """Count a Dealer's hand for each card face up and each set of up to three others.

    Written out because it runs 2.6 million times: a loop over subsets is several times slower.
    """
    for place in range(5):
        up = hand[place]
        a = np.int64(hand[0 if place > 0 else 1])
        b = np.int64(hand[1 if place > 1 else 2])
        c = np.int64(hand[2 if place > 2 else 3])
        d = np.int64(hand[3 if place > 3 else 4])
        b2, c2, d2 = b * (b - 1) // 2, c * (c - 1) // 2, d * (d - 1) // 2
        c3, d3 = c2 * (c - 2) // 3, d2 * (d - 2) // 3
        counters[0, up] += 1
        counters[SINGLES + a, up] += 1
        counters[SINGLES + b, up] += 1
        counters[SINGLES + c, up] += 1
        counters[SINGLES + d, up] += 1
        counters[PAIRS + b2 + a, up] += 1
        counters[PAIRS + c2 + a, up] += 1
        counters[PAIRS + c2 + b, up] += 1
        counters[PAIRS + d2 + a, up] += 1
        counters[PAIRS + d2 + b, up] += 1
        counters[PAIRS + d2 + c, up] += 1
        counters[TRIPLES + c3 + b2 + a, up] += 1
        counters[TRIPLES + d3 + b2 + a, up] += 1
        counters[TRIPLES + d3 + c2 + a, up] += 1
        counters[TRIPLES + d3 + c2 + b, up] += 1


@compiled
def ask(counters: Counters, hand: CardBytes, found: Counters) -> None:
    """For each face-up card, the counted hands with none of the player's cards, up to subsets of three."""
    overwrite(found, counters[0])
    for i in range(5):
        a = np.int64(hand[i])
        row = counters[SINGLES + a]
        for up in range(CARDS):
            found[up] -= row[up]
        for j in range(i):
            b = np.int64(hand[j])
            row = counters[PAIRS + a * (a - 1) // 2 + b]
            for up in range(CARDS):
                found[up] += row[up]
            for k in range(j):
                row = counters[TRIPLES + a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + hand[k]]
                for up in range(CARDS):
                    found[up] -= row[up]


@compiled
def alike(hand: CardBytes) -> int:
    """The size of a hand's class under permutations of suits if the hand is canonical, otherwise 0."""
    masks = np.zeros(4, np.int64)
    for i in range(5):
        masks[hand[i] & 3] |= 1 << (hand[i] >> 2)
    number, run = 24, 1
    for suit in range(1, 4):
        if masks[suit] > masks[suit - 1]:
            return 0
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        number //= run
    return number


@compiled
def column_of(level: int, own: int, qualifies: Bools) -> int:
    """The column of a Dealer's hand that meets a player's hand."""
    if not qualifies[level]:
        return UNQUALIFIED
    if level < own:
        return BEATEN
    return SAME if level == own else BEATING


@compiled
def add_sets_of_four(
    hand: CardBytes, own: int, qualifies: Bools, tables: LevelTables, found: Counters
) -> None:
    """Add the last term of the inclusion-exclusion: four of the player's cards with each face-up card."""
    for left_out in range(5):
        key, mask, suits = 0, 0, 0
        for place in range(5):
            if place != left_out:
                key += tables.keys[hand[place] >> 2]
                mask |= 1 << (hand[place] >> 2)
                suits |= 1 << (hand[place] & 3)
        for rank in range(13):
            # Five aces lie beyond the table.
            whole = key + tables.keys[rank]
            level = tables.unsuited[whole] if whole < len(tables.unsuited) else -1
            if level < 0:
                continue
            column = column_of(level, own, qualifies)
            for suit in range(4):
                if suits == 1 << suit and not mask >> rank & 1:
                    flush = tables.suited[mask | 1 << rank]
                    found[column_of(flush, own, qualifies), rank << 2 | suit] += 1
                else:
                    found[column, rank << 2 | suit] += 1


@compiled
def add_level(counters: Counters, of: StudHands, level: int) -> None:
    """Count all hands of a level as the Dealer's."""
    for number in range(of.start[level], of.start[level + 1]):
        add_dealer(counters, of.hands[number])


@compiled
def count_unqualified(of: StudHands) -> Counters:
    """The counters of the Dealer's hands that do not qualify."""
    counters = np.zeros((SETS, CARDS), np.int32)
    for level in range(len(of.qualifies)):
        if not of.qualifies[level]:
            add_level(counters, of, level)
    return counters


@compiled
def room_for_a_level(of: StudHands) -> LevelMeetings:
    """Room for the hands of any level."""
    most = most_at_a_level(of.start)
    found = np.empty((most, 4, CARDS), np.int32)
    return LevelMeetings(np.empty(most, np.int64), np.empty(most, np.int64), found)


@compiled
def meet_level(
    of: StudHands, level: int, unqualified: Counters, counters: Counters, meetings: LevelMeetings
) -> int:
    """Write the meetings of a level and add its hands to the counters, which have those of lower levels.

    Returns the number of hands that stand for their class.
    """
    number_asked = 0
    for number in range(of.start[level], of.start[level + 1]):
        size = alike(of.hands[number])
        if size:
            ask(unqualified, of.hands[number], meetings.found[number_asked, UNQUALIFIED])
            ask(counters, of.hands[number], meetings.found[number_asked, BEATEN])
            meetings.number[number_asked], meetings.size[number_asked] = number, size
            number_asked += 1
    if of.qualifies[level]:
        add_level(counters, of, level)
    for place in range(number_asked):
        hand, of_hand = of.hands[meetings.number[place]], meetings.found[place]
        ask(counters, hand, of_hand[SAME])
        for up in range(CARDS):
            of_hand[SAME, up] -= of_hand[BEATEN, up]
        add_sets_of_four(hand, level, of.qualifies, of.tables, of_hand)
    return number_asked


@compiled
def packed(category: int, unqualified: int, beaten: int, same: int) -> int:
    """A meeting packed into one integer, the key of its row."""
    return ((category << FIELD | unqualified) << FIELD | beaten) << FIELD | same


@compiled
def note(slots: Slots, rows: Ints, number: int, key: int, weight: int, example: int) -> int:
    """Add weight to the row of a key in an open-addressing hash table; returns the new number of rows."""
    slot = key * _SPREAD >> 40 & len(slots) - 1
    while slots[slot] >= 0 and rows[slots[slot], 0] != key:
        slot = slot + 1 & len(slots) - 1
    if slots[slot] < 0:
        slots[slot] = number
        rows[number, 0], rows[number, 1], rows[number, 2] = key, 0, example
        number += 1
    rows[slots[slot], 1] += weight
    return number


@compiled
def note_hand(
    hand: CardBytes, found: Counters, category: int, weight: int, slots: Slots, rows: Ints, number: int
) -> int:
    """Add the meetings of a hand with each possible face-up card; returns the new number of rows."""
    written, held = 0, 0
    for place in range(5):
        written = written * CARDS + hand[place]
        held |= 1 << hand[place]
    for up in range(CARDS):
        if held >> up & 1:
            continue
        key = packed(category, found[UNQUALIFIED, up], found[BEATEN, up], found[SAME, up])
        number = note(slots, rows, number, key, weight, written * CARDS + up)
    return number


@compiled
def count_deals(of: StudHands) -> Ints:
    """The distinct meetings as rows: the packed meeting, the number of hands with face-up cards, an example.

    Each level has a small hash table of its own (``few``), which fits the processor's cache; it is merged
    into the large one at the end of the level.
    """
    unqualified, counters = count_unqualified(of), np.zeros((SETS, CARDS), np.int32)
    meetings = room_for_a_level(of)
    # A literal 0 would have numba compile :func:`note` and :func:`note_hand` once more.
    none: Any = np.int64(0)
    slots, met, number_met = np.full(MOST, -1, np.int32), np.empty((MOST, 3), np.int64), none
    few, here = np.full(FEW, -1, np.int32), np.empty((FEW, 3), np.int64)
    for level in range(len(of.qualifies)):
        number_here = none
        for place in range(meet_level(of, level, unqualified, counters, meetings)):
            hand, of_hand = of.hands[meetings.number[place]], meetings.found[place]
            category, size = of.tables.category[level], meetings.size[place]
            number_here = note_hand(hand, of_hand, category, size, few, here, number_here)
        few[:] = -1
        for place in range(number_here):
            number_met = note(slots, met, number_met, here[place, 0], here[place, 1], here[place, 2])
    return met[:number_met].copy()
