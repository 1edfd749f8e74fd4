"""Count a game on boards: runs the kernels, from the showdowns back to the classes of hole cards."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.boards import canonical, showdowns, streets
from pitboss.analysis.boards.classes import CLASSES
from pitboss.analysis.boards.course import BOARD, OUTCOMES, STREETS, Course, Ending
from pitboss.analysis.boards.showdowns import DEALERS
from pitboss.analysis.boards.streets import NONE, Choices, Endings, StreetRule, Sums
from pitboss.analysis.compiled import compile_apart
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.levels import CATEGORIES, five_cards
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.odds import silent
from pitboss.cards import RANKS
from pitboss.reason import at, because

_DECK: Final = 52
_STEPS: Final = 4
_HELD, _RAISED, _WAITING = range(3)
"""The columns where a bet ends the decisions."""
_MOST_FIELDS: Final = 6
_LARGEST: Final = 40_000
"""Sums over all rivers fit 32 bits up to this gain."""
_SMALL: Final = np.iinfo(np.int16).max // DEALERS
"""Sums over the Dealer's pairs fit 16 bits up to this gain."""
_AT_ONCE: Final = 22_000
"""Rows of results that are held at a time, where not all must be."""
_ORDERS_AT_ONCE: Final = 64
"""Rows whose orders are held at a time."""


class BoardGame(Struct, frozen=True, eq=False, kw_only=True):
    """All that the counts of a game on boards depend on."""

    order: tuple[str, ...]
    qualifies: Bools
    """By level: whether the Dealer qualifies with such a hand."""
    lines: Ints
    """By level: its line, which is one for all hands that are paid alike."""
    above: Bools
    """By line: whether such a hand would qualify."""
    gains: Ints
    """By line, part and outcome. The columns of a street are these parts, and the value of the river after
    them where a decision asks for it.
    """
    flop: StreetRule
    turn: StreetRule
    river: StreetRule
    ends: Endings

    @property
    def of_values(self) -> type[np.signedinteger[Any]]:
        """The type of sums over the Dealer's pairs."""
        return np.int16 if np.abs(self.gains).max() <= _SMALL else self.of_sums

    @property
    def of_sums(self) -> type[np.signedinteger[Any]]:
        """The type of sums over all rivers."""
        return np.int32 if np.abs(self.gains).max() <= _LARGEST else np.int64

    @property
    def of_marks(self) -> type[np.unsignedinteger[Any]]:
        """The type of the marks of hole pairs."""
        return np.uint16 if self.ends.fields <= streets.LOWER_FIELDS else np.uint32


def board_game(course: Course) -> BoardGame:
    """What is summed for the decisions of a game, and how a hand ends by its choices."""
    fields = [ending for ending in course.endings if len(ending.path) < len(STREETS) - 1]
    if len(fields) > _MOST_FIELDS:
        raise AnalysisFault(at("dealing", because("count.choices", most=_MOST_FIELDS)))
    on_flop, on_turn, _ = (range(len(course.choices(street))) for street in STREETS[1:])
    field_of = [[_field(fields, (flop, turn)) for turn in on_turn] for flop in on_flop]
    lines, qualifies = np.array(course.lines, dtype=np.int64), np.arange(len(course.lines)) >= course.lowest
    gains = np.array(course.columns, dtype=np.int64).reshape(len(course.columns), -1, OUTCOMES)
    flop, turn, river = (_street_rule(course, street) for street in STREETS[1:])
    return BoardGame(
        order=course.order,
        qualifies=qualifies,
        lines=lines,
        above=np.array(course.above, dtype=np.bool_),
        gains=np.ascontiguousarray(gains.transpose(1, 0, 2)),
        flop=flop,
        turn=turn,
        river=river,
        ends=Endings(np.array(field_of), len(fields)),
    )


def _street_rule(course: Course, street: int) -> StreetRule:
    """The columns that a decision goes by, and its choices: where a bet ends the decisions, what is held
    without it, what each Ante of it adds, and what waiting for a later decision is worth.
    """
    sizes = np.array(course.choices(street), dtype=np.int64)
    if not course.bet_ends:
        here = course.streets.get(street)
        raised = course.columns.index(course.raised[here.bet]) if here else NONE
        return StreetRule(NONE, raised, NONE, sizes, 0)
    later = street < BOARD and any(len(course.choices(each)) > 1 for each in (4, BOARD))
    return StreetRule(_HELD, _RAISED, _WAITING if later else _HELD, sizes, course.fold)


def _field(fields: Sequence[Ending], path: tuple[int, ...]) -> int:
    """The field of the ending that a hand has reached on flop or turn; none where it goes on."""
    return next((place for place, end in enumerate(fields) if end.path == path[: len(end.path)]), NONE)


def count_cells(course: Course, progress: CountProgress) -> Ints:
    """The deals of each class of hole cards by ending and result."""
    count = board_count(board_game(course), progress)
    cells = count.deals(count.decided())
    # Endings by choices before the river come first.
    order = np.argsort([len(ending.path) == len(STREETS) - 1 for ending in course.endings], kind="stable")
    return cells[:, np.argsort(order)].reshape(len(cells), len(order), -1)


def count_bets(course: Course, progress: CountProgress) -> dict[str, Ints]:
    """The optimal play after the flop as bits, 64 hole pairs to a number: for each canonical flop and for
    each canonical board of four whether the bet is made.
    """
    decided = board_count(board_game(course), progress).decided()
    return {"turn": _bits(decided.on_flop), "river": _bits(decided.on_turn)}


def _bits(marks: Choices) -> Ints:
    """Marks of hole pairs as bits, the first pair lowest."""
    width = -(-marks.shape[1] // 64) * 64
    padded = np.zeros((len(marks), width), dtype=np.uint8)
    padded[:, : marks.shape[1]] = marks
    return np.packbits(padded, axis=1, bitorder="little").view("<i8").astype(np.int64)


class CanonicalBoards(NamedTuple):
    """The canonical boards of five, four and three cards, and the number of each by its index."""

    fives: canonical.Masks
    fours: canonical.Masks
    flops: canonical.Masks
    fives_alike: Ints
    """How many boards each stands for."""
    fours_alike: Ints
    number_of_five: canonical.Numbers
    number_of_four: canonical.Numbers
    number_of_flop: canonical.Numbers


class Decided(NamedTuple):
    """The choices before the river."""

    on_turn: Choices
    """By board of four and hole pair; empty where the turn has no decision."""
    on_flop: Choices
    """By flop and hole pair."""


class BoardCount:
    """The counts of one game, on all boards or on none."""

    def __init__(self, game: BoardGame, progress: CountProgress, *, boards: bool = True) -> None:
        self._game, self._progress = game, progress
        none = np.zeros((0, canonical.SUITS), dtype=np.int64)
        fives, fours, flops = (canonical.boards_by_place(cards) if boards else none for cards in (5, 4, 3))
        self._of = CanonicalBoards(
            fives=fives,
            fours=fours,
            flops=flops,
            fives_alike=canonical.boards_alike(fives),
            fours_alike=canonical.boards_alike(fours),
            number_of_five=canonical.numbers_of(fives, 5),
            number_of_four=canonical.numbers_of(fours, 4),
            number_of_flop=canonical.numbers_of(flops, 3),
        )
        self._room, tables = showdowns.row_room(game.order), five_cards(game.order).tables
        self._met = showdowns.Showdowns(
            fives,
            *showdowns.rows_of(fives, tables.keys, self._room),
            tables=tables,
            by_level=showdowns.RulesByLevel(game.qualifies, game.lines, game.above),
            holes=canonical.kinds_of_holes(),
        )

    def decided(self) -> Decided:
        """Best play after the first decision."""
        game, of = self._game, self._of
        parts = game.gains.shape[1]
        columns = parts + (max(game.flop.waiting, game.turn.waiting) >= parts)
        turns = len(game.turn.sizes) > 1
        on_turn = np.zeros((len(of.fours) if turns else 0, canonical.HOLES), dtype=np.uint8)
        flops = np.zeros((len(of.flops), columns, canonical.HOLES), dtype=np.int64)
        # Only a decision on the turn needs all columns of all rows at once.
        rows = len(self._met.first)
        width, height = (columns, rows) if turns else (1, _AT_ONCE)
        for first, row in product(range(0, columns, width), range(0, rows, height)):
            # Values have no name here, so that those before are gone when the next are made.
            self.sum_fours(
                self.values(first, row, min(height, rows - row), min(width, columns - first)),
                first,
                row,
                on_turn,
                flops,
            )
        self._progress("decisions on flop and turn", 2, _STEPS)
        return Decided(on_turn, streets.decide_flops(of.flops, flops, game.flop))

    def values(self, first: int, row: int, rows: int, columns: int) -> Sums:
        """Some columns of some rows, from the showdowns."""
        self._progress("showdowns on every board", 0, _STEPS)
        game, found = self._game, np.zeros((rows, columns, canonical.VECTORS), self._game.of_values)
        streets.values_of_rows(self._met, self._room, game.gains, game.river, first, row, found)
        return found

    def sum_fours(self, values: Sums, first: int, row: int, on_turn: Choices, flops: Ints) -> None:
        """Sum values up to the flops, and decide on the turn."""
        self._progress("every board of four over its rivers", 1, _STEPS)
        game, of = self._game, self._of
        streets.decide_fours(
            fours=of.fours,
            alike=of.fours_alike,
            row_of=self._met.row_of,
            suit_of=self._met.suit_of,
            number_of_five=of.number_of_five,
            number_of_flop=of.number_of_flop,
            values=values,
            first=first,
            first_row=row,
            rows=np.zeros((values.shape[1], canonical.HOLES), game.of_sums),
            holes=canonical.hole_places(),
            turn=game.turn,
            on_turn=on_turn,
            flops=flops,
        )

    def deals(self, decided: Decided) -> Ints:
        """The deals of each class by ending, line and outcome; the river ends the rest."""
        game, row_of = self._game, self._met.row_of
        self._progress("deals by the bets placed", 3, _STEPS)
        marks = self.marks(decided)
        endings = game.ends.fields + len(game.river.sizes)
        cells = np.zeros((len(CLASSES), endings, len(game.above), OUTCOMES), dtype=np.int64)
        # The same room for all orders stays in the processor's cache.
        by_row, room = np.argsort(row_of, kind="stable"), self.room_for_orders(_ORDERS_AT_ONCE)
        first_rows = range(0, len(self._met.first), _ORDERS_AT_ONCE)
        ends = np.searchsorted(row_of[by_row], np.array(first_rows) + _ORDERS_AT_ONCE)
        for row, boards in zip(first_rows, np.split(by_row, ends[:-1]), strict=True):
            orders = room[: len(self._met.first) - row]
            orders[:] = 0
            self.add_orders(marks, boards, row, orders)
            self.note(orders, row, cells)
        self._progress("deals by the bets placed", _STEPS, _STEPS)
        return cells

    def marks(self, decided: Decided) -> streets.Marks:
        """How hands end on flop and turn, by board of four."""
        game, of = self._game, self._of
        marks = np.zeros((len(of.fours), canonical.HOLES), dtype=game.of_marks)
        streets.mark_fours(
            fours=of.fours,
            number_of_flop=of.number_of_flop,
            holes=canonical.hole_places(),
            on_flop=streets.orders_by_choice(decided.on_flop),
            on_turn=decided.on_turn,
            ends=game.ends,
            marks=marks,
        )
        return marks

    def room_for_orders(self, rows: int) -> streets.BoardOrders:
        """Room for how hands end before the river, by row."""
        return np.zeros((rows, 2, canonical.VECTORS, self._game.ends.fields + 1), dtype=np.int32)

    def add_orders(self, marks: streets.Marks, boards: Ints, row: int, found: streets.BoardOrders) -> None:
        """Add how hands end before the river on the boards of some rows."""
        streets.gather_orders(
            boards=boards,
            fives=self._of.fives,
            alike=self._of.fives_alike,
            row_of=self._met.row_of,
            suit_of=self._met.suit_of,
            number_of_four=self._of.number_of_four,
            holes=canonical.hole_places(),
            marks=marks,
            first_row=row,
            found=found,
        )

    def note(self, orders: streets.BoardOrders, row: int, cells: Ints) -> None:
        """Add the deals of some rows by how they end."""
        game = self._game
        streets.note_rows(
            of=self._met,
            room=self._room,
            gains=game.gains,
            river=game.river,
            first_row=row,
            orders=orders,
            class_of_ranks=classes_of_vectors(),
            lowest=OUTCOMES // 2 if game.qualifies.all() else 0,
            cells=cells,
        )


def board_count(game: BoardGame, progress: CountProgress) -> BoardCount:
    """The counts of a game on all boards; the first time, their kernels are compiled."""
    name = f"boards-{np.dtype(game.of_values)}-{np.dtype(game.of_sums)}-{np.dtype(game.of_marks)}"
    compile_apart(name, game, COMPILED, progress)
    return BoardCount(game, progress)


def _compile_showdowns(game: BoardGame) -> None:
    """Compile what goes through the showdowns and the marks, by a count on no boards."""
    count, none = BoardCount(game, silent, boards=False), np.zeros((0, canonical.HOLES), np.uint8)
    count.values(0, 0, 0, 1)
    count.marks(Decided(none, none))
    count.note(count.room_for_orders(0), 0, np.zeros((len(CLASSES), 1, 1, OUTCOMES), dtype=np.int64))


def _compile_boards(game: BoardGame) -> None:
    """Compile what goes from board to board."""
    count = BoardCount(game, silent, boards=False)
    values = np.zeros((0, 1, canonical.VECTORS), game.of_values)
    none = np.zeros((0, canonical.HOLES), np.uint8)
    count.sum_fours(values, 0, 0, none, np.zeros((0, 1, canonical.HOLES), np.int64))
    marks = np.zeros((0, canonical.HOLES), game.of_marks)
    count.add_orders(marks, np.zeros(0, np.int64), 0, count.room_for_orders(0))


COMPILED: Final = (_compile_showdowns, _compile_boards)
"""What is compiled side by side, in about the same time."""


def count_flops(order: tuple[str, ...]) -> Ints:
    """For each class, the flops that make a hand of each category with one of its pairs."""
    tables = five_cards(order).tables
    flops = np.array(list(combinations(range(_DECK), 3)), dtype=np.int64)
    found = np.empty((len(CLASSES), CATEGORIES), dtype=np.int64)
    for number, kind in enumerate(CLASSES):
        holes = [card_number(card) for card in kind.cards]
        left = flops[~np.isin(flops, holes).any(axis=1)]
        cards = np.concatenate([left, np.broadcast_to(holes, (len(left), 2))], axis=1)
        of_one_suit = ((cards & 3) == (cards[:, :1] & 3)).all(axis=1)
        level = tables.unsuited[tables.keys[cards >> 2].sum(axis=1)]
        level[of_one_suit] = tables.suited[(1 << (cards[of_one_suit] >> 2)).sum(axis=1)]
        found[number] = np.bincount(tables.category[level], minlength=CATEGORIES)
    return found


@cache
def classes_of_vectors() -> Ints:
    """The class of every place of the vectors, unsuited and suited; memoised."""
    found = np.zeros((2, canonical.VECTORS), dtype=np.int64)
    for high in range(len(RANKS)):
        for low in range(high):
            for start in (canonical.NEITHER, canonical.HIGHER, canonical.LOWER, canonical.BOTH):
                for suited in (False, True):
                    found[int(suited), start + high * (high - 1) // 2 + low] = _class(
                        high, low, suited=suited
                    )
        for start in (canonical.PAIR_NEITHER, canonical.PAIR_ONE):
            found[0, start + high] = _class(high, high, suited=False)
    return found


def _class(high: int, low: int, *, suited: bool) -> int:
    row, column = (high, low) if suited else (low, high)
    return row * len(RANKS) + column
