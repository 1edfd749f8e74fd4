"""Kernels: rounds of the three-card games.

A hand is known by the place of its cards in a table of 52 x 52 x 52 entries, which says everything about it
at once: its level, whether it is played, whether it qualifies, and its kind.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiled import compiled
from pitboss.simulation.dealing import CARDS, Cuts, deal_group, new_rows
from pitboss.simulation.hand_cells import FOLD, HIGHER, LOWER, OUTCOMES, SAME
from pitboss.simulation.philox import GROUP
from pitboss.simulation.tally import Counts, Totals, note_house

Packed = NDArray[np.uint32]
LEVEL: Final = 0x3FF
PLAYED_BIT: Final = 10
QUALIFIES_BIT: Final = 11
KIND: Final = 12
KINDS: Final = 16
RANKS: Final = 16
RANK_SETS: Final = 0x1FF
SUITS: Final = 25
"""The bits of an entry: level, played, qualifies, and from where on the kind, the ranks, the suits."""
FLUSH: Final = 5


class ThreeCardTables(NamedTuple):
    """The look-up tables of a three-card sheet and a strategy."""

    hands: Packed
    own_line: NDArray[np.int64]
    """The jackpot line of each kind, where the own hand alone makes it."""
    further: int
    """The cards beside the own that make the jackpot hand: none, the Dealer's, or the community's."""
    pairs: Packed
    """The ranks and the suits of two cards, as entries of hands have them."""
    may_flush: NDArray[np.int64]
    """For the suits of the own hand, a mask of the suits of further cards that may make a flush with them."""
    jackpot_lines: NDArray[np.int8]
    """The line of the own ranks with the further ones, without a flush."""
    jackpot_levels: NDArray[np.int16]
    """The level of the best jackpot hand, suits ignored."""
    jackpot_suited: NDArray[np.int16]
    """The level of the best hand of one suit, by the mask of its ranks."""
    line_of_level: NDArray[np.int8]
    """The jackpot line of a level in each suit; the last row is for hands of several."""
    no_line: int
    forfeited: int
    """Where to count a box without a line, and one whose fold has lost the bet."""
    fold_loses_jackpot: bool


NO_CARDS, DEALERS, COMMUNITY = range(3)


@compiled
def place_of(deck: Any, at: int) -> int:
    """Where the hand of three cards from a place of the deck on is in the tables."""
    return int((deck[at] * CARDS + deck[at + 1]) * CARDS + deck[at + 2])


@compiled
def flush_line(deck: Any, own: int, further: int, cards: int, level: int, tables: ThreeCardTables) -> int:
    """The line of cards of which five or more have one suit; without it they make a hand of ``level``."""
    for suit in range(4):
        mask, number = 0, 0
        for place in range(3):
            if deck[own + place] & 3 == suit:
                mask |= 1 << (deck[own + place] >> 2)
                number += 1
        for place in range(cards):
            if deck[further + place] & 3 == suit:
                mask |= 1 << (deck[further + place] >> 2)
                number += 1
        if number >= FLUSH:
            suited = tables.jackpot_suited[mask]
            if suited > level:
                return int(tables.line_of_level[suit, suited])
    return int(tables.line_of_level[4, level])


@compiled
def play_rounds(
    seed: Any,
    first: Any,
    rounds: int,
    boxes: int,
    cards: int,
    cuts: Cuts,
    tables: ThreeCardTables,
    counts: Counts,
    totals: Totals,
) -> None:
    """Play rounds from number ``first`` on, a multiple of 256, and add what they bring to the tally."""
    words, dealt = np.empty(GROUP * len(cuts.ends), np.uint64), new_rows(cards)
    cells = np.zeros(boxes, np.int64)
    lines = np.full(boxes, tables.no_line, np.int64)
    dealers = 3 * boxes
    further = dealers + 3 if tables.further == COMMUNITY else dealers
    # Functions that take all tables copy their descriptions; what every round needs is at hand.
    hands, may_flush, jackpot_lines = tables.hands, tables.may_flush, tables.jackpot_lines
    width = tables.forfeited + 1
    flat = counts.cells.reshape(-1)
    size = flat.size // boxes
    fold_loses = 1 if tables.fold_loses_jackpot else 0
    for start in range(0, rounds, GROUP):
        number = min(GROUP, rounds - start)
        deal_group(seed, first + np.uint64(start), number, cuts, words, dealt)
        for place in range(number):
            deck = dealt[place]
            dealer = np.int64(hands[place_of(deck, dealers)])
            qualifies = dealer >> QUALIFIES_BIT & 1
            others = dealer
            if tables.further == COMMUNITY:
                others = np.int64(tables.pairs[deck[further] * CARDS + deck[further + 1]])
            for box in range(boxes):
                own = np.int64(hands[place_of(deck, 3 * box)])
                kind = own >> KIND & KINDS - 1
                # Sums instead of branches, of which the processor would foresee every second one.
                played = own >> PLAYED_BIT & 1
                mine, theirs = own & LEVEL, dealer & LEVEL
                met = HIGHER + (mine < theirs) * (LOWER - HIGHER) + (mine == theirs) * (SAME - HIGHER)
                outcome = played * qualifies * met + (1 - played) * FOLD
                line = tables.own_line[kind]
                if tables.further != NO_CARDS:
                    row, column = own >> RANKS & RANK_SETS, others >> RANKS & RANK_SETS
                    line = np.int64(jackpot_lines[row, column])
                    if may_flush[own >> SUITS] >> (others >> SUITS) & 1:
                        level = tables.jackpot_levels[row, column]
                        line = flush_line(deck, 3 * box, further, cards - further, level, tables)
                line += (1 - played) * fold_loses * (tables.forfeited - line)
                cells[box] = kind * OUTCOMES + outcome
                lines[box] = line
                flat[box * size + cells[box] * width + line] += 1
            if boxes > 1:
                note_house(cells, lines, counts, totals)
