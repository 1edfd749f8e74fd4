"""Count hold'em with one bet: runs the kernels, from the showdowns back to the classes of hole cards."""

from math import comb
from typing import Final

import numpy as np

from pitboss.analysis import count_cache
from pitboss.analysis.arrays import Ints
from pitboss.analysis.five_cards import five_cards
from pitboss.analysis.holdem import boards, deal_counting, vectors
from pitboss.analysis.holdem.classes import CLASSES
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.one_raise import showdowns, streets
from pitboss.analysis.one_raise.rules import OneRaiseRules

_DECK: Final = 52
_STEPS: Final = 6
_MOST_FIELDS: Final = 6
Choice = tuple[int, int]
"""A street and the place of a choice on it: 0 for the other choice."""


def endings(rules: OneRaiseRules) -> list[Choice]:
    """The choices after the flop that end the decisions, in the order of the cells."""
    found = [
        (street, place)
        for street in (3, 4)
        for place in range(len(rules.sizes[street]))
        if place or rules.sizes[street][0]
    ]
    return [*found, *((5, place) for place in range(len(rules.sizes[5])))]


def count(rules: OneRaiseRules, progress: CountProgress) -> count_cache.Arrays:
    """For each class of hole cards, the three sums of its decision before the flop, and its deals."""
    fields = [choice for choice in endings(rules) if choice[0] < 5]
    if len(fields) > _MOST_FIELDS:
        raise AnalysisFault(f"dealing: this family of games counts {_MOST_FIELDS} choices before the river")
    tables = five_cards(rules.order).tables
    fives, fours, flops = (boards.boards(cards) for cards in (5, 4, 3))
    number_of_five, number_of_four, number_of_flop = (
        boards.numbers_of(of, comb(_DECK, cards)) for of, cards in ((fives, 5), (fours, 4), (flops, 3))
    )
    sizes = {street: np.array(of_street, dtype=np.int64) for street, of_street in rules.sizes.items()}
    progress("showdowns on every board", 0, _STEPS)
    met, low, row_of, suit_of = showdowns.all_showdowns(
        fives, vectors.kinds_of_holes(), tables, rules.qualifies, rules.lines
    )
    progress("decisions on the river", 1, _STEPS)
    values = streets.values_of_rows(met, low, rules.above, rules.gains, sizes[5], rules.fold)
    progress("every board of four over its rivers", 2, _STEPS)
    sums = streets.sum_rivers(fours, number_of_five, row_of, values, suit_of, 3)
    del values
    progress("decisions on turn and flop", 3, _STEPS)
    on_turn = np.zeros((1, boards.HOLES), dtype=np.uint8)
    if len(sizes[4]) > 1 or rules.sizes[4][0]:
        on_turn = streets.decide_turns(sums, sizes[4], rules.fold)
    totals = np.zeros((len(CLASSES), 3), dtype=np.int64)
    on_flop = streets.decide_flops(
        flops=flops,
        number_of_four=number_of_four,
        sums=sums,
        sizes=sizes[3],
        fold=rules.fold,
        classes=deal_counting.classes_of_holes(),
        totals=totals,
    )
    del sums
    progress("deals by the bets placed", 4, _STEPS)
    marks = streets.mark_fours(
        fours=fours,
        number_of_flop=number_of_flop,
        on_flop=on_flop,
        on_turn=on_turn,
        flop_fields=_fields(rules, fields, 3),
        turn_fields=_fields(rules, fields, 4),
    )
    shape = (len(CLASSES), len(endings(rules)), len(rules.above), showdowns.OUTCOMES)
    cells = np.zeros(shape, dtype=np.int64)
    progress("deals by the bets placed", 5, _STEPS)
    streets.count_deals(
        fives=fives,
        number_of_four=number_of_four,
        row_of=row_of,
        met=met,
        low=low,
        suit_of=suit_of,
        marks=marks,
        above=rules.above,
        gains=rules.gains,
        sizes=sizes[5],
        fold=rules.fold,
        class_of_ranks=deal_counting.classes_of_vectors(),
        fields=len(fields),
        cells=cells,
    )
    progress("deals by the bets placed", _STEPS, _STEPS)
    return {"totals": totals, "cells": cells}


def counted(rules: OneRaiseRules, progress: CountProgress) -> count_cache.Arrays:
    """The counts of a game, from the cache."""
    subject = {
        "ranking": list(rules.order),
        "qualifies": int(rules.qualifies.sum()),
        "lines": rules.lines.tolist(),
        "gains": rules.gains.tolist(),
        "fold": rules.fold,
        "sizes": {str(street): list(sizes) for street, sizes in rules.sizes.items()},
    }
    return count_cache.cached_arrays("one raise 1", subject, lambda: count(rules, progress))


def _fields(rules: OneRaiseRules, fields: list[Choice], street: int) -> Ints:
    """The field of each choice on a street; -1 where the hand goes on."""
    return np.array(
        [
            fields.index((street, place)) if (street, place) in fields else -1
            for place in range(len(rules.sizes[street]))
        ],
        dtype=np.int64,
    )
