"""Kernels: rounds of hold'em.

The ranks of the board are one row of a table that has the level of every pair of hole ranks, so that all
hands of a round are looked up in the same place; flushes are looked up apart where the board has three cards
of a suit. Turn and River are bet by the bit of the hole cards in the row of the canonical board.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.holdem.boards import Numbers, in_order, pair_block, place_of
from pitboss.analysis.holdem.showdowns import rank_pair
from pitboss.analysis.holdem.vectors import UNPAIRED
from pitboss.simulation.dealing import CARDS, Cuts, deal, put_back
from pitboss.simulation.philox import GROUP, fill_groups
from pitboss.simulation.tally import Counts, Totals, note_house

SUITS_START: Final = 32
KEY: Final = (1 << SUITS_START) - 1
CATEGORIES: Final = 10
RESULTS: Final = CATEGORIES + 2
TIE, LOSS = CATEGORIES, CATEGORIES + 1
"""The results of a box that stays: a win by each category, a tie, a loss."""
PLAYS: Final = 1 + 4 * RESULTS
"""The ways of the main game: a fold, then by Turn and River bet or not, the results."""
EXACT, SIMPLE, BLIND = range(3)
NO_SUIT: Final = 4


class HoldemTables(NamedTuple):
    """The look-up tables of a hold'em sheet and a strategy."""

    cards: Ints
    """The number of each card that sums of cards are made of: key of the rank, count of the suit."""
    board_row: NDArray[np.int16]
    """The row of a board in ``levels``, by the sum of its keys."""
    levels: NDArray[np.int16]
    """The level of each board with each pair of hole ranks, suits ignored."""
    flushes: NDArray[np.int16]
    """The level of the best flush, by the mask of its ranks; -1 for fewer than five."""
    category: NDArray[np.int8]
    hole_class: NDArray[np.int16]
    """The class of two hole cards."""
    stays: NDArray[np.bool_]
    """Whether a class stays."""
    strategy: int
    flop_place: Ints
    """For a flop by its index: the number of its canonical flop, and above 16 bits where each suit goes."""
    turn_place: Ints
    """The same of a board of four."""
    turn: Ints
    river: Ints
    """For a canonical board, whether the bet is placed, as bits over the hole pairs of a row."""
    side_line: NDArray[np.int8]
    """The line of the bet on hole cards, by the classes of the own and the Dealer's; the last is no line."""
    side_lines: int
    jackpot_unsuited: NDArray[np.int8]
    """The jackpot line of five cards of several suits, by the sum of their keys."""
    jackpot_suited: NDArray[np.int8]
    """The jackpot line of five cards of one suit, by the suit and the mask of the ranks."""
    forfeited: int
    fold_loses_jackpot: bool


@compiled
def places(cards: int, numbers: Numbers, number_of_sets: int) -> Ints:
    """For every set of three or four cards by its index: its canonical board and where each suit goes."""
    found = np.zeros(number_of_sets, np.int64)
    chosen = np.arange(cards)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for place in range(number_of_sets):
        masks[:] = 0
        for card in chosen:
            masks[card & 3] |= 1 << (card >> 2)
        in_order(masks, goes, ordered)
        suits = goes[0] | goes[1] << 2 | goes[2] << 4 | goes[3] << 6
        found[place] = numbers[place_of(ordered)] | suits << 16
        step = 0
        while step < cards - 1 and chosen[step] + 1 == chosen[step + 1]:
            chosen[step] = step
            step += 1
        chosen[step] += 1
    return found


@compiled
def index_of(deck: Any, at: int, cards: int, sorted_cards: Any) -> int:
    """The index of three or four cards in the combinatorial number system."""
    for place in range(cards):
        card, there = deck[at + place], place
        while there > 0 and sorted_cards[there - 1] > card:
            sorted_cards[there] = sorted_cards[there - 1]
            there -= 1
        sorted_cards[there] = card
    b, c = sorted_cards[1], sorted_cards[2]
    found = sorted_cards[0] + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    if cards == 4:
        d = sorted_cards[3]
        found += d * (d - 1) * (d - 2) * (d - 3) // 24
    return int(found)


@compiled
def bet_at(place: int, a: int, b: int, bits: Ints) -> bool:
    """Whether hole cards bet on a board that stands at a place of its canonical ones."""
    suits = place >> 16
    high, low = (a, b) if a >= b else (b, a)
    first, second = suits >> 2 * (high & 3) & 3, suits >> 2 * (low & 3) & 3
    top, bottom = high >> 2, low >> 2
    if top == bottom:
        hole = pair_block(first, second) + top
    else:
        hole = (first * 4 + second) * UNPAIRED + top * (top - 1) // 2 + bottom
    return bool(bits[place & 0xFFFF, hole >> 6] >> (hole & 63) & 1)


@compiled
def pairs_own(a: int, b: int, ranks: int) -> bool:
    """Whether hole cards are a pair or one of them pairs the open board, given as a mask of its ranks."""
    return a >> 2 == b >> 2 or bool((1 << (a >> 2) | 1 << (b >> 2)) & ranks)


@compiled
def best_level(a: int, b: int, row: int, suit: int, suited: int, tables: HoldemTables) -> int:
    """The level of the best hand of two hole cards and the board; ``suited`` are its ranks in ``suit``."""
    ra, rb = a >> 2, b >> 2
    level = int(tables.levels[row, rank_pair(max(ra, rb), min(ra, rb))])
    if suit != NO_SUIT:
        mask = suited
        if a & 3 == suit:
            mask |= 1 << ra
        if b & 3 == suit:
            mask |= 1 << rb
        level = max(level, int(tables.flushes[mask]))
    return level


@compiled
def jackpot_line(total: int, deck: Any, flop: int, a: int, b: int, tables: HoldemTables) -> int:
    """The jackpot line of two hole cards with the flop, whose cards add up to ``total``."""
    total += tables.cards[a] + tables.cards[b]
    if (total >> SUITS_START) + 0x3333 & 0x8888:
        mask = 1 << (a >> 2) | 1 << (b >> 2)
        for place in range(flop, flop + 3):
            mask |= 1 << (deck[place] >> 2)
        return int(tables.jackpot_suited[a & 3, mask])
    return int(tables.jackpot_unsuited[total & KEY])


@compiled
def play_rounds(
    seed: Any,
    first: Any,
    rounds: int,
    boxes: int,
    cards: int,
    cuts: Cuts,
    tables: HoldemTables,
    counts: Counts,
    totals: Totals,
) -> None:
    """Play rounds from number ``first`` on, a multiple of 256, and add what they bring to the tally."""
    parts = len(cuts.ends)
    deck, taken, words = np.arange(CARDS), np.arange(cards), np.empty(GROUP * parts, np.uint64)
    cells, lines, open_cards = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64), np.empty(4, np.int64)
    width = tables.forfeited + 1
    flat = counts.cells.reshape(-1)
    size = flat.size // boxes
    dealers, flop = 2 * boxes, 2 * boxes + 2
    for start in range(0, rounds, GROUP):
        group = first + np.uint64(start)
        fill_groups(seed, group // np.uint64(GROUP) * np.uint64(parts), words)
        for place in range(min(GROUP, rounds - start)):
            number = (group + np.uint64(place)) * np.uint64(parts)
            deal(deck, taken, cuts, seed, words, place * parts, number)
            three = tables.cards[deck[flop]] + tables.cards[deck[flop + 1]] + tables.cards[deck[flop + 2]]
            board = three + tables.cards[deck[flop + 3]] + tables.cards[deck[flop + 4]]
            row = int(tables.board_row[board & KEY])
            suit, suited = NO_SUIT, 0
            for each in range(4):
                if (board >> SUITS_START + 4 * each & 15) >= 3:
                    suit = each
            if suit != NO_SUIT:
                for at in range(flop, flop + 5):
                    if deck[at] & 3 == suit:
                        suited |= 1 << (deck[at] >> 2)
            a, b = deck[dealers], deck[dealers + 1]
            dealer = best_level(a, b, row, suit, suited, tables)
            dealers_class = tables.hole_class[a * CARDS + b]
            flop_place = tables.flop_place[index_of(deck, flop, 3, open_cards)]
            turn_place = tables.turn_place[index_of(deck, flop, 4, open_cards)]
            ranks = 1 << (deck[flop] >> 2) | 1 << (deck[flop + 1] >> 2) | 1 << (deck[flop + 2] >> 2)
            for box in range(boxes):
                a, b = deck[2 * box], deck[2 * box + 1]
                own_class = tables.hole_class[a * CARDS + b]
                line = jackpot_line(three, deck, flop, a, b, tables)
                if not tables.stays[own_class]:
                    play = 0
                    if tables.fold_loses_jackpot:
                        line = tables.forfeited
                else:
                    if tables.strategy == EXACT:
                        turn = bet_at(flop_place, a, b, tables.turn)
                        river = bet_at(turn_place, a, b, tables.river)
                    elif tables.strategy == SIMPLE:
                        turn = pairs_own(a, b, ranks)
                        river = pairs_own(a, b, ranks | 1 << (deck[flop + 3] >> 2))
                    else:
                        turn = river = True
                    own = best_level(a, b, row, suit, suited, tables)
                    result = TIE if own == dealer else LOSS
                    if own > dealer:
                        result = int(tables.category[own])
                    play = 1 + (2 * turn + river) * RESULTS + result
                side = np.int64(tables.side_line[own_class, dealers_class])
                cells[box] = play * tables.side_lines + side
                lines[box] = line
                flat[box * size + cells[box] * width + line] += 1
            if boxes > 1:
                note_house(cells, lines, counts, totals)
            put_back(deck, taken)
