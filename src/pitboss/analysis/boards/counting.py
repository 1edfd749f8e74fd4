"""Count a game on boards: runs the kernels, from the showdowns back to the classes of hole cards."""

from collections.abc import Sequence
from itertools import combinations, product
from math import comb
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
    """The counts of one game."""

    def __init__(
        self, game: BoardGame, progress: CountProgress, of: CanonicalBoards, met: showdowns.Showdowns
    ) -> None:
        self._game, self._progress = game, progress
        self._of, self._met = of, met
        self._room = showdowns.row_room(game.order)

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
            shape = min(height, rows - row), min(width, columns - first), canonical.VECTORS
            self.sum_columns(first, row, np.zeros(shape, game.of_values), on_turn, flops)
        self._progress("decisions on flop and turn", 2, _STEPS)
        return Decided(on_turn, self.decide_flops(flops))

    def decide_flops(self, flops: Ints) -> Choices:
        """The choices on the flop."""
        return streets.decide_flops(self._of.flops, flops, self._game.flop)

    def sum_columns(self, first: int, row: int, values: Sums, on_turn: Choices, flops: Ints) -> None:
        """Sum some columns of some rows, as many as there is room for, from the showdowns to the flops."""
        game, of = self._game, self._of
        self._progress("showdowns on every board", 0, _STEPS)
        streets.values_of_rows(self._met, self._room, game.gains, game.river, first, row, values)
        self._progress("every board of four over its rivers", 1, _STEPS)
        streets.decide_fours(
            fours=of.fours,
            of=self._met,
            number_of_five=of.number_of_five,
            number_of_flop=of.number_of_flop,
            values=values,
            first=first,
            first_row=row,
            rows=np.zeros((values.shape[1], canonical.HOLES), game.of_sums),
            turn=game.turn,
            on_turn=on_turn,
            flops=flops,
        )

    def deals(self, decided: Decided) -> Ints:
        """The deals of each class by ending, line and outcome; the river ends the rest."""
        game, of = self._game, self._of
        self._progress("deals by the bets placed", 3, _STEPS)
        marks = np.zeros((len(of.fours), canonical.HOLES), dtype=game.of_marks)
        streets.mark_fours(
            fours=of.fours,
            number_of_flop=of.number_of_flop,
            on_flop=decided.on_flop,
            on_turn=decided.on_turn,
            ends=game.ends,
            marks=marks,
        )
        endings = game.ends.fields + len(game.river.sizes)
        cells = np.zeros((len(CLASSES), endings, len(game.above), OUTCOMES), dtype=np.int64)
        streets.count_deals(
            of=self._met,
            room=self._room,
            order=np.argsort(self._met.row_of, kind="stable"),
            number_of_four=of.number_of_four,
            marks=marks,
            gains=game.gains,
            river=game.river,
            ends=game.ends,
            class_of_ranks=classes_of_vectors(),
            cells=cells,
        )
        self._progress("deals by the bets placed", _STEPS, _STEPS)
        return cells


def board_count(game: BoardGame, progress: CountProgress) -> BoardCount:
    """The counts of a game on all boards; the first time, their kernels are compiled."""
    name = f"boards-{np.dtype(game.of_values)}-{np.dtype(game.of_sums)}-{np.dtype(game.of_marks)}"
    compile_apart(name, game, COMPILED, progress)
    return _count_on(game, progress, *(canonical.boards(cards) for cards in (5, 4, 3)))


def _count_on(
    game: BoardGame,
    progress: CountProgress,
    fives: canonical.Masks,
    fours: canonical.Masks,
    flops: canonical.Masks,
) -> BoardCount:
    of = CanonicalBoards(
        fives=fives,
        fours=fours,
        flops=flops,
        number_of_five=canonical.numbers_of(fives, comb(_DECK, 5)),
        number_of_four=canonical.numbers_of(fours, comb(_DECK, 4)),
        number_of_flop=canonical.numbers_of(flops, comb(_DECK, 3)),
    )
    rows = showdowns.rows_of(fives, five_cards(game.order).tables.keys, showdowns.row_room(game.order))
    return BoardCount(game, progress, of, _showdowns(game, fives, rows))


def _showdowns(
    game: BoardGame,
    fives: canonical.Masks,
    rows: tuple[canonical.Numbers, canonical.Numbers, showdowns.SuitOf],
) -> showdowns.Showdowns:
    return showdowns.Showdowns(
        fives,
        *rows,
        tables=five_cards(game.order).tables,
        by_level=showdowns.RulesByLevel(game.qualifies, game.lines, game.above),
        holes=canonical.kinds_of_holes(),
    )


def _compile_sums(game: BoardGame) -> None:
    """Compile what counts up to the boards of four, by a count on no boards."""
    none = canonical.boards(0)[:0]
    values = np.zeros((0, 1, canonical.VECTORS), game.of_values)
    on_turn, flops = np.zeros((0, 0), np.uint8), np.zeros((0, 1, canonical.HOLES), np.int64)
    _count_on(game, silent, none, none, none).sum_columns(0, 0, values, on_turn, flops)


def _compile_deals(game: BoardGame) -> None:
    """Compile what decides on flops and counts deals."""
    none, numbers = np.zeros((0, 4), np.int64), np.zeros(0, np.int32)
    of = CanonicalBoards(none, none, none, numbers, numbers, numbers)
    met = _showdowns(game, none, (numbers, numbers, np.zeros(0, np.int8)))
    count = BoardCount(game, silent, of, met)
    on_flop = count.decide_flops(np.zeros((0, 1, canonical.HOLES), np.int64))
    count.deals(Decided(np.zeros((0, 0), np.uint8), on_flop))


COMPILED: Final = (_compile_sums, _compile_deals)
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


def classes_of_vectors() -> Ints:
    """The class of every place of the vectors, unsuited and suited."""
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
