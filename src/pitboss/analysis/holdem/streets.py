"""Kernels: backward induction from the showdowns to the first decision.

After the flop no hand can fold, so every bet is decided alone: Turn is bet where it gains with the flop open,
River where it gains with the turn open. That takes the wins and losses of each pair from each board of four
and of three, and in the end the wins of each hand by the bets on the layout.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.holdem.boards import (
    HOLES,
    Masks,
    Numbers,
    SuitMap,
    kinds,
    pair_block,
    set_dead,
    with_or_without,
)
from pitboss.analysis.holdem.rivers import BEATEN, add, vector_of
from pitboss.analysis.holdem.showdowns import COUNT, FIELD, Results, SuitOf
from pitboss.analysis.holdem.vectors import LOSSES, PAIR_NEITHER, PAIR_ONE, PAIRED, TIES, UNPAIRED, VECTORS

Marks = NDArray[np.uint16]
Rows = NDArray[Any]

RIVERS: Final = 46 * 990
"""River cards and Dealer's pairs once the hole cards and four cards of the board are known."""
TURNS: Final = 47
ORDERS: Final = 20
"""Ways to deal five community cards as flop, turn and river."""

_MARK: Final = 5
_ALIVE: Final = 1 << 15
_DEAD: Final = 1 << 15
_FIELD: Final = 0xFFFF


@compiled
def add_moved(row: Rows, other: Rows, goes: SuitMap) -> None:
    """Add another row to this one, its suits permuted."""
    for high in range(4):
        for low in range(4):
            start, source = (high * 4 + low) * UNPAIRED, (goes[high] * 4 + goes[low]) * UNPAIRED
            add(row[start : start + UNPAIRED], other[source : source + UNPAIRED])
            if low > high:
                start, source = pair_block(high, low), pair_block(goes[high], goes[low])
                add(row[start : start + PAIRED], other[source : source + PAIRED])


@compiled
def add_gains(row: Ints, sums: Results, goes: SuitMap, win: int, loss: int) -> None:
    """Add the gain of a bet from a board of four to each hole pair, its suits permuted."""
    for high in range(4):
        for low in range(4):
            start, source = (high * 4 + low) * UNPAIRED, (goes[high] * 4 + goes[low]) * UNPAIRED
            add_gain(row[start : start + UNPAIRED], sums[source : source + UNPAIRED], win, loss)
            if low > high:
                start, source = pair_block(high, low), pair_block(goes[high], goes[low])
                add_gain(row[start : start + PAIRED], sums[source : source + PAIRED], win, loss)


@compiled
def add_gain(block: Ints, sums: Results, win: int, loss: int) -> None:
    """Add the gain of a bet to one block."""
    for place in range(len(block)):
        block[place] += win * np.int64(sums[place] & BEATEN) + loss * np.int64(sums[place] >> 16)


@compiled
def turns_bet(flops: Masks, number_of_four: Numbers, sums: Results, rule: Ints) -> Marks:
    """For each flop and hole pair, 1 if Turn is bet, because its expected gain is above zero.

    ``rule`` has the gains of the bet with a win, a tie and a loss.
    """
    win, tie, loss = rule
    found = np.zeros((len(flops), HOLES), np.uint16)
    gains = np.empty(HOLES, np.int64)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(flops)):
        gains[:] = tie * TURNS * RIVERS
        overwrite(masks, flops[number])
        for suit in range(4):
            for rank in range(13):
                if not masks[suit] >> rank & 1:
                    four = number_of_four[with_or_without(masks, suit, rank, goes, ordered)]
                    add_gains(gains, sums[four], goes, win - tie, loss - tie)
        for place in range(HOLES):
            found[number, place] = gains[place] > 0
    return found


@compiled
def rivers_bet(fours: Masks, sums: Results, rule: Ints) -> Marks:
    """For each board of four and hole pair, 1 if River is bet, because its expected gain is above zero."""
    win, tie, loss = rule
    found = np.zeros((len(fours), HOLES), np.uint16)
    for number in range(len(fours)):
        for place in range(HOLES):
            beaten, beating = np.int64(sums[number, place] & BEATEN), np.int64(sums[number, place] >> 16)
            found[number, place] = win * beaten + tie * (RIVERS - beaten - beating) + loss * beating > 0
    return found


@compiled
def mark_bets(
    fours: Masks,
    number_of_flop: Numbers,
    sums: Results,
    turns: Marks,
    classes: Ints,
    rule: Ints,
    cells: Ints,
) -> Marks:
    """For each board of four and hole pair, the number of its four orders with River alone on the layout;
    five bits up, with Turn alone; then with both. Ties and losses are added to ``cells``.
    """
    win, tie, loss = rule
    found = np.zeros((len(fours), HOLES), np.uint16)
    bet = np.empty(HOLES, np.uint16)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fours)):
        bet[:] = 0
        overwrite(masks, fours[number])
        weight = kinds(masks)
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    flop = number_of_flop[with_or_without(masks, suit, rank, goes, ordered)]
                    add_moved(bet, turns[flop], goes)
        set_dead(bet, masks, _DEAD)
        for place in range(HOLES):
            if bet[place] == _DEAD:
                continue
            turn = np.int64(bet[place])
            beaten, beating = np.int64(sums[number, place] & BEATEN), np.int64(sums[number, place] >> 16)
            same = RIVERS - beaten - beating
            river = 1 if win * beaten + tie * same + loss * beating > 0 else 0
            of_class = cells[classes[place]]
            of_class[river, TIES] += weight * (4 - turn) * same
            of_class[river, LOSSES] += weight * (4 - turn) * beating
            of_class[2 + river, TIES] += weight * turn * same
            of_class[2 + river, LOSSES] += weight * turn * beating
            found[number, place] = 4 - turn | turn << 2 * _MARK if river else turn << _MARK
    return found


@compiled
def count_wins(
    fives: Masks,
    number_of_four: Numbers,
    showdowns: Results,
    suit_of: SuitOf,
    marks: Marks,
    class_of_ranks: Ints,
    cells: Ints,
) -> None:
    """Add to ``cells`` the deals won by each category, by the bets on the layout."""
    bets = np.empty(HOLES, np.uint16)
    groups = np.empty((2, VECTORS), np.int64)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fives)):
        bets[:] = _ALIVE
        overwrite(masks, fives[number])
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    four = number_of_four[with_or_without(masks, suit, rank, goes, ordered)]
                    add_moved(bets, marks[four], goes)
        set_dead(bets, masks, 0)
        groups[:] = 0
        gather(bets, suit_of[number], groups)
        weight = kinds(masks)
        results = showdowns[number]
        for suited in range(2):
            for place in range(VECTORS):
                group = groups[suited, place]
                if group:
                    river, turn = group & _FIELD, group >> 16 & _FIELD
                    both, alive = group >> 32 & _FIELD, group >> 48
                    won = weight * np.int64(results[place] & COUNT)
                    of_class = cells[class_of_ranks[suited, place]]
                    category = results[place] >> 2 * FIELD
                    of_class[0, category] += won * (ORDERS * alive - river - turn - both)
                    of_class[1, category] += won * river
                    of_class[2, category] += won * turn
                    of_class[3, category] += won * both


@compiled
def gather(bets: Marks, suit: int, groups: Ints) -> None:
    """Add up the marks of hole pairs with the same result and class; the last of four fields counts the pairs
    that hold no card of the board.
    """
    for high in range(4):
        for low in range(4):
            start = (high * 4 + low) * UNPAIRED
            vector = groups[1 if high == low else 0, vector_of(high, low, suit) :]
            add_group(bets[start : start + UNPAIRED], vector)
            if low > high:
                start = pair_block(high, low)
                source = PAIR_ONE if high == suit or low == suit else PAIR_NEITHER
                add_group(bets[start : start + PAIRED], groups[0, source:])


@compiled
def add_group(bets: Marks, vector: Ints) -> None:
    """Add the marks of one block, widened from five to 16 bits each."""
    for place in range(len(bets)):
        mark = np.int64(bets[place])
        vector[place] += mark & 0x1F | (mark & 0x3E0) << 11 | (mark & 0x7C00) << 22 | (mark & _ALIVE) << 33
