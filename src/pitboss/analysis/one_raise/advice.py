"""The value of every action on an open board: every card still to come, and every pair of the Dealer's."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.levels import hand_levels
from pitboss.analysis.model import AnalysisFault, DecisionSpot
from pitboss.analysis.one_raise.rules import OneRaiseRules, rules_of
from pitboss.cards import DECK
from pitboss.reason import at, because
from pitboss.sheets.game import Game

_BOARD: Final = 5
_HELD: Final = 0
_RAISED: Final = 1


def worth_of_spot(game: Game, spot: DecisionSpot) -> dict[str, Fraction]:
    """What each action is worth in Antes; the other choice first.

    With a dead card the decision before the flop is refused: its later boards are too many to walk through.
    """
    if not spot.board:
        raise AnalysisFault(at("dead", because("count.dead_before_flop")))
    assert spot.hand is not None
    rules = rules_of(game)
    own, board, dead = (tuple(map(card_number, cards)) for cards in (spot.hand, spot.board, spot.dead))
    held, raised, waiting, deals = sums(rules, own, board, frozenset(dead))
    folds, *sizes = rules.sizes[len(board)]
    whole = deals * rules.unit
    found = {"fold": Fraction(rules.fold, rules.unit)} if folds else {"check": Fraction(waiting, whole)}
    for size in sizes:
        name = f"{rules.bet} x {size}" if len(sizes) > 1 else rules.bet
        found[name] = Fraction(held + size * raised, whole)
    return found


def sums(
    rules: OneRaiseRules, own: tuple[int, ...], board: tuple[int, ...], dead: frozenset[int]
) -> tuple[int, int, int, int]:
    """What is held, what each Ante of the bet adds, what waiting is worth, and the number of deals."""
    if len(board) == _BOARD:
        held, raised, deals = _showdown(rules, own, board, dead)
        return held, raised, held, deals
    held = raised = waiting = deals = 0
    at = next(
        street for street in (4, 5) if street > len(board) and (rules.sizes[street] != (0,) or street == 5)
    )
    for cards in combinations(_left(own, board, dead), at - len(board)):
        shown = (*board, *cards)
        more = sums(rules, own, shown, dead)
        held, raised, deals = held + more[_HELD], raised + more[_RAISED], deals + more[3]
        waiting += _best(rules, len(shown), *more)
    return held, raised, waiting, deals


def _best(rules: OneRaiseRules, street: int, held: int, raised: int, waiting: int, deals: int) -> int:
    folds, *sizes = rules.sizes[street]
    return max(rules.fold * deals if folds else waiting, *(held + size * raised for size in sizes), -(2**62))


def _left(*known: tuple[int, ...] | frozenset[int]) -> Iterator[int]:
    gone = {card for cards in known for card in cards}
    return (card for card in range(len(DECK)) if card not in gone)


def _showdown(
    rules: OneRaiseRules, own: tuple[int, ...], board: tuple[int, ...], dead: frozenset[int]
) -> tuple[int, int, int]:
    levels = hand_levels(5, rules.order)
    pairs = np.array(list(combinations(_left(own, board, dead), 2)), dtype=np.int64)
    mine = int(levels.of_cards(np.array([*own, *board], dtype=np.int64)[None, :])[0])
    whole = np.concatenate([pairs, np.broadcast_to(board, (len(pairs), _BOARD))], axis=1)
    dealers = levels.of_cards(whole)
    compared: Ints = np.where(dealers < mine, 0, np.where(dealers == mine, 1, 2))
    outcomes = np.bincount(compared + 3 * rules.qualifies[dealers], minlength=6)
    gained = rules.gains[rules.lines[mine]] @ outcomes
    return int(gained[_HELD]), int(gained[_RAISED]), len(pairs)
