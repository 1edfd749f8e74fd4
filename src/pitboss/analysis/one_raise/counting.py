"""Hold'em with one bet as a game on boards: the bet, or a fold, ends the decisions."""

from typing import Final

import numpy as np

from pitboss.analysis import count_cache
from pitboss.analysis.boards.counting import BoardGame, board_count, street_rule
from pitboss.analysis.boards.streets import NONE, Endings, StreetRule
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.one_raise.rules import OneRaiseRules
from pitboss.reason import at, because

_HELD, _RAISED, _WAITING = range(3)
"""The columns of the sums: without the bet, for each Ante of it, and with best later play instead."""
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


def counted(rules: OneRaiseRules, progress: CountProgress) -> count_cache.Arrays:
    """For each class of hole cards, the three sums of its decision before the flop, and its deals; cached."""
    subject = {
        "ranking": list(rules.order),
        "qualifies": int(rules.qualifies.sum()),
        "lines": rules.lines.tolist(),
        "gains": rules.gains.tolist(),
        "fold": rules.fold,
        "sizes": {str(street): list(sizes) for street, sizes in rules.sizes.items()},
    }
    return count_cache.cached_arrays("one raise 1", subject, lambda: _count(rules, progress))


def _count(rules: OneRaiseRules, progress: CountProgress) -> count_cache.Arrays:
    count = board_count(board_game(rules), progress)
    decided = count.decided()
    return {"totals": decided.totals, "cells": count.deals(decided)}


def board_game(rules: OneRaiseRules) -> BoardGame:
    """What is summed, and how a hand ends by its choices."""
    fields = [choice for choice in endings(rules) if choice[0] < 5]
    if len(fields) > _MOST_FIELDS:
        raise AnalysisFault(at("dealing", because("count.choices", most=_MOST_FIELDS)))
    later = len(rules.sizes[4]) > 1 or len(rules.sizes[5]) > 1
    field_of = [
        [_field(fields, on_flop, on_turn) for on_turn in range(len(rules.sizes[4]))]
        for on_flop in range(len(rules.sizes[3]))
    ]
    return BoardGame(
        order=rules.order,
        qualifies=rules.qualifies,
        lines=rules.lines,
        above=rules.above,
        gains=rules.gains,
        flop=_rule(rules, 3, _WAITING if later else _HELD),
        turn=_rule(rules, 4, _WAITING if later else _HELD),
        river=_rule(rules, 5, _HELD),
        ends=Endings(np.array(field_of), len(fields)),
    )


def _rule(rules: OneRaiseRules, street: int, waiting: int) -> StreetRule:
    return street_rule(rules.sizes[street], held=_HELD, raised=_RAISED, waiting=waiting, fold=rules.fold)


def _field(fields: list[StreetChoice], on_flop: int, on_turn: int) -> int:
    """The field of an ending before the river; -1 where the hand goes on."""
    return next((fields.index(end) for end in ((3, on_flop), (4, on_turn)) if end in fields), NONE)
