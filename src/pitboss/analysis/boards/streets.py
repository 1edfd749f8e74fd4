"""Kernels: backward induction from the showdowns to the first decision, and the deals of best play.

What may be won is summed in columns: what the bets on the layout gain, what each Ante of a later bet adds,
and what waiting for a later decision is worth. A board of four is summed over its rivers and decided; what it
is worth goes to the flops that it can come from, so no board of four is kept. A hand ends by its choices on
flop and turn, or by its choice on the river; how it ends is counted on every board of five.
"""

from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards.canonical import (
    HOLES,
    VECTORS,
    HolePlaces,
    Masks,
    Numbers,
    moved_places,
    set_dead,
    with_or_without,
)
from pitboss.analysis.boards.rows import (
    ALIVE,
    add_moved,
    add_vectors,
    gather,
    pass_on,
    suit_before,
    take_out,
)
from pitboss.analysis.boards.showdowns import (
    DEALERS,
    NO_SUIT,
    RowRoom,
    Showdowns,
    SuitOf,
    meet_row,
    outcomes,
)
from pitboss.analysis.compiled import compiled, overwrite
from pitboss.analysis.outcome_kernel import OUTCOMES, WholeNumber, gained

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
PERMUTATIONS: Final = 24
MOST_GATHERED: Final = 200
"""Boards that may be gathered in fields of 16 bits: sixteen pairs on each, with twenty orders."""
_FLOPS_AT_ONCE: Final = 200
_FIELD: Final = (1 << BITS) - 1
_WIDE: Final = 0xFFFF

Sums = NDArray[Any]
Choices = NDArray[np.uint8]
Orders = NDArray[np.uint32]
BoardOrders = NDArray[np.int32]
"""By row, whether the hole cards are of one suit, place and ending: orders of the cards."""
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
    masks: Masks,
    row_of: Numbers,
    suit_of: SuitOf,
    number_of_five: Numbers,
    values: Sums,
    first_row: int,
    holes: HolePlaces,
    rows: Sums,
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
            at = row_of[five] - first_row
            if at < 0 or at >= len(values):
                continue
            suit = suit_before(goes, suit_of[five])
            for column in range(len(rows)):
                row, vector = rows[column], values[at, column]
                if suit == NO_SUIT:
                    for place in range(VECTORS):
                        plain[column, place] += vector[place]
                else:
                    add_vectors(row, vector, suit)
                take_out(row, vector, holes.of_card[rank << 2 | river_suit], holes.in_vectors[suit])
    for column in range(len(rows)):
        add_vectors(rows[column], plain[column], NO_SUIT)
        set_dead(rows[column], masks, holes.of_card)


@compiled
def decide_fours(
    fours: Masks,
    alike: Ints,
    row_of: Numbers,
    suit_of: SuitOf,
    number_of_five: Numbers,
    number_of_flop: Numbers,
    values: Sums,
    first: int,
    first_row: int,
    rows: Sums,
    holes: HolePlaces,
    turn: StreetRule,
    on_turn: Choices,
    flops: Ints,
) -> None:
    """Decide on each board of four, and add what it is worth to its flops, in the columns from ``first`` on.

    ``rows`` is room for the columns of one board. Without a decision ``on_turn`` is empty, and values may be
    summed some rows at a time.
    """
    worth = np.empty(HOLES, np.int64)
    ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fours)):
        masks = fours[number]
        sum_rivers(masks, row_of, suit_of, number_of_five, values, first_row, holes, rows)
        if len(on_turn):
            decide(rows, turn, RIVERS, on_turn[number], worth)
            if turn.waiting >= 0:
                overwrite(rows[turn.waiting], worth)
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    flop = number_of_flop[with_or_without(masks, suit, rank, goes, ordered)]
                    for column in range(len(rows)):
                        pass_on(rows[column], flops[flop, first + column], goes, alike[number])


def decide_flops(of_three: Masks, flops: Ints, rule: StreetRule) -> Choices:
    """The choice on each flop and pair.

    Boards of four have stood for all of their class, whose flops are one in other names of the suits: what a
    flop is worth is the mean over those names that leave it as it is, in units of the flop's own class. The
    columns of four cards are over rivers, so those of three are over turns and rivers in their order.
    """
    found = np.empty((len(of_three), HOLES), np.uint8)
    # The first leaves every suit as it is.
    renamings = [(goes, moved_places(goes)) for goes in map(list, permutations(range(4)))][1:]
    for start in range(0, len(found), _FLOPS_AT_ONCE):
        masks, passed = of_three[start : start + _FLOPS_AT_ONCE], flops[start : start + _FLOPS_AT_ONCE]
        rows = passed.copy()
        for goes, places in renamings:
            same = np.flatnonzero((masks == masks[:, goes]).all(axis=1))
            rows[same] += passed[same][:, :, places]
        rows //= PERMUTATIONS
        none = np.zeros_like(rows[:, 0])
        other = rows[:, rule.waiting] if rule.waiting >= 0 else none
        if rule.sizes[0]:
            other = none + rule.fold * TURNS
        held = rows[:, rule.held] if rule.held >= 0 else none
        bets = (held + size * rows[:, rule.raised] for size in rule.sizes[1:])
        found[start : start + _FLOPS_AT_ONCE] = np.argmax([other, *bets], axis=0)
    return found


@compiled
def place_of_field(field: int) -> int:
    """Where a field of a mark starts."""
    return BITS * field + (1 if field >= LOWER_FIELDS else 0)


@compiled
def mark_fours(
    fours: Masks,
    number_of_flop: Numbers,
    holes: HolePlaces,
    on_flop: Orders,
    on_turn: Choices,
    ends: Endings,
    marks: Marks,
) -> None:
    """For each board of four and pair, how many of its four orders end in each way before the river.

    ``on_flop`` has one order in the field of its choice.
    """
    row = np.empty(HOLES, np.uint32)
    ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64)
    for number in range(len(fours)):
        masks = fours[number]
        row[:] = 0
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    flop = number_of_flop[with_or_without(masks, suit, rank, goes, ordered)]
                    add_moved(row, on_flop[flop], goes)
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
        set_dead(marks[number], masks, holes.of_card)


def orders_by_choice(on_flop: Choices) -> Orders:
    """By flop and pair: one order in the field of its choice, nothing for the other choice."""
    shift = BITS * np.maximum(on_flop, 1).astype(np.uint32) - BITS
    return (on_flop > 0).astype(np.uint32) << shift


@compiled
def gather_orders(
    boards: Ints,
    fives: Masks,
    alike: Ints,
    row_of: Numbers,
    suit_of: SuitOf,
    number_of_four: Numbers,
    holes: HolePlaces,
    marks: Marks,
    first_row: int,
    found: BoardOrders,
) -> None:
    """Add the orders in which hole pairs end in each way on some boards, which come by row, to ``found``.

    The last field of ``found`` counts the pairs.
    """
    bets, fields = np.empty(HOLES, marks.dtype), found.shape[3] - 1
    groups = np.zeros((1 if fields <= LOWER_FIELDS else 2, 2, VECTORS), np.int64)
    gathered = 0
    ordered, goes = np.empty(4, np.int64), np.empty(4, np.int64)
    for at in range(len(boards)):
        number = boards[at]
        masks, row = fives[number], row_of[number]
        bets[:] = ALIVE
        for suit in range(4):
            for rank in range(13):
                if masks[suit] >> rank & 1:
                    four = number_of_four[with_or_without(masks, suit, rank, goes, ordered)]
                    add_moved(bets, marks[four], goes)
        set_dead(bets, masks, holes.of_card)
        gathered += alike[number]
        for half in range(len(groups)):
            gather(bets, 16 * half, alike[number], suit_of[number], groups[half])
        last = at + 1 == len(boards) or row_of[boards[at + 1]] != row
        if last or gathered + PERMUTATIONS > MOST_GATHERED:
            widen(groups, fields, found[row - first_row])
            gathered = 0


@compiled
def note_rows(
    of: Showdowns,
    room: RowRoom,
    gains: Ints,
    river: StreetRule,
    first_row: int,
    orders: BoardOrders,
    class_of_ranks: Ints,
    lowest: int,
    cells: Ints,
) -> None:
    """Add to ``cells`` the deals of each class on the boards of some rows, by how they end, by line and by
    outcome. The ends are the fields of the orders, then the choices on the river; ``lowest`` is the lowest
    outcome that there is.
    """
    counts, rows = np.empty(OUTCOMES, np.int64), np.empty((gains.shape[1], 1), np.int64)
    choice, worth = np.zeros(1, np.uint8), np.empty(1, np.int64)
    fields, width = orders.shape[3] - 1, cells.shape[2] * OUTCOMES
    flat = cells.reshape(-1)
    for number in range(len(orders)):
        meet_row(of, first_row + number, room)
        for place in range(VECTORS):
            if orders[number, 0, place, fields] + orders[number, 1, place, fields] == 0:
                continue
            met, low = np.int64(room.met[place]), np.int64(room.low[place])
            line = outcomes(met, low, of.by_level.above, counts)
            if len(river.sizes) > 1:
                for part in range(gains.shape[1]):
                    rows[part, 0] = gained(counts, gains, line, part)
                decide(rows, river, DEALERS, choice, worth)
            for suited in range(2):
                left = ORDERS * np.int64(orders[number, suited, place, fields])
                if left == 0:
                    continue
                start = np.uint64(class_of_ranks[suited, place] * cells.shape[1] * width + line * OUTCOMES)
                for field in range(fields):
                    times = np.int64(orders[number, suited, place, field])
                    left -= times
                    add_deals(flat, start + np.uint64(field * width), counts, times, lowest)
                add_deals(flat, start + np.uint64((fields + choice[0]) * width), counts, left, lowest)


@compiled
def add_deals(flat: Ints, start: WholeNumber, counts: Ints, times: WholeNumber, lowest: int) -> None:
    """Add so many times the Dealer's pairs by outcome, from the lowest outcome there is."""
    # A loop of a fixed length is unrolled.
    if lowest == 0:
        for outcome in range(OUTCOMES):
            flat[start + np.uint64(outcome)] += times * counts[outcome]
    else:
        for outcome in range(OUTCOMES // 2, OUTCOMES):
            flat[start + np.uint64(outcome)] += times * counts[outcome]


@compiled
def widen(groups: Ints, fields: int, orders: BoardOrders) -> None:
    """Move the fields of all groups to ``orders``, and the number of pairs after them."""
    for suited in range(2):
        for place in range(VECTORS):
            if groups[0, suited, place]:
                for field in range(fields):
                    group = groups[field // LOWER_FIELDS, suited, place]
                    orders[suited, place, field] += group >> 16 * (field % LOWER_FIELDS) & _WIDE
                orders[suited, place, fields] += groups[0, suited, place] >> 48
    groups[:] = 0
