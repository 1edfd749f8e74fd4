"""Kernels: backward induction from the showdowns to the first decision, and the deals of best play.

Before the bet is made, the bets on the layout gain ``held``, and each Ante of the bet ``raised`` more, summed
over all that may come. The bet is made once, so what it is worth is known when it is made; without it, a hand
is worth what its best later choice is. Sums are kept by board of five, of four and of three, for every pair.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.holdem.boards import (
    HOLES,
    Masks,
    Numbers,
    kinds,
    pair_block,
    set_dead,
    with_or_without,
)
from pitboss.analysis.holdem.rivers import add, add_vectors, suit_before, take_out, vector_of
from pitboss.analysis.holdem.showdowns import DEALERS, NO_SUIT
from pitboss.analysis.holdem.streets import add_moved
from pitboss.analysis.holdem.vectors import PAIR_NEITHER, PAIR_ONE, PAIRED, UNPAIRED, VECTORS
from pitboss.analysis.one_raise.showdowns import Showdowns, outcomes
from pitboss.analysis.outcome_kernel import OUTCOMES, WholeNumber, gained

RIVERS: Final = 46 * DEALERS
"""River cards and Dealer's pairs once the hole cards and four cards of the board are known."""
TURNS: Final = 47 * RIVERS
ORDERS: Final = 20
"""Ways to deal five community cards as flop, turn and river."""
HELD: Final = 0
RAISED: Final = 1
WAITING: Final = 2
COLUMNS: Final = 3
"""The columns of the sums: without the bet, for each Ante of it, and with best later play instead."""

Sums = NDArray[np.int32]
ChoiceMarks = NDArray[np.uint32]

BITS: Final = 5
"""Bits of each field of a mark, which counts up to twenty orders."""
_FIELDS: Final = 0x1F
_ALIVE: Final = 1 << 31


class RiverRule(NamedTuple):
    """The decision on the river, and what a hand gains there."""

    above: Bools
    """By line: whether such a hand would qualify."""
    gains: Ints
    """By line, held or raised, and outcome: the gain in parts."""
    sizes: Ints
    fold: int


@compiled
def best(
    held: WholeNumber, raised: WholeNumber, waiting: WholeNumber, folded: int, sizes: Ints
) -> tuple[WholeNumber, int]:
    """The value of a decision, and its choice: 0 for the other choice, or the place of a size plus one.

    ``sizes`` begins with 1 where the other choice is a fold, and with 0 where it is not.
    """
    value = folded if sizes[0] == 1 else waiting
    choice = 0
    for place in range(1, len(sizes)):
        worth = held + sizes[place] * raised
        if worth > value:
            value, choice = worth, place
    return value, choice


@compiled
def values_of_rows(showdowns: Showdowns, river: RiverRule) -> Sums:
    """The three sums of each row and place."""
    met, low = showdowns.met, showdowns.low
    found = np.zeros((len(met), 3, VECTORS), np.int32)
    counts = np.empty(OUTCOMES, np.int64)
    for row in range(len(met)):
        for place in range(VECTORS):
            line = outcomes(np.int64(met[row, place]), np.int64(low[row, place]), river.above, counts)
            held, raised = gained(counts, river.gains, line)
            value, _ = best(held, raised, held, river.fold * DEALERS, river.sizes)
            found[row, HELD, place] = held
            found[row, RAISED, place] = raised
            found[row, WAITING, place] = value
    return found


@compiled
def sum_rivers(fours: Masks, number_of_five: Numbers, values: Sums, showdowns: Showdowns) -> Sums:
    """For each board of four and hole pair, the sums over all rivers; zero for pairs with a board card."""
    row_of, suit_of = showdowns.row_of, showdowns.suit_of
    found = np.zeros((len(fours), COLUMNS, HOLES), np.int32)
    plain = np.empty((COLUMNS, VECTORS), np.int32)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fours)):
        overwrite(masks, fours[number])
        plain[:] = 0
        for river_suit in range(4):
            for rank in range(13):
                if masks[river_suit] >> rank & 1:
                    continue
                five = number_of_five[with_or_without(masks, river_suit, rank, goes, ordered)]
                suit = suit_before(goes, suit_of[five])
                for column in range(COLUMNS):
                    row, vector = found[number, column], values[row_of[five], column]
                    if suit == NO_SUIT:
                        add(plain[column], vector)
                    else:
                        add_vectors(row, vector, suit)
                    take_out(row, vector, suit, rank, river_suit)
        for column in range(COLUMNS):
            add_vectors(found[number, column], plain[column], NO_SUIT)
            set_dead(found[number, column], masks, 0)
    return found


@compiled
def decide_turns(sums: Sums, sizes: Ints, fold: int) -> NDArray[np.uint8]:
    """The choice on each board of four and pair; its value takes the place of the waiting column."""
    found = np.zeros((len(sums), HOLES), np.uint8)
    for number in range(len(sums)):
        for place in range(HOLES):
            value, choice = best(
                np.int64(sums[number, HELD, place]),
                np.int64(sums[number, RAISED, place]),
                np.int64(sums[number, WAITING, place]),
                fold * RIVERS,
                sizes,
            )
            sums[number, WAITING, place] = value
            found[number, place] = choice
    return found


@compiled
def decide_flops(
    flops: Masks, number_of_four: Numbers, sums: Sums, sizes: Ints, fold: int, classes: Ints, totals: Ints
) -> NDArray[np.uint8]:
    """The choice on each flop and pair; ``totals`` gets the three sums of each class of hole cards.

    The sums of four cards are over rivers, so those of three are over turns and rivers in their order.
    """
    found = np.zeros((len(flops), HOLES), np.uint8)
    rows = np.empty((COLUMNS, HOLES), np.int64)
    alive = np.empty(HOLES, np.uint8)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(flops)):
        rows[:] = 0
        overwrite(masks, flops[number])
        for suit in range(4):
            for rank in range(13):
                if not masks[suit] >> rank & 1:
                    four = number_of_four[with_or_without(masks, suit, rank, goes, ordered)]
                    for column in range(COLUMNS):
                        add_moved(rows[column], sums[four, column], goes)
        alive[:] = 1
        set_dead(alive, masks, 0)
        weight = kinds(masks)
        for place in range(HOLES):
            if alive[place] == 0:
                continue
            held, raised = rows[HELD, place], rows[RAISED, place]
            value, choice = best(held, raised, rows[WAITING, place], fold * TURNS, sizes)
            found[number, place] = choice
            of_class = totals[classes[place]]
            of_class[HELD] += weight * held
            of_class[RAISED] += weight * raised
            of_class[WAITING] += weight * value
    return found


@compiled
def mark_fours(
    fours: Masks,
    number_of_flop: Numbers,
    on_flop: NDArray[np.uint8],
    on_turn: NDArray[np.uint8],
    flop_fields: Ints,
    turn_fields: Ints,
) -> ChoiceMarks:
    """For each board of four and pair, how many of its four orders end by each choice, in fields.

    ``flop_fields`` and ``turn_fields`` name the field of each choice; -1 where the hand goes on.
    """
    found = np.zeros((len(fours), HOLES), np.uint32)
    flop_marks = np.zeros((len(on_flop), HOLES), np.uint32)
    for number in range(len(on_flop)):
        for place in range(HOLES):
            field = flop_fields[on_flop[number, place]]
            if field >= 0:
                flop_marks[number, place] = 1 << BITS * field
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fours)):
        overwrite(masks, fours[number])
        row = found[number]
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    flop = number_of_flop[with_or_without(masks, suit, rank, goes, ordered)]
                    add_moved(row, flop_marks[flop], goes)
        for place in range(HOLES):
            field = turn_fields[on_turn[number, place]] if len(on_turn) > 1 else -1
            if field >= 0:
                row[place] += (4 - ended(np.int64(row[place]))) << BITS * field
        set_dead(row, masks, 0)
    return found


@compiled
def ended(mark: WholeNumber) -> WholeNumber:
    """The orders that a mark counts in all of its fields."""
    number = 0
    while mark:
        number += mark & _FIELDS
        mark >>= BITS
    return number


@compiled
def count_deals(
    fives: Masks,
    number_of_four: Numbers,
    showdowns: Showdowns,
    marks: ChoiceMarks,
    river: RiverRule,
    class_of_ranks: Ints,
    fields: int,
    cells: Ints,
) -> None:
    """Add to ``cells`` the deals of each class, by how they end, by line and by outcome.

    The ends are the fields of the marks, then the choices on the river.
    """
    met, low = showdowns.met, showdowns.low
    bets = np.empty(HOLES, np.uint32)
    groups = np.empty((2, VECTORS, fields + 1), np.int64)
    counts = np.empty(OUTCOMES, np.int64)
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
        gather(bets, showdowns.suit_of[number], fields, groups)
        weight, row = kinds(masks), showdowns.row_of[number]
        for suited in range(2):
            for place in range(VECTORS):
                if groups[suited, place, fields] == 0:
                    continue
                line = outcomes(np.int64(met[row, place]), np.int64(low[row, place]), river.above, counts)
                held, raised = gained(counts, river.gains, line)
                _, choice = best(held, raised, held, river.fold * DEALERS, river.sizes)
                left = ORDERS * groups[suited, place, fields]
                of_class = cells[class_of_ranks[suited, place]]
                for field in range(fields):
                    times = groups[suited, place, field]
                    left -= times
                    for outcome in range(OUTCOMES):
                        of_class[field, line, outcome] += weight * times * counts[outcome]
                for outcome in range(OUTCOMES):
                    of_class[fields + choice, line, outcome] += weight * left * counts[outcome]


@compiled
def gather(bets: ChoiceMarks, suit: int, fields: int, groups: Ints) -> None:
    """Add up the fields of hole pairs with the same result and class; the last counts the pairs alive."""
    for high in range(4):
        for low in range(4):
            start = (high * 4 + low) * UNPAIRED
            vector = groups[1 if high == low else 0, vector_of(high, low, suit) :]
            add_group(bets[start : start + UNPAIRED], fields, vector)
            if low > high:
                start = pair_block(high, low)
                source = PAIR_ONE if high == suit or low == suit else PAIR_NEITHER
                add_group(bets[start : start + PAIRED], fields, groups[0, source:])


@compiled
def add_group(bets: ChoiceMarks, fields: int, vector: Any) -> None:
    """Add the fields of one block."""
    for place in range(len(bets)):
        mark = np.int64(bets[place])
        if mark & _ALIVE:
            vector[place, fields] += 1
            for field in range(fields):
                vector[place, field] += mark >> BITS * field & _FIELDS
