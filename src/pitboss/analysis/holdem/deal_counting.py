"""Count hold'em: runs the kernels, from the showdowns back to the classes of hole cards."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.five_card_levels import card_number
from pitboss.analysis.five_cards import CATEGORIES, five_cards
from pitboss.analysis.holdem import boards, rivers, showdowns, streets, vectors
from pitboss.analysis.holdem.classes import CELLS, CLASSES, WIDTH
from pitboss.analysis.model import CountProgress
from pitboss.cards import RANKS

_DECK: Final = 52
_STEPS: Final = 5


class CanonicalBoards(NamedTuple):
    """The canonical boards of five, four and three cards, and the number of each by its index."""

    fives: boards.Masks
    fours: boards.Masks
    flops: boards.Masks
    number_of_five: boards.Numbers
    number_of_four: boards.Numbers
    number_of_flop: boards.Numbers


def canonical_boards() -> CanonicalBoards:
    """All canonical boards."""
    fives, fours, flops = (boards.boards(cards) for cards in (5, 4, 3))
    return CanonicalBoards(
        fives=fives,
        fours=fours,
        flops=flops,
        number_of_five=boards.numbers_of(fives, comb(_DECK, 5)),
        number_of_four=boards.numbers_of(fours, comb(_DECK, 4)),
        number_of_flop=boards.numbers_of(flops, comb(_DECK, 3)),
    )


def count_deals(
    order: tuple[str, ...], turn: Sequence[int], river: Sequence[int], progress: CountProgress
) -> Ints:
    """For each class and each set of bets on the layout, the deals won by each category, tied and lost.

    ``turn`` and ``river`` are the gains of those bets with a win, a tie and a loss.
    """
    of = canonical_boards()
    met, suit_of, sums = _sums_of_fours(order, of, progress, _STEPS)
    progress("decisions on the flop", 2, _STEPS)
    turns = streets.turns_bet(of.flops, of.number_of_four, sums, np.array(turn))
    progress("decisions on the turn", 3, _STEPS)
    cells = np.zeros((len(CLASSES), len(CELLS), WIDTH), dtype=np.int64)
    marks = streets.mark_bets(
        fours=of.fours,
        number_of_flop=of.number_of_flop,
        sums=sums,
        turns=turns,
        classes=classes_of_holes(),
        rule=np.array(river),
        cells=cells,
    )
    progress("wins by hand and by bets", 4, _STEPS)
    streets.count_wins(
        fives=of.fives,
        number_of_four=of.number_of_four,
        showdowns=met,
        suit_of=suit_of,
        marks=marks,
        class_of_ranks=classes_of_vectors(),
        cells=cells,
    )
    progress("wins by hand and by bets", _STEPS, _STEPS)
    return cells


def count_bets(
    order: tuple[str, ...], turn: Sequence[int], river: Sequence[int], progress: CountProgress
) -> tuple[Ints, Ints]:
    """The optimal play after the flop as bits, 64 hole pairs to a number: for each canonical flop whether
    Turn is bet, and for each canonical board of four whether River is.
    """
    of = canonical_boards()
    _, _, sums = _sums_of_fours(order, of, progress, 3)
    progress("decisions on flop and turn", 2, 3)
    turns = streets.turns_bet(of.flops, of.number_of_four, sums, np.array(turn))
    rivers_of = streets.rivers_bet(of.fours, sums, np.array(river))
    progress("decisions on flop and turn", 3, 3)
    return _bits(turns), _bits(rivers_of)


def _sums_of_fours(
    order: tuple[str, ...], of: CanonicalBoards, progress: CountProgress, steps: int
) -> tuple[showdowns.Results, showdowns.SuitOf, showdowns.Results]:
    """The first two steps: the showdowns on every board with its suit, and their sums by board of four."""
    progress("showdowns on every board", 0, steps)
    tables = five_cards(order).tables
    met, suit_of = showdowns.all_showdowns(of.fives, vectors.kinds_of_holes(), tables)
    progress("every board of four over its rivers", 1, steps)
    return met, suit_of, rivers.sum_rivers(of.fours, of.number_of_five, met, suit_of)


def _bits(marks: NDArray[np.uint16]) -> Ints:
    """Marks of hole pairs as bits, the first pair lowest."""
    width = -(-marks.shape[1] // 64) * 64
    padded = np.zeros((len(marks), width), dtype=np.uint8)
    padded[:, : marks.shape[1]] = marks != 0
    return np.packbits(padded, axis=1, bitorder="little").view("<i8").astype(np.int64)


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
    """The class of every hole pair of a row (see :mod:`~pitboss.analysis.holdem.boards`)."""
    found = np.empty(boards.HOLES, dtype=np.int64)
    for high in range(len(RANKS)):
        for suit in range(4):
            for other in range(4):
                start = (suit * 4 + other) * vectors.UNPAIRED + high * (high - 1) // 2
                for low in range(high):
                    found[start + low] = _class(high, low, suited=suit == other)
        found[boards.PAIRS_START + high :: vectors.PAIRED] = _class(high, high, suited=False)
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
