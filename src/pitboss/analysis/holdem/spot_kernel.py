"""Kernels: one box from a decision to the showdown, over all cards still to come.

Kinds of cards are those of the showdowns: the rank, and whether the card is of the suit of which the board
holds three or more.
"""

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.five_cards import Levels, LevelTables
from pitboss.analysis.holdem.boards import Masks
from pitboss.analysis.holdem.showdowns import (
    COUNT,
    FIELD,
    Results,
    best_flushes,
    best_unsuited,
    cards_in,
    meet,
    rank_pair,
)
from pitboss.analysis.holdem.vectors import LOSSES, TIES, VECTORS


@compiled
def suit_of_three(board: Masks) -> int:
    """The suit of which a board holds three or more cards, or 4."""
    for suit in range(4):
        if cards_in(board[suit]) >= 3:
            return suit
    return 4


@compiled
def cards_left(board: Masks, gone: Masks, suit: int, left: Ints) -> None:
    """Write to ``left`` the number of cards of each kind that are neither on the board nor gone."""
    for rank in range(13):
        left[2 * rank] = 0
        left[2 * rank + 1] = 0
        for other in range(4):
            if not (board[other] | gone[other]) >> rank & 1:
                left[2 * rank + (1 if other == suit else 0)] += 1


@compiled
def ways(left: Ints, a: int, b: int) -> int:
    """The number of pairs of two kinds of cards that are left."""
    return int(left[a] * (left[a] - 1) // 2 if a == b else left[a] * left[b])


@compiled
def level_with(a: int, b: int, suit_mask: int, level: Levels, flushes: Levels) -> int:
    """The level that hole cards of two kinds make with a board."""
    suited = flushes[suit_mask | (a & 1) << (a >> 1) | (b & 1) << (b >> 1)]
    return int(max(level[rank_pair(a >> 1, b >> 1)], suited))


@compiled
def next_cards(chosen: Ints, most: int) -> bool:
    """Step ``chosen`` to the next rising set of places below ``most``; false after the last."""
    for place in range(len(chosen)):
        end = most if place == len(chosen) - 1 else chosen[place + 1]
        if chosen[place] + 1 < end:
            chosen[place] += 1
            for lower in range(place):
                chosen[lower] = lower
            return True
    return False


@compiled
def key_of(board: Masks, keys: Ints) -> int:
    """The sum of the keys of a board's ranks."""
    found = 0
    for suit in range(4):
        for rank in range(13):
            if board[suit] >> rank & 1:
                found += keys[rank]
    return found


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
        result = apart if suit < 4 else known[pattern]
        if suit < 4 or result[0] < 0:
            cards_left(board, gone, suit, left)
            high = 2 * own[0] + (1 if own[1] == suit else 0)
            low = 2 * own[2] + (1 if own[3] == suit else 0)
            mask = board[suit] if suit < 4 else 0
            meet_one(high, low, mask, left, levels[pattern], flushes, holes, result)
        found[tables.category[result[0]]] += result[1]
        found[LOSSES] += result[2]
        found[TIES] += result[3]
        add_to_parts(chosen, result, choose, fours, flops)
        more = next_cards(chosen, len(coming))
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
def meet_one(
    high: int, low: int, mask: int, left: Ints, level: Levels, flushes: Levels, holes: Ints, result: Ints
) -> None:
    """Write to ``result`` the level of two own cards, and the Dealer's pairs beaten, beating and tying."""
    own = level_with(high, low, mask, level, flushes)
    result[0], result[1], result[2], result[3] = own, 0, 0, 0
    for place in range(VECTORS):
        a, b = holes[place, 0], holes[place, 1]
        number = ways(left, a, b)
        if number:
            theirs = level_with(a, b, mask, level, flushes)
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
    heads = np.full(len(tables.category), -1, np.int16)
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
        here = apart if suit < 4 else known[pattern]
        if suit < 4 or here[LOSSES] < 0:
            cards_left(board, gone, suit, left)
            mask = board[suit] if suit < 4 else 0
            meet(mask, left, levels[pattern], flushes, tables.category, holes, heads, dealers, results)
            add_up(left, holes, results, dealers, here)
        found += here
        more = next_cards(chosen, len(coming))
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
