"""Kernels: backward induction from the showdowns to the first decision, and the deals of best play.

What may be won is summed in columns: what the bets on the layout gain, what each Ante of a later bet adds,
and what waiting for a later decision is worth. A board of four is summed over its rivers and decided; what it
is worth goes to the flops that it can come from, so no board of four is kept. A hand ends by its choices on
flop and turn, or by its choice on the river; how it ends is counted on every board of five.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards.canonical import HOLES, VECTORS, Masks, Numbers, kinds, set_dead, with_or_without
from pitboss.analysis.boards.rows import (
    ALIVE,
    PERMUTATIONS,
    add,
    add_moved,
    add_vectors,
    gather,
    pass_on,
    suit_before,
    symmetric,
    take_out,
)
from pitboss.analysis.boards.showdowns import (
    DEALERS,
    NO_SUIT,
    RowRoom,
    RulesByLevel,
    Showdowns,
    meet_row,
    outcomes,
)
from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.outcome_kernel import OUTCOMES, gained

RIVERS: Final = 46 * DEALERS
"""River cards and Dealer's pairs once the hole cards and four cards of the board are known."""
TURNS: Final = 47 * RIVERS
ORDERS: Final = 20
"""Ways to deal five community cards as flop, turn and river."""
NONE: Final = -1
"""No column: nothing is won there."""

BITS: Final = 5
"""Bits of each field of a mark, which counts up to twenty orders."""
LOWER_FIELDS: Final = 3
"""Fields below the bit of a mark that says whether a pair may be there; as many follow above it."""
MOST_GATHERED: Final = 200
"""Boards that may be gathered in fields of 16 bits: sixteen pairs on each, with twenty orders."""
_FIELD: Final = (1 << BITS) - 1
_WIDE: Final = 0xFFFF

Sums = NDArray[Any]
Choices = NDArray[np.uint8]
Marks = NDArray[Any]
"""By hole pair: how many orders of its cards end in each way, in fields."""


class StreetRule(NamedTuple):
    """One decision: the columns that it goes by, and its choices."""

    held: int
    raised: int
    waiting: int
    sizes: Ints
    """1 if the other choice is a fold, or 0; then the sizes of the bet in Antes."""
    fold: int
    """The gain of a fold."""


class Endings(NamedTuple):
    """How a hand ends by its choices before the river."""

    field_of: Ints
    """By choice on the flop and on the turn: the field of that ending; -1 where the river decides."""
    fields: int


@compiled
def decide(rows: Sums, rule: StreetRule, deals: int, choices: Choices, values: Ints) -> None:
    """Write the choice of each place of some rows, 0 for the other one, and its value over so many deals.

    It goes choice by choice, which the processor does for many places at once.
    """
    for place in range(len(values)):
        values[place] = rows[rule.waiting, place] if rule.waiting >= 0 else 0
        choices[place] = 0
    if rule.sizes[0] == 1:
        values[:] = rule.fold * deals
    for choice in range(1, len(rule.sizes)):
        size = rule.sizes[choice]
        for place in range(len(values)):
            held = np.int64(rows[rule.held, place]) if rule.held >= 0 else np.int64(0)
            worth = held + size * np.int64(rows[rule.raised, place])
            choices[place] = choice if worth > values[place] else choices[place]
            values[place] = max(worth, values[place])


@compiled
def values_of_rows(
    of: Showdowns, room: RowRoom, gains: Ints, river: StreetRule, first: int, first_row: int, found: Sums
) -> None:
    """Write the columns from ``first`` on of the rows from ``first_row`` on, as many as ``found`` has.

    The columns are the parts of ``gains``, then the river's value.
    """
    parts = gains.shape[1]
    counts, rows = np.empty(OUTCOMES, np.int64), np.empty((parts + 1, VECTORS), np.int64)
    choices = np.empty(VECTORS, np.uint8)
    for number in range(len(found)):
        meet_row(of, first_row + number, room)
        for place in range(VECTORS):
            line = outcomes(np.int64(room.met[place]), np.int64(room.low[place]), of.by_level.above, counts)
            for part in range(parts):
                rows[part, place] = gained(counts, gains, line, part)
        if first + found.shape[1] > parts:
            decide(rows, river, DEALERS, choices, rows[parts])
        for column in range(found.shape[1]):
            overwrite(found[number, column], rows[first + column])


@compiled
def sum_rivers(
    masks: Masks, of: Showdowns, number_of_five: Numbers, values: Sums, first_row: int, rows: Sums
) -> None:
    """Write the columns of a board of four to ``rows``, summed over the rivers whose row of results is among
    those from ``first_row`` on that ``values`` has; zero with a board card.

    Most rivers leave no suit with three cards on the board: those are added once for all suits.
    """
    plain = np.zeros((len(rows), VECTORS), rows.dtype)
    ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64)
    rows[:] = 0
    for river_suit in range(4):
        for rank in range(13):
            if masks[river_suit] >> rank & 1:
                continue
            five = number_of_five[with_or_without(masks, river_suit, rank, goes, ordered)]
            at = of.row_of[five] - first_row
            if at < 0 or at >= len(values):
                continue
            suit = suit_before(goes, of.suit_of[five])
            for column in range(len(rows)):
                row, vector = rows[column], values[at, column]
                if suit == NO_SUIT:
                    add(plain[column], vector)
                else:
                    add_vectors(row, vector, suit)
                take_out(row, vector, suit, rank, river_suit)
    for column in range(len(rows)):
        add_vectors(rows[column], plain[column], NO_SUIT)
        set_dead(rows[column], masks, 0)


@compiled
def decide_fours(
    fours: Masks,
    of: Showdowns,
    number_of_five: Numbers,
    number_of_flop: Numbers,
    values: Sums,
    first: int,
    first_row: int,
    rows: Sums,
    turn: StreetRule,
    on_turn: Choices,
    flops: Ints,
) -> None:
    """Decide on each board of four, and add what it is worth to its flops, in the columns from ``first`` on.

    ``rows`` is room for the columns of one board. What stands in ``flops`` is made symmetric by
    :func:`symmetric`. Without a decision ``on_turn`` is empty, and values may be summed some rows at a time.
    """
    worth = np.empty(HOLES, np.int64)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fours)):
        overwrite(masks, fours[number])
        sum_rivers(masks, of, number_of_five, values, first_row, rows)
        if len(on_turn):
            decide(rows, turn, RIVERS, on_turn[number], worth)
            if turn.waiting >= 0:
                overwrite(rows[turn.waiting], worth)
        weight = kinds(masks)
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    flop = number_of_flop[with_or_without(masks, suit, rank, goes, ordered)]
                    for column in range(len(rows)):
                        pass_on(rows[column], flops[flop, first + column], goes, weight)


@compiled
def decide_flops(of_three: Masks, flops: Ints, rule: StreetRule) -> Choices:
    """The choice on each flop and pair.

    The columns of four cards are over rivers, so those of three are over turns and rivers in their order.
    """
    columns = flops.shape[1]
    on_flop = np.zeros((len(of_three), HOLES), np.uint8)
    rows, worth = np.empty((columns, HOLES), np.int64), np.empty(HOLES, np.int64)
    for number in range(len(of_three)):
        for column in range(columns):
            symmetric(of_three[number], flops[number, column], rows[column])
        decide(rows, rule, TURNS, on_flop[number], worth)
    return on_flop


@compiled
def place_of_field(field: int) -> int:
    """Where a field of a mark starts."""
    return BITS * field + (1 if field >= LOWER_FIELDS else 0)


@compiled
def mark_fours(
    fours: Masks, number_of_flop: Numbers, on_flop: Choices, on_turn: Choices, ends: Endings, marks: Marks
) -> None:
    """For each board of four and pair, how many of its four orders end in each way before the river."""
    by_choice = np.zeros((len(on_flop), HOLES), np.uint32)
    for number in range(len(on_flop)):
        for place in range(HOLES):
            if on_flop[number, place]:
                by_choice[number, place] = 1 << BITS * (on_flop[number, place] - 1)
    row = np.empty(HOLES, np.uint32)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fours)):
        overwrite(masks, fours[number])
        row[:] = 0
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    flop = number_of_flop[with_or_without(masks, suit, rank, goes, ordered)]
                    add_moved(row, by_choice[flop], goes)
        for place in range(HOLES):
            turn = on_turn[number, place] if len(on_turn) else 0
            orders: Any = np.int64(row[place])
            left: Any = 4
            mark: Any = 0
            for choice in range(1, len(ends.field_of)):
                times = orders & _FIELD
                orders >>= BITS
                left -= times
                if ends.field_of[choice, turn] >= 0:
                    mark += times << place_of_field(ends.field_of[choice, turn])
            if ends.field_of[0, turn] >= 0:
                mark += left << place_of_field(ends.field_of[0, turn])
            marks[number, place] = mark
        set_dead(marks[number], masks, 0)


@compiled
def count_deals(
    of: Showdowns,
    room: RowRoom,
    order: Ints,
    number_of_four: Numbers,
    marks: Marks,
    gains: Ints,
    river: StreetRule,
    ends: Endings,
    class_of_ranks: Ints,
    cells: Ints,
) -> None:
    """Add to ``cells`` the deals of each class, by how they end, by line and by outcome.

    The ends are the fields of the marks, then the choices on the river. ``order`` has the boards by row.
    """
    bets = np.empty(HOLES, marks.dtype)
    groups = np.zeros((1 if ends.fields <= LOWER_FIELDS else 2, 2, VECTORS), np.int64)
    gathered = 0
    orders = np.zeros((2, VECTORS, ends.fields + 1), np.int64)
    masks, ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(4, np.int64)
    for at in range(len(order)):
        number = order[at]
        bets[:] = ALIVE
        overwrite(masks, of.fives[number])
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    four = number_of_four[with_or_without(masks, suit, rank, goes, ordered)]
                    add_moved(bets, marks[four], goes)
        set_dead(bets, masks, 0)
        weight = kinds(masks)
        gathered += weight
        for half in range(len(groups)):
            gather(bets, 16 * half, weight, of.suit_of[number], groups[half])
        last = at + 1 == len(order) or of.row_of[order[at + 1]] != of.row_of[number]
        if last or gathered + PERMUTATIONS > MOST_GATHERED:
            widen(groups, ends.fields, orders)
            gathered = 0
        if last:
            meet_row(of, of.row_of[number], room)
            note_row(room.met, room.low, of.by_level, gains, river, orders, class_of_ranks, cells)
            orders[:] = 0


@compiled
def note_row(
    met: NDArray[np.uint32],
    low: NDArray[np.uint16],
    by_level: RulesByLevel,
    gains: Ints,
    river: StreetRule,
    orders: Ints,
    class_of_ranks: Ints,
    cells: Ints,
) -> None:
    """Add to ``cells`` the deals of all hole pairs on the boards of a row."""
    counts, rows = np.empty(OUTCOMES, np.int64), np.empty((gains.shape[1], 1), np.int64)
    choice, worth = np.zeros(1, np.uint8), np.empty(1, np.int64)
    fields = orders.shape[2] - 1
    lowest = OUTCOMES // 2 if by_level.qualifies.all() else 0
    flat, width = cells.reshape(-1), cells.shape[2] * OUTCOMES
    for place in range(VECTORS):
        if orders[0, place, fields] + orders[1, place, fields] == 0:
            continue
        line = outcomes(np.int64(met[place]), np.int64(low[place]), by_level.above, counts)
        if len(river.sizes) > 1:
            for part in range(gains.shape[1]):
                rows[part, 0] = gained(counts, gains, line, part)
            decide(rows, river, DEALERS, choice, worth)
        for suited in range(2):
            left = ORDERS * orders[suited, place, fields]
            if left == 0:
                continue
            start = np.uint64(class_of_ranks[suited, place] * cells.shape[1] * width + line * OUTCOMES)
            for field in range(fields):
                times = orders[suited, place, field]
                left -= times
                add_deals(flat, start + np.uint64(field * width), counts, times, lowest)
            add_deals(flat, start + np.uint64((fields + choice[0]) * width), counts, left, lowest)


@compiled
def add_deals(flat: Ints, start: Any, counts: Ints, times: int, lowest: int) -> None:
    """Add so many times the Dealer's pairs by outcome, from the lowest outcome there is."""
    if lowest == 0:
        for outcome in range(OUTCOMES):
            flat[start + np.uint64(outcome)] += times * counts[outcome]
    else:
        for outcome in range(OUTCOMES // 2, OUTCOMES):
            flat[start + np.uint64(outcome)] += times * counts[outcome]


@compiled
def widen(groups: Ints, fields: int, orders: Ints) -> None:
    """Move the fields of all groups to ``orders``, and the number of pairs after them."""
    for suited in range(2):
        for place in range(VECTORS):
            if groups[0, suited, place]:
                for field in range(fields):
                    group = groups[field // LOWER_FIELDS, suited, place]
                    orders[suited, place, field] += group >> 16 * (field % LOWER_FIELDS) & _WIDE
                orders[suited, place, fields] += groups[0, suited, place] >> 48
    groups[:] = 0
