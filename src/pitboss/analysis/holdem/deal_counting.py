"""Hold'em as a game on boards: Turn and River are bet where each gains by itself, and end nothing."""

from collections.abc import Sequence

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards.counting import BoardGame, board_count, street_rule
from pitboss.analysis.boards.streets import Choices, Endings
from pitboss.analysis.holdem.gains import CELLS
from pitboss.analysis.levels import CATEGORIES, five_cards
from pitboss.analysis.model import CountProgress
from pitboss.analysis.outcome_kernel import OUTCOMES

_BET: tuple[int, ...] = (0, 1)
"""Check, or bet; the gain is that of the bet alone, whatever its size."""


def count_deals(
    order: tuple[str, ...], turn: Sequence[int], river: Sequence[int], progress: CountProgress
) -> Ints:
    """For each class and each set of bets on the layout, the deals won by each category, tied and lost.

    ``turn`` and ``river`` are the gains of those bets with a win, a tie and a loss.
    """
    count = board_count(board_game(order, turn, river), progress)
    ended = count.deals(count.decided())
    # The last ending is that of the river, which no bet was placed before.
    by_cell = ended[:, [len(CELLS) - 1, *range(len(CELLS) - 1)]]
    won, tied, lost = (by_cell[..., place] for place in (3, 4, 5))
    return np.concatenate([won, tied.sum(axis=2, keepdims=True), lost.sum(axis=2, keepdims=True)], axis=2)


def count_bets(
    order: tuple[str, ...], turn: Sequence[int], river: Sequence[int], progress: CountProgress
) -> tuple[Ints, Ints]:
    """The optimal play after the flop as bits, 64 hole pairs to a number: for each canonical flop whether
    Turn is bet, and for each canonical board of four whether River is.
    """
    decided = board_count(board_game(order, turn, river), progress).decided()
    return _bits(decided.on_flop), _bits(decided.on_turn)


def board_game(order: tuple[str, ...], turn: Sequence[int], river: Sequence[int]) -> BoardGame:
    """The bet with the flop open is Turn, that with the turn open is River."""
    tables = five_cards(order).tables
    rules = list(dict.fromkeys([tuple(turn), tuple(river)]))
    gains = np.zeros((CATEGORIES, len(rules), OUTCOMES), dtype=np.int64)
    gains[:, :, OUTCOMES // 2 :] = rules
    field_of = [[CELLS.index((turns, rivers)) - 1 for rivers in (False, True)] for turns in (False, True)]
    return BoardGame(
        order=order,
        qualifies=np.ones(len(tables.category), dtype=np.bool_),
        lines=tables.category,
        above=np.ones(CATEGORIES, dtype=np.bool_),
        gains=gains,
        flop=street_rule(_BET, raised=rules.index(tuple(turn))),
        turn=street_rule(_BET, raised=rules.index(tuple(river))),
        river=street_rule(),
        ends=Endings(np.array(field_of), len(CELLS) - 1),
    )


def _bits(marks: Choices) -> Ints:
    """Marks of hole pairs as bits, the first pair lowest."""
    width = -(-marks.shape[1] // 64) * 64
    padded = np.zeros((len(marks), width), dtype=np.uint8)
    padded[:, : marks.shape[1]] = marks
    return np.packbits(padded, axis=1, bitorder="little").view("<i8").astype(np.int64)
