"""A seen hand with the flop or the turn open, over all cards still to come.

There are few enough for numpy: importing a compiled kernel would take longer than the count.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards.vectors import LOSSES, TIES, kinds_of_holes, rank_pairs, rank_place
from pitboss.analysis.five_card_levels import card_number
from pitboss.analysis.five_cards import Levels, LevelTables, five_cards
from pitboss.analysis.holdem.prospects import Prospects
from pitboss.cards import DECK, RANKS, SUITS, Card

_FLUSH_POSSIBLE: Final = 3
"""A flush is possible from this many cards of a suit on the board."""


class _Boards:
    """Boards as rows, and the level that hole cards of any two kinds make with each."""

    def __init__(self, tables: LevelTables, cards: Ints) -> None:
        ranks, suits = cards >> 2, cards & 3
        held = (suits[:, :, None] == np.arange(len(SUITS))).sum(axis=1)
        self.has_suit: NDArray[np.bool_] = held >= _FLUSH_POSSIBLE
        """For each board and suit, whether the board holds three or more cards of it."""
        of_suit = np.take_along_axis(self.has_suit, suits, axis=1)
        self._mask = np.where(of_suit, 1 << ranks, 0).sum(axis=1)[:, None]
        self._unsuited = _best_unsuited(tables, tables.keys[ranks])
        self._suited = _best_suited(tables.suited)

    def levels(self, kinds: Ints) -> Ints:
        """The level of hole cards on each board; ``kinds`` has one row per board, or one for all."""
        first, second = kinds[..., 0], kinds[..., 1]
        suited = (first & 1) << (first >> 1) | (second & 1) << (second >> 1)
        rows = np.arange(len(self._mask))[:, None]
        best: Ints = np.maximum(
            self._unsuited[rows, rank_place(first >> 1, second >> 1)], self._suited[self._mask | suited]
        )
        return best


def seen_on_board(
    order: tuple[str, ...], hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card]
) -> Prospects:
    """The prospects of a hand that its player has seen."""
    tables = five_cards(order).tables
    left = np.array([card_number(card) for card in DECK if card not in {*hand, *board, *dead}])
    drawn = np.array(list(combinations(range(len(left)), 5 - len(board))), dtype=np.int64)
    shown = np.broadcast_to([card_number(card) for card in board], (len(drawn), len(board)))
    boards = _Boards(tables, np.concatenate([shown, left[drawn]], axis=1))
    own_cards = np.array(sorted((card_number(card) for card in hand), reverse=True))
    own = boards.levels((2 * (own_cards >> 2) + boards.has_suit[:, own_cards & 3])[:, None, :])
    theirs = boards.levels(kinds_of_holes()[None])
    ways = _ways(left, drawn, boards.has_suit)
    met = [np.where(those, ways, 0).sum(axis=1) for those in (theirs < own, theirs > own, theirs == own)]
    deals = np.zeros(LOSSES + 1, dtype=np.int64)
    np.add.at(deals, tables.category[own[:, 0]], met[0])
    deals[TIES], deals[LOSSES] = met[2].sum(), met[1].sum()
    results = np.stack(met, axis=1)
    if drawn.shape[1] == 1:
        return Prospects(deals, results.sum(axis=0, keepdims=True), results[:0])
    fours = np.zeros((len(left), 3), dtype=np.int64)
    for place in range(drawn.shape[1]):
        np.add.at(fours, drawn[:, place], results)
    return Prospects(deals, fours, results.sum(axis=0, keepdims=True))


def _best_unsuited(tables: LevelTables, keys: Ints) -> Levels:
    """The best hand, suits ignored, of each board with each pair of ranks; ``keys`` are the boards'."""
    two = tables.keys[rank_pairs()]
    seven = [*(keys[:, place, None] for place in range(5)), two[None, :, 0], two[None, :, 1]]
    whole = keys.sum(axis=1)[:, None] + two.sum(axis=1)
    best = np.full(whole.shape, -1, dtype=np.int16)
    for i, j in combinations(range(7), 2):
        np.maximum(best, tables.unsuited.take(whole - seven[i] - seven[j], mode="clip"), out=best)
    return best


def _best_suited(suited: Levels) -> Levels:
    """The best flush of five or more cards of a suit, by their mask."""
    best = suited.copy()
    for rank in range(len(RANKS)):
        halves = best.reshape(-1, 2, 1 << rank)
        np.maximum(halves[:, 1], halves[:, 0], out=halves[:, 1])
    return best


def _ways(left: Ints, drawn: Ints, has_suit: NDArray[np.bool_]) -> Ints:
    """The number of the Dealer's possible hole pairs of each two kinds, on each board."""
    there = np.zeros((len(drawn), len(DECK)), dtype=np.int64)
    there[:, left] = 1
    np.put_along_axis(there, left[drawn], 0, axis=1)
    by_rank = there.reshape(len(drawn), len(RANKS), len(SUITS))
    of_suit = (by_rank * has_suit[:, None, :]).sum(axis=2)
    number = np.stack([by_rank.sum(axis=2) - of_suit, of_suit], axis=2).reshape(len(drawn), -1)
    first, second = kinds_of_holes().T
    unequal = number[:, first] * number[:, second]
    ways: Ints = np.where(first == second, number[:, first] * (number[:, first] - 1) // 2, unequal)
    return ways
