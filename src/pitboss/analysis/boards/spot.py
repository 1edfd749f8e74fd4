"""One box from a decision to the showdown: hole cards before the flop with dead cards, and those not seen.

Kernels go over all cards still to come.

Kinds of cards are those of the showdowns: the rank, and whether the card is of the suit of which the board
holds three or more.
"""

from collections.abc import Sequence
from math import comb
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards.canonical import VECTORS, Masks, kinds_of_holes
from pitboss.analysis.boards.showdowns import (
    ALONE,
    COUNT,
    FIELD,
    BoardTables,
    RowRoom,
    RulesByLevel,
    ShowdownResults,
    cards_in,
    cards_left,
    key_of,
    kind_of,
    level_with,
    mask_of_suit,
    meet,
    row_room,
    suit_of_three,
)
from pitboss.analysis.compiled import compiled, next_set, overwrite
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.levels import CATEGORIES, Levels, LevelTables, five_cards
from pitboss.cards import DECK, RANKS, SUITS, Card

TIES: Final = CATEGORIES
LOSSES: Final = CATEGORIES + 1
"""The columns of counted deals after those won by each category."""


class HandCounts(Struct, frozen=True, eq=False):
    """All deals that can follow before the flop for a hand that is seen, counted by result."""

    deals: list[int]
    """Deals won by each category, tied, lost."""
    fours: list[list[int]]
    """Deals won, lost and tied on each possible board of four."""
    flops: list[list[int]]
    """Deals won, lost and tied on each possible flop."""


def seen(order: tuple[str, ...], hand: Sequence[Card], dead: Sequence[Card]) -> HandCounts:
    """Count all deals of a hand that its player has seen, before the flop."""
    tables = five_cards(order).tables
    coming = _coming([*hand, *dead])
    high, low = sorted((card_number(card) for card in hand), reverse=True)
    fours = np.zeros((comb(len(coming), 4), 3), dtype=np.int64)
    flops = np.zeros((comb(len(coming), 3), 3), dtype=np.int64)
    deals = count_hand(
        own=np.array([high >> 2, high & 3, low >> 2, low & 3]),
        gone=_masks([*hand, *dead]),
        coming=coming,
        holes=kinds_of_holes(),
        tables=tables,
        room=row_room(order),
        choose=np.array([[comb(place, number) for number in range(5)] for place in range(len(DECK))]),
        fours=fours,
        flops=flops,
    )
    return HandCounts(deals.tolist(), fours.tolist(), flops.tolist())


def unseen(order: tuple[str, ...], board: Sequence[Card], dead: Sequence[Card]) -> Ints:
    """The results of all possible hands together: deals won by each category, tied, lost."""
    tables = five_cards(order).tables
    return count_unseen(
        _masks(board),
        _masks(dead),
        _coming([*board, *dead]),
        comb(len(DECK) - len(dead) - 7, 2),
        kinds_of_holes(),
        tables,
        row_room(order),
    )


def _coming(known: Sequence[Card]) -> Ints:
    return np.array(sorted(card_number(card) for card in DECK if card not in known), dtype=np.int64)


def _masks(cards: Sequence[Card]) -> Ints:
    masks = np.zeros(len(SUITS), dtype=np.int64)
    for card in cards:
        masks[SUITS.index(card[1])] |= 1 << RANKS.index(card[0])
    return masks


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
    room: RowRoom,
    choose: Ints,
    fours: Ints,
    flops: Ints,
) -> Ints:
    """Count the deals that two own cards win by category, tie and lose, over all boards.

    ``own`` has their ranks and suits, ``gone`` the cards out of play, the own ones included, and ``coming``
    the others. Results are also added up for each board of four and of three, for the decisions taken there.
    """
    results, found = np.full((ALONE + 1, 4), -1, np.int16), np.zeros(LOSSES + 1, np.int64)
    left = room.left
    nothing, board = np.zeros(4, np.int64), np.empty(4, np.int64)
    chosen = np.arange(5)
    more = True
    while more:
        pattern = room.number_of[turn_over(nothing, 0, coming, chosen, tables.keys, board)]
        suit = suit_of_three(board)
        kind = kind_of(board, suit, pattern, room.number_of_mask)
        result = results[kind]
        if kind == ALONE or result[0] < 0:
            cards_left(board, gone, suit, left)
            high = 2 * own[0] + (1 if own[1] == suit else 0)
            low = 2 * own[2] + (1 if own[3] == suit else 0)
            of_board = BoardTables(mask_of_suit(board, suit), left, room.level[pattern], room.flushes)
            meet_one(high, low, of_board, holes, result)
        found[tables.category[result[0]]] += result[1]
        found[LOSSES] += result[2]
        found[TIES] += result[3]
        add_to_fours(chosen, result, choose, fours)
        more = next_set(chosen, len(coming))
    sum_to_flops(fours, len(coming), choose, flops)
    return found


@compiled
def cards_on(board: Masks) -> int:
    """The number of cards on a board."""
    return cards_in(board[0]) + cards_in(board[1]) + cards_in(board[2]) + cards_in(board[3])


@compiled
def turn_over(open_board: Masks, key: int, coming: Ints, chosen: Ints, keys: Ints, board: Masks) -> int:
    """Write the open board with the chosen cards to ``board``; returns the sum of the keys of its ranks.

    ``key`` is the sum of those of the open board.
    """
    overwrite(board, open_board)
    for place in chosen:
        rank = coming[place] >> 2
        board[coming[place] & 3] |= 1 << rank
        key += keys[rank]
    return key


@compiled
def meet_one(high: int, low: int, board: BoardTables, holes: Ints, result: Levels) -> None:
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
def add_to_fours(chosen: Ints, result: Levels, choose: Ints, fours: Ints) -> None:
    """Add a result to every board of four that it can come from."""
    for river in range(len(chosen)):
        four, number = 0, 0
        for place in range(len(chosen)):
            if place != river:
                number += 1
                four += choose[chosen[place], number]
        for column in range(3):
            fours[four, column] += result[1 + column]


@compiled
def sum_to_flops(fours: Ints, cards: int, choose: Ints, flops: Ints) -> None:
    """Sum the results of all boards of four to the flops they can come from.

    Each deal is on two boards of four with the same flop, by which of its two later cards is the turn.
    """
    chosen = np.arange(4)
    more = True
    four = 0
    while more:
        for turn in range(len(chosen)):
            flop, number = 0, 0
            for place in range(len(chosen)):
                if place != turn:
                    number += 1
                    flop += choose[chosen[place], number]
            for column in range(3):
                flops[flop, column] += fours[four, column]
        four += 1
        more = next_set(chosen, cards)
    flops //= 2


@compiled
def count_unseen(
    open_board: Masks,
    gone: Masks,
    coming: Ints,
    dealers: int,
    holes: Ints,
    tables: LevelTables,
    room: RowRoom,
) -> Ints:
    """Count the deals that all unseen hole pairs win by category, tie and lose, over all boards."""
    left, results = room.left, room.met
    all_qualify = np.ones(len(tables.category), np.bool_)
    by_level = RulesByLevel(all_qualify, tables.category, all_qualify)
    known, found = np.full((ALONE + 1, LOSSES + 1), -1, np.int32), np.zeros(LOSSES + 1, np.int64)
    board, key = open_board.copy(), key_of(open_board, tables.keys)
    chosen = np.arange(5 - cards_on(board))
    more = True
    while more:
        pattern = room.number_of[turn_over(open_board, key, coming, chosen, tables.keys, board)]
        suit = suit_of_three(board)
        kind = kind_of(board, suit, pattern, room.number_of_mask)
        here = known[kind]
        if kind == ALONE or here[LOSSES] < 0:
            cards_left(board, gone, suit, left)
            of_board = BoardTables(mask_of_suit(board, suit), left, room.level[pattern], room.flushes)
            meet(of_board, by_level, holes, room.chains, dealers, results, room.low)
            add_up(left, holes, results, dealers, here)
        found += here
        more = next_set(chosen, len(coming))
    return found


@compiled
def add_up(left: Ints, holes: Ints, results: ShowdownResults, dealers: int, found: NDArray[np.int32]) -> None:
    """Sum the results of a board over all hole pairs."""
    found[:] = 0
    for place in range(VECTORS):
        number = ways(left, holes[place, 0], holes[place, 1])
        if number:
            beaten, beating = results[place] & COUNT, results[place] >> FIELD & COUNT
            found[results[place] >> 2 * FIELD] += number * beaten
            found[LOSSES] += number * beating
            found[TIES] += number * (dealers - beaten - beating)
