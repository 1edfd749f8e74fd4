"""Kernels: one box from a decision to the showdown, over all cards still to come.

Kinds of cards are those of the showdowns: the rank, and whether the card is of the suit of which the board
holds three or more.
"""

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled, next_set, overwrite
from pitboss.analysis.five_cards import LevelTables
from pitboss.analysis.holdem.boards import Masks
from pitboss.analysis.holdem.showdowns import (
    COUNT,
    FIELD,
    NO_SUIT,
    BoardTables,
    Results,
    best_flushes,
    best_unsuited,
    cards_in,
    cards_left,
    key_of,
    level_with,
    mask_of_suit,
    meet,
    new_chains,
    suit_of_three,
)
from pitboss.analysis.holdem.vectors import LOSSES, TIES, VECTORS


@compiled
def ways(left: Ints, a: int, b: int) -> int:
    """The number of pairs of two kinds of cards that are left."""
    return int(left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b])


@compiled
def count_hand(
    own: Ints,
    gone: Masks,
    coming: Ints,
    holes: Ints,
    tables: LevelTables,
    choose: Ints,
    fours: Ints,
    flops: Ints,
) -> Ints:
    """Count the deals that two own cards win by category, tie and lose, over all boards.

    ``own`` has their ranks and suits, ``gone`` the cards out of play, the own ones included, and ``coming``
    the others. Results are also added up for each board of four and of three, for the decisions taken there.
    """
    flushes = best_flushes(tables.suited)
    number_of, levels = best_unsuited(tables)
    known, apart = np.full((len(levels), 4), -1, np.int64), np.empty(4, np.int64)
    found = np.zeros(LOSSES + 1, np.int64)
    left = np.empty(26, np.int64)
    nothing, board = np.zeros(4, np.int64), np.empty(4, np.int64)
    chosen = np.arange(5)
    more = True
    while more:
        turn_over(nothing, coming, chosen, board)
        suit = suit_of_three(board)
        pattern = number_of[key_of(board, tables.keys)]
        result = apart if suit != NO_SUIT else known[pattern]
        if suit != NO_SUIT or result[0] < 0:
            cards_left(board, gone, suit, left)
            high = 2 * own[0] + (1 if own[1] == suit else 0)
            low = 2 * own[2] + (1 if own[3] == suit else 0)
            of_board = BoardTables(mask_of_suit(board, suit), left, levels[pattern], flushes)
            meet_one(high, low, of_board, holes, result)
        found[tables.category[result[0]]] += result[1]
        found[LOSSES] += result[2]
        found[TIES] += result[3]
        add_to_parts(chosen, result, choose, fours, flops)
        more = next_set(chosen, len(coming))
    return found


@compiled
def cards_on(board: Masks) -> int:
    """The number of cards on a board."""
    return cards_in(board[0]) + cards_in(board[1]) + cards_in(board[2]) + cards_in(board[3])


@compiled
def turn_over(open_board: Masks, coming: Ints, chosen: Ints, board: Masks) -> None:
    """Write the open board with the chosen cards to ``board``."""
    overwrite(board, open_board)
    for place in chosen:
        board[coming[place] & 3] |= 1 << (coming[place] >> 2)


@compiled
def meet_one(high: int, low: int, board: BoardTables, holes: Ints, result: Ints) -> None:
    """Write to ``result`` the level of two own cards, and the Dealer's pairs beaten, beating and tying."""
    own = level_with(high, low, board)
    result[0], result[1], result[2], result[3] = own, 0, 0, 0
    for place in range(VECTORS):
        a, b = holes[place, 0], holes[place, 1]
        number = ways(board.left, a, b)
        if number:
            theirs = level_with(a, b, board)
            result[1 if theirs < own else 2 if theirs > own else 3] += number


@compiled
def add_to_parts(chosen: Ints, result: Ints, choose: Ints, fours: Ints, flops: Ints) -> None:
    """Add a result to every board of four and of three that it can come from."""
    for river in range(len(chosen)):
        four, number = 0, 0
        for place in range(len(chosen)):
            if place != river:
                number += 1
                four += choose[chosen[place], number]
        fours[four, 0] += result[1]
        fours[four, 1] += result[2]
        fours[four, 2] += result[3]
        for turn in range(river):
            flop, number = 0, 0
            for place in range(len(chosen)):
                if place not in (turn, river):
                    number += 1
                    flop += choose[chosen[place], number]
            flops[flop, 0] += result[1]
            flops[flop, 1] += result[2]
            flops[flop, 2] += result[3]


@compiled
def count_unseen(
    open_board: Masks,
    gone: Masks,
    coming: Ints,
    dealers: int,
    holes: Ints,
    tables: LevelTables,
) -> Ints:
    """Count the deals that all unseen hole pairs win by category, tie and lose, over all boards."""
    flushes = best_flushes(tables.suited)
    number_of, levels = best_unsuited(tables)
    chains = new_chains(len(tables.category))
    results = np.empty(VECTORS, np.uint32)
    known = np.full((len(levels), LOSSES + 1), -1, np.int64)
    apart = np.empty(LOSSES + 1, np.int64)
    found = np.zeros(LOSSES + 1, np.int64)
    left = np.empty(26, np.int64)
    board = open_board.copy()
    chosen = np.arange(5 - cards_on(board))
    more = True
    while more:
        turn_over(open_board, coming, chosen, board)
        suit = suit_of_three(board)
        pattern = number_of[key_of(board, tables.keys)]
        here = apart if suit != NO_SUIT else known[pattern]
        if suit != NO_SUIT or here[LOSSES] < 0:
            cards_left(board, gone, suit, left)
            of_board = BoardTables(mask_of_suit(board, suit), left, levels[pattern], flushes)
            meet(of_board, tables.category, holes, chains, dealers, results)
            add_up(left, holes, results, dealers, here)
        found += here
        more = next_set(chosen, len(coming))
    return found


@compiled
def add_up(left: Ints, holes: Ints, results: Results, dealers: int, found: Ints) -> None:
    """Sum the results of a board over all hole pairs."""
    found[:] = 0
    for place in range(VECTORS):
        number = ways(left, holes[place, 0], holes[place, 1])
        if number:
            beaten, beating = results[place] & COUNT, results[place] >> FIELD & COUNT
            found[results[place] >> 2 * FIELD] += number * beaten
            found[LOSSES] += number * beating
            found[TIES] += number * (dealers - beaten - beating)
