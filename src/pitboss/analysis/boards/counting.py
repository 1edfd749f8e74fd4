"""Count a game on boards: runs the kernels, from the showdowns back to the classes of hole cards."""

from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.boards import canonical, showdowns, streets, vectors
from pitboss.analysis.boards.classes import CLASSES
from pitboss.analysis.boards.streets import NONE, Choices, Endings, StreetRule
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.levels import CATEGORIES, five_cards
from pitboss.analysis.model import CountProgress
from pitboss.analysis.outcome_kernel import OUTCOMES
from pitboss.cards import RANKS

_DECK: Final = 52
_STEPS: Final = 4
_LARGEST: Final = 40_000
"""Sums over all rivers fit 32 bits up to this gain."""


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


def street_rule(
    sizes: tuple[int, ...] = (0,),
    *,
    held: int = NONE,
    raised: int = NONE,
    waiting: int = NONE,
    fold: int = 0,
) -> StreetRule:
    """A decision that goes by these columns; without sizes, none."""
    return StreetRule(held, raised, waiting, np.array(sizes, dtype=np.int64), fold)


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
    totals: Ints
    """By class of hole cards: the parts of the gains over all deals, and the value of the flop's decision."""


class BoardCount:
    """The counts of one game."""

    def __init__(self, game: BoardGame, progress: CountProgress) -> None:
        self._game, self._progress = game, progress
        fives, fours, flops = (canonical.boards(cards) for cards in (5, 4, 3))
        self._of = CanonicalBoards(
            fives=fives,
            fours=fours,
            flops=flops,
            number_of_five=canonical.numbers_of(fives, comb(_DECK, 5)),
            number_of_four=canonical.numbers_of(fours, comb(_DECK, 4)),
            number_of_flop=canonical.numbers_of(flops, comb(_DECK, 3)),
        )
        tables = five_cards(game.order).tables
        first, row_of, suit_of = showdowns.rows_of(fives, tables)
        self._met = showdowns.Showdowns(
            fives=fives,
            first=first,
            row_of=row_of,
            suit_of=suit_of,
            tables=tables,
            by_level=showdowns.RulesByLevel(game.qualifies, game.lines, game.above),
            holes=vectors.kinds_of_holes(),
        )

    def decided(self) -> Decided:
        """Best play after the first decision."""
        game, of = self._game, self._of
        parts = game.gains.shape[1]
        columns = parts + (max(game.flop.waiting, game.turn.waiting) >= parts)
        turns = len(game.turn.sizes) > 1
        on_turn = np.zeros((len(of.fours) if turns else 0, canonical.HOLES), dtype=np.uint8)
        flops = np.zeros((len(of.flops), columns, canonical.HOLES), dtype=np.int64)
        # Only a decision on the turn needs all columns at once; without one, each has the memory in its turn.
        at_once = columns if turns else 1
        for first in range(0, columns, at_once):
            self._sum(first, min(first + at_once, columns), on_turn, flops)
        self._progress("decisions on flop and turn", 2, _STEPS)
        totals = np.zeros((len(CLASSES), parts + 1), dtype=np.int64)
        on_flop = streets.decide_flops(of.flops, flops, game.flop, classes_of_holes(), totals)
        return Decided(on_turn, on_flop, totals)

    def _sum(self, first: int, end: int, on_turn: Choices, flops: Ints) -> None:
        """Sum some columns from the showdowns to the flops."""
        game, of = self._game, self._of
        self._progress("showdowns on every board", 0, _STEPS)
        room = np.int32 if np.abs(game.gains).max() <= _LARGEST else np.int64
        values = np.zeros((len(self._met.first), end - first, vectors.VECTORS), dtype=room)
        streets.values_of_rows(self._met, game.gains, game.river, first, values)
        self._progress("every board of four over its rivers", 1, _STEPS)
        streets.decide_fours(
            fours=of.fours,
            of=self._met,
            number_of_five=of.number_of_five,
            number_of_flop=of.number_of_flop,
            values=values,
            first=first,
            turn=game.turn,
            on_turn=on_turn,
            flops=flops,
        )

    def deals(self, decided: Decided) -> Ints:
        """The deals of each class by ending, line and outcome; the river ends the rest."""
        game, of = self._game, self._of
        self._progress("deals by the bets placed", 3, _STEPS)
        room = np.uint16 if game.ends.fields <= streets.LOWER_FIELDS else np.uint32
        marks = np.zeros((len(of.fours), canonical.HOLES), dtype=room)
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


def classes_of_holes() -> Ints:
    """The class of every hole pair of a row (see :mod:`~pitboss.analysis.boards.canonical`)."""
    found = np.empty(canonical.HOLES, dtype=np.int64)
    for high in range(len(RANKS)):
        for suit in range(4):
            for other in range(4):
                start = (suit * 4 + other) * vectors.UNPAIRED + high * (high - 1) // 2
                for low in range(high):
                    found[start + low] = _class(high, low, suited=suit == other)
        found[canonical.PAIRS_START + high :: vectors.PAIRED] = _class(high, high, suited=False)
    return found


def classes_of_vectors() -> Ints:
    """The class of every place of the vectors, unsuited and suited."""
    found = np.zeros((2, vectors.VECTORS), dtype=np.int64)
    for high in range(len(RANKS)):
        for low in range(high):
            for start in (vectors.NEITHER, vectors.HIGHER, vectors.LOWER, vectors.BOTH):
                for suited in (False, True):
                    found[int(suited), start + high * (high - 1) // 2 + low] = _class(
                        high, low, suited=suited
                    )
        for start in (vectors.PAIR_NEITHER, vectors.PAIR_ONE):
            found[0, start + high] = _class(high, high, suited=False)
    return found


def _class(high: int, low: int, *, suited: bool) -> int:
    row, column = (high, low) if suited else (low, high)
    return row * len(RANKS) + column
