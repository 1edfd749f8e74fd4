"""Kernels: every hole pair on every board of five, against a Dealer who may not qualify.

The method is that of :mod:`pitboss.analysis.holdem.showdowns`; the Dealer's pairs that do not qualify are
counted too. Boards that only ranks decide share one row of results.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.five_cards import Levels, LevelTables
from pitboss.analysis.holdem.boards import Masks, Numbers
from pitboss.analysis.holdem.showdowns import (
    DEALERS,
    NO_SUIT,
    SuitOf,
    add_same,
    best_flushes,
    best_unsuited,
    cards_in,
    list_by_level,
)
from pitboss.analysis.holdem.vectors import VECTORS

OUTCOMES: Final = 6
"""The Dealer's pairs that do not qualify and are beaten, tie, win; then those that qualify."""
Number = Any
"""A whole number, of Python's or of an array."""
Met = NDArray[np.uint32]
"""The Dealer's pairs beaten in the lowest ten bits, those that beat it in the next ten, then the line."""
Unqualified = NDArray[np.uint16]

FIELD: Final = 10
COUNT: Final = (1 << FIELD) - 1
_PATTERNS: Final = 6175


@compiled
def meet(
    suit_mask: int,
    left: Ints,
    level: Levels,
    flushes: Levels,
    qualifies: Bools,
    lines: Ints,
    holes: Ints,
    heads: Levels,
    scratch: Met,
    found: Met,
    unqualified: Unqualified,
) -> None:
    """The results of a board, by hole pair; ``heads`` is -1 everywhere before and after."""
    rising = np.empty(VECTORS, np.int16)
    following = np.empty(VECTORS, np.int16)
    levels = list_by_level(suit_mask, left, level, flushes, holes, heads, rising, following, scratch)
    below, same, low = np.zeros(26, np.int64), np.zeros(26, np.int64), np.zeros(26, np.int64)
    found[:] = 0
    unqualified[:] = 0
    all_low = 0
    for number in range(levels):
        if not qualifies[rising[number]]:
            all_low += add_same(heads[rising[number]], following, holes, left, low)
    all_below = 0
    for number in range(levels):
        own = rising[number]
        first = heads[own]
        all_same = add_same(first, following, holes, left, same)
        itself = 0 if qualifies[own] else 1
        place = first
        while place >= 0:
            a, b = holes[place, 0], holes[place, 1]
            beaten = all_below - below[a] - below[b]
            beating = DEALERS - beaten - (all_same - same[a] - same[b] + 1)
            found[place] = beaten | beating << FIELD | lines[own] << 2 * FIELD
            # A pair that does not qualify holds both of its cards, and was taken out twice.
            unqualified[place] = all_low - low[a] - low[b] + itself
            place = following[place]
        all_below += all_same
        for card in range(26):
            below[card] += same[card]
            same[card] = 0
        heads[own] = -1


@compiled
def all_showdowns(
    of: Masks, holes: Ints, tables: LevelTables, qualifies: Bools, lines: Ints
) -> tuple[Met, Unqualified, Numbers, SuitOf]:
    """The results by row, the row of every board, and its suit of three or more cards."""
    found = np.empty((len(of), VECTORS), np.uint32)
    unqualified = np.empty((len(of), VECTORS), np.uint16)
    scratch = np.empty(VECTORS, np.uint32)
    row_of = np.empty(len(of), np.int32)
    suit_of = np.empty(len(of), np.int8)
    flushes = best_flushes(tables.suited)
    number_of, level = best_unsuited(tables)
    heads = np.full(len(tables.category), -1, np.int16)
    known = np.full(_PATTERNS, -1, np.int64)
    left = np.empty(26, np.int64)
    rows = 0
    for board in range(len(of)):
        suit, suit_mask = NO_SUIT, 0
        for other in range(4):
            if cards_in(of[board, other]) >= 3:
                suit, suit_mask = other, of[board, other]
        key = 0
        for rank in range(13):
            left[2 * rank] = 4 if suit == NO_SUIT else 3
            left[2 * rank + 1] = 0 if suit == NO_SUIT else 1 - (suit_mask >> rank & 1)
            for other in range(4):
                if of[board, other] >> rank & 1:
                    key += tables.keys[rank]
                    left[2 * rank] -= other != suit
        suit_of[board] = suit
        pattern = number_of[key]
        if suit == NO_SUIT and known[pattern] >= 0:
            row_of[board] = known[pattern]
            continue
        meet(
            suit_mask,
            left,
            level[pattern],
            flushes,
            qualifies,
            lines,
            holes,
            heads,
            scratch,
            found[rows],
            unqualified[rows],
        )
        row_of[board] = rows
        if suit == NO_SUIT:
            known[pattern] = rows
        rows += 1
    return found[:rows].copy(), unqualified[:rows].copy(), row_of, suit_of


@compiled
def outcomes(met: Number, low: Number, above: Bools, counts: Ints) -> int:
    """Write the Dealer's pairs by outcome to ``counts``; returns the line of the player's hand.

    ``above`` says for each line whether such a hand is high enough to qualify.
    """
    beaten, beating, line = met & COUNT, met >> FIELD & COUNT, met >> 2 * FIELD
    same = DEALERS - beaten - beating
    if above[line]:
        counts[0], counts[1], counts[2] = low, 0, 0
        counts[3], counts[4], counts[5] = beaten - low, same, beating
    else:
        counts[0], counts[1], counts[2] = beaten, same, low - beaten - same
        counts[3], counts[4], counts[5] = 0, 0, DEALERS - low
    return int(line)
