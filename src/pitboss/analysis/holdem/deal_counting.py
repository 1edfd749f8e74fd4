"""Count hold'em: runs the kernels, from the showdowns back to the classes of hole cards."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Final

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


def count_deals(
    order: tuple[str, ...], turn: Sequence[int], river: Sequence[int], progress: CountProgress
) -> Ints:
    """For each class and each set of bets on the layout, the deals won by each category, tied and lost.

    ``turn`` and ``river`` are the gains of those bets with a win, a tie and a loss.
    """
    tables = five_cards(order).tables
    fives, fours, flops = (boards.boards(cards) for cards in (5, 4, 3))
    number_of_five, number_of_four, number_of_flop = (
        boards.numbers_of(of, comb(_DECK, cards)) for of, cards in ((fives, 5), (fours, 4), (flops, 3))
    )
    progress("showdowns on every board", 0, _STEPS)
    met, suit_of = showdowns.all_showdowns(fives, vectors.kinds_of_holes(), tables)
    progress("every board of four over its rivers", 1, _STEPS)
    sums = rivers.sum_rivers(fours, number_of_five, met, suit_of)
    progress("decisions on the flop", 2, _STEPS)
    turns = streets.turns_bet(flops, number_of_four, sums, np.array(turn))
    progress("decisions on the turn", 3, _STEPS)
    cells = np.zeros((len(CLASSES), len(CELLS), WIDTH), dtype=np.int64)
    marks = streets.mark_bets(
        fours=fours,
        number_of_flop=number_of_flop,
        sums=sums,
        turns=turns,
        classes=classes_of_holes(),
        rule=np.array(river),
        cells=cells,
    )
    progress("wins by hand and by bets", 4, _STEPS)
    streets.count_wins(
        fives=fives,
        number_of_four=number_of_four,
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
    tables = five_cards(order).tables
    fives, fours, flops = (boards.boards(cards) for cards in (5, 4, 3))
    number_of_five, number_of_four = (
        boards.numbers_of(of, comb(_DECK, cards)) for of, cards in ((fives, 5), (fours, 4))
    )
    progress("showdowns on every board", 0, 3)
    met, suit_of = showdowns.all_showdowns(fives, vectors.kinds_of_holes(), tables)
    progress("every board of four over its rivers", 1, 3)
    sums = rivers.sum_rivers(fours, number_of_five, met, suit_of)
    progress("decisions on flop and turn", 2, 3)
    turns = streets.turns_bet(flops, number_of_four, sums, np.array(turn))
    rivers_of = streets.rivers_bet(fours, sums, np.array(river))
    progress("decisions on flop and turn", 3, 3)
    return _bits(turns), _bits(rivers_of)


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
