"""Kernels: rounds of the three-card games.

A hand is known by the place of its cards in a table of 52 x 52 x 52 entries, which says everything about it
at once: its level, whether it is played, whether it qualifies, and its kind.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.compiled import compiled
from pitboss.simulation.dealing import CARDS, Cuts, deal, put_back
from pitboss.simulation.philox import GROUP, fill_groups
from pitboss.simulation.tally import Counts, Totals, note_house

Packed = NDArray[np.uint16]
LEVEL: Final = 0x3FF
PLAYED: Final = 1 << 10
QUALIFIES: Final = 1 << 11
KIND: Final = 12
"""The bits of an entry: level, played, qualifies, and from here on the kind."""
NO_QUALIFYING_HAND, HIGHER, LOWER, SAME, FOLD = range(5)
"""The outcomes of a box, as ``payoffs.OUTCOMES`` has them, and a fold."""
OUTCOMES: Final = 5
FLUSH: Final = 5


class ThreeCardTables(NamedTuple):
    """The look-up tables of a three-card sheet and a strategy."""

    hands: Packed
    own_line: NDArray[np.int64]
    """The jackpot line of each kind, where the own hand alone makes it."""
    further: int
    """The cards beside the own that make the jackpot hand: none, the Dealer's, or the community's."""
    ranks: NDArray[np.int16]
    """The ranks of three cards without their suits, as a row of ``jackpot_levels``."""
    further_ranks: NDArray[np.int16]
    """The same of the further cards, as a column."""
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
def jackpot_line(deck: Any, own: int, further: int, cards: int, tables: ThreeCardTables) -> int:
    """The line of the own three cards with two or three further ones."""
    column = place_of(deck, further) if cards == 3 else deck[further] * CARDS + deck[further + 1]
    row = tables.ranks[place_of(deck, own)]
    level = tables.jackpot_levels[row, tables.further_ranks[column]]
    suits = 0
    for place in range(3):
        suits += 1 << 4 * (deck[own + place] & 3)
    for place in range(cards):
        suits += 1 << 4 * (deck[further + place] & 3)
    # A field of four bits with five cards of a suit or more has its highest bit set by three more.
    if suits + 0x3333 & 0x8888:
        for suit in range(4):
            if (suits >> 4 * suit & 15) >= FLUSH:
                mask = 0
                for place in range(3):
                    if deck[own + place] & 3 == suit:
                        mask |= 1 << (deck[own + place] >> 2)
                for place in range(cards):
                    if deck[further + place] & 3 == suit:
                        mask |= 1 << (deck[further + place] >> 2)
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
    parts = len(cuts.ends)
    deck, taken, words = np.arange(CARDS), np.arange(cards), np.empty(GROUP * parts, np.uint64)
    cells = np.zeros(boxes, np.int64)
    lines = np.full(boxes, tables.no_line, np.int64)
    dealers, community = 3 * boxes, 3 * boxes + 3
    width = tables.forfeited + 1
    flat = counts.cells.reshape(-1)
    size = flat.size // boxes
    for start in range(0, rounds, GROUP):
        group = first + np.uint64(start)
        fill_groups(seed, group // np.uint64(GROUP) * np.uint64(parts), words)
        for place in range(min(GROUP, rounds - start)):
            number = (group + np.uint64(place)) * np.uint64(parts)
            deal(deck, taken, cuts, seed, words, place * parts, number)
            dealer = np.int64(tables.hands[place_of(deck, dealers)])
            for box in range(boxes):
                own = np.int64(tables.hands[place_of(deck, 3 * box)])
                kind = own >> KIND
                line = tables.own_line[kind]
                if not own & PLAYED:
                    outcome = FOLD
                elif not dealer & QUALIFIES:
                    outcome = NO_QUALIFYING_HAND
                else:
                    mine, theirs = own & LEVEL, dealer & LEVEL
                    outcome = HIGHER if mine > theirs else LOWER if mine < theirs else SAME
                if outcome == FOLD and tables.fold_loses_jackpot:
                    line = tables.forfeited
                elif tables.further == DEALERS:
                    line = jackpot_line(deck, 3 * box, dealers, 3, tables)
                elif tables.further == COMMUNITY:
                    line = jackpot_line(deck, 3 * box, community, 2, tables)
                cells[box] = kind * OUTCOMES + outcome
                lines[box] = line
                flat[box * size + cells[box] * width + line] += 1
            if boxes > 1:
                note_house(cells, lines, counts, totals)
            put_back(deck, taken)
