"""Kernels: every hole pair on every board of five, against a Dealer who may not qualify.

The method is that of :mod:`pitboss.analysis.holdem.showdowns`; the Dealer's pairs that do not qualify are
counted too. Boards that only ranks decide share one row of results.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.five_cards import LevelTables
from pitboss.analysis.holdem.boards import Masks, Numbers
from pitboss.analysis.holdem.showdowns import (
    COUNT,
    DEALERS,
    FIELD,
    NO_SUIT,
    PATTERNS,
    BoardTables,
    LevelChains,
    SuitOf,
    add_same,
    best_flushes,
    best_unsuited,
    cards_left,
    key_of,
    list_by_level,
    mask_of_suit,
    new_chains,
    suit_of_three,
)
from pitboss.analysis.holdem.vectors import VECTORS
from pitboss.analysis.outcome_kernel import WholeNumber, by_outcome

MetPairs = NDArray[np.uint32]
"""The Dealer's pairs beaten in the lowest ten bits, those that beat it in the next ten, then the line."""
Unqualified = NDArray[np.uint16]


class Showdowns(NamedTuple):
    """The results of all boards; boards that only ranks decide share one row."""

    met: MetPairs
    """By row and place of the vectors."""
    low: Unqualified
    """The Dealer's pairs that do not qualify, by row and place."""
    row_of: Numbers
    """The row of every board."""
    suit_of: SuitOf


class RulesByLevel(NamedTuple):
    """What the levels of a ranking list mean under a sheet."""

    qualifies: Bools
    """Whether the Dealer qualifies with such a hand."""
    lines: Ints
    """The line of a hand, which is one for all hands that are paid alike."""


@compiled
def meet(
    board: BoardTables,
    by_level: RulesByLevel,
    holes: Ints,
    chains: LevelChains,
    found: MetPairs,
    low: Unqualified,
) -> None:
    """The results of a board, by hole pair."""
    left, heads, rising, following = board.left, chains.heads, chains.rising, chains.following
    qualifies = by_level.qualifies
    low[:] = 0
    levels = list_by_level(board, holes, chains, found)
    below, same, unqualified = np.zeros(26, np.int64), np.zeros(26, np.int64), np.zeros(26, np.int64)
    all_unqualified = 0
    for number in range(levels):
        if not qualifies[rising[number]]:
            all_unqualified += add_same(heads[rising[number]], following, holes, left, unqualified)
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
            found[place] = beaten | beating << FIELD | by_level.lines[own] << 2 * FIELD
            # A pair that does not qualify holds both of its cards, and was taken out twice.
            low[place] = all_unqualified - unqualified[a] - unqualified[b] + itself
            place = following[place]
        all_below += all_same
        for card in range(26):
            below[card] += same[card]
            same[card] = 0
        heads[own] = -1


@compiled
def all_showdowns(of: Masks, holes: Ints, tables: LevelTables, by_level: RulesByLevel) -> Showdowns:
    """The results of every board of five."""
    found = np.empty((len(of), VECTORS), np.uint32)
    unqualified = np.empty((len(of), VECTORS), np.uint16)
    row_of = np.empty(len(of), np.int32)
    suit_of = np.empty(len(of), np.int8)
    flushes = best_flushes(tables.suited)
    number_of, level = best_unsuited(tables)
    chains = new_chains(len(tables.category))
    known = np.full(PATTERNS, -1, np.int64)
    left, none_gone = np.empty(26, np.int64), np.zeros(4, np.int64)
    rows = 0
    for number in range(len(of)):
        suit = suit_of_three(of[number])
        suit_of[number] = suit
        pattern = number_of[key_of(of[number], tables.keys)]
        if suit == NO_SUIT and known[pattern] >= 0:
            row_of[number] = known[pattern]
            continue
        cards_left(of[number], none_gone, suit, left)
        board = BoardTables(mask_of_suit(of[number], suit), left, level[pattern], flushes)
        meet(board, by_level, holes, chains, found[rows], unqualified[rows])
        row_of[number] = rows
        if suit == NO_SUIT:
            known[pattern] = rows
        rows += 1
    return Showdowns(found[:rows].copy(), unqualified[:rows].copy(), row_of, suit_of)


@compiled
def outcomes(met: WholeNumber, low: WholeNumber, above: Bools, counts: Ints) -> int:
    """Write the Dealer's pairs by outcome to ``counts``; returns the line of the player's hand.

    ``above`` says for each line whether such a hand is high enough to qualify.
    """
    beaten, beating, line = met & COUNT, met >> FIELD & COUNT, met >> 2 * FIELD
    by_outcome(above[line], low, beaten, DEALERS - beaten - beating, DEALERS, counts)
    return int(line)
