"""Count hold'em with one bet: runs the kernels, from the showdowns back to the classes of hole cards."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis import count_cache
from pitboss.analysis.arrays import Ints
from pitboss.analysis.five_cards import five_cards
from pitboss.analysis.holdem import deal_counting, vectors
from pitboss.analysis.holdem.boards import HOLES
from pitboss.analysis.holdem.classes import CLASSES
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.one_raise import showdowns, streets
from pitboss.analysis.one_raise.rules import OneRaiseRules
from pitboss.analysis.outcome_kernel import OUTCOMES

_STEPS: Final = 6
_MOST_FIELDS: Final = 6
StreetChoice = tuple[int, int]
"""A street and the place of a choice on it: 0 for the other choice."""


def endings(rules: OneRaiseRules) -> list[StreetChoice]:
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
    boards = deal_counting.canonical_boards()
    progress("showdowns on every board", 0, _STEPS)
    met = showdowns.all_showdowns(
        boards.fives,
        vectors.kinds_of_holes(),
        five_cards(rules.order).tables,
        showdowns.RulesByLevel(rules.qualifies, rules.lines),
    )
    progress("decisions on the river", 1, _STEPS)
    river = streets.RiverRule(rules.above, rules.gains, _sizes(rules, 5), rules.fold)
    values = streets.values_of_rows(met, river)
    progress("every board of four over its rivers", 2, _STEPS)
    sums = streets.sum_rivers(boards.fours, boards.number_of_five, values, met)
    del values
    progress("decisions on turn and flop", 3, _STEPS)
    decided = _decide(rules, boards, sums)
    del sums
    progress("deals by the bets placed", 4, _STEPS)
    marks = streets.mark_fours(
        fours=boards.fours,
        number_of_flop=boards.number_of_flop,
        on_flop=decided.on_flop,
        on_turn=decided.on_turn,
        flop_fields=_fields(rules, fields, 3),
        turn_fields=_fields(rules, fields, 4),
    )
    progress("deals by the bets placed", 5, _STEPS)
    cells = np.zeros((len(CLASSES), len(endings(rules)), len(rules.above), OUTCOMES), dtype=np.int64)
    streets.count_deals(
        fives=boards.fives,
        number_of_four=boards.number_of_four,
        showdowns=met,
        marks=marks,
        river=river,
        class_of_ranks=deal_counting.classes_of_vectors(),
        fields=len(fields),
        cells=cells,
    )
    progress("deals by the bets placed", _STEPS, _STEPS)
    return {"totals": decided.totals, "cells": cells}


class _Decided(NamedTuple):
    """The choices before the river."""

    on_turn: NDArray[np.uint8]
    """By board of four and hole pair; one row of nothing where the turn has no decision."""
    on_flop: NDArray[np.uint8]
    """By flop and hole pair."""
    totals: Ints
    """The three sums of each class of hole cards."""


def _decide(rules: OneRaiseRules, boards: deal_counting.CanonicalBoards, sums: streets.Sums) -> _Decided:
    """Decide on the turn, whose values then stand in ``sums``, and on the flop."""
    on_turn = np.zeros((1, HOLES), dtype=np.uint8)
    if rules.sizes[4] != (0,):
        on_turn = streets.decide_turns(sums, _sizes(rules, 4), rules.fold)
    totals = np.zeros((len(CLASSES), 3), dtype=np.int64)
    on_flop = streets.decide_flops(
        flops=boards.flops,
        number_of_four=boards.number_of_four,
        sums=sums,
        sizes=_sizes(rules, 3),
        fold=rules.fold,
        classes=deal_counting.classes_of_holes(),
        totals=totals,
    )
    return _Decided(on_turn, on_flop, totals)


def _sizes(rules: OneRaiseRules, street: int) -> Ints:
    return np.array(rules.sizes[street], dtype=np.int64)


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


def _fields(rules: OneRaiseRules, fields: list[StreetChoice], street: int) -> Ints:
    """The field of each choice on a street; -1 where the hand goes on."""
    return np.array(
        [
            fields.index((street, place)) if (street, place) in fields else -1
            for place in range(len(rules.sizes[street]))
        ],
        dtype=np.int64,
    )
