"""A seen hand with the flop or the turn open, over all cards still to come.

In plain Python, for there are 1,081 boards at the most, and importing numpy takes longer than the count.
Boards of the same ranks, and of the same ranks in the suit that they have three cards of, share one count.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from pitboss.analysis.hand_kinds import KEYS, HandKinds, card_number, hand_kinds
from pitboss.analysis.holdem.gains import Prospects
from pitboss.cards import DECK, RANKS, SUITS, Card
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES

_CATEGORIES: Final = len(FIVE_CARD_CATEGORIES)
_NO_SUIT: Final = -1
_FLUSH_POSSIBLE: Final = 3
"""A flush is possible from this many cards of a suit on the board."""

Met = tuple[int, int, int, int]
"""The level of one's own hand, and the Dealer's pairs that it beats, loses to and ties."""


def seen_on_board(
    order: tuple[str, ...], hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card]
) -> Prospects:
    """The prospects of a hand that its player has seen."""
    levels = hand_kinds(5, order)
    left = [card_number(card) for card in DECK if card not in {*hand, *board, *dead}]
    showdowns = _Showdowns(levels, tuple(map(card_number, hand)), left)
    shown = tuple(map(card_number, board))
    deals = [0] * (_CATEGORIES + 2)
    fours = [[0, 0, 0] for _ in left]
    whole = [0, 0, 0]
    to_come = 5 - len(board)
    for drawn in combinations(range(len(left)), to_come):
        level, *results = showdowns.met((*shown, *(left[place] for place in drawn)))
        won, lost, tied = results
        deals[FIVE_CARD_CATEGORIES.index(levels.ranks[level].category)] += won
        deals[_CATEGORIES] += tied
        deals[_CATEGORIES + 1] += lost
        for row in (whole, *(fours[place] for place in drawn)):
            for column, number in enumerate(results):
                row[column] += number
    return Prospects(deals, [whole], []) if to_come == 1 else Prospects(deals, fours, [whole])


class _Showdowns:
    """One hand against every pair that the Dealer may hold, board by board."""

    def __init__(self, levels: HandKinds, own: tuple[int, ...], left: Sequence[int]) -> None:
        self._own, self._left = own, left
        self._by_ranks: dict[tuple[tuple[int, ...], int, int], Met] = {}
        self._best_of_ranks = cache(lambda ranks: _with_each_pair(levels.unsuited, ranks))
        self._best_of_suit = cache(lambda mask: _best_of_suit(levels.suited, mask))

    def met(self, board: tuple[int, ...]) -> Met:
        """How the hand fares on a board of five."""
        suits = [card & 3 for card in board]
        suit = next((suit for suit in range(len(SUITS)) if suits.count(suit) >= _FLUSH_POSSIBLE), _NO_SUIT)
        ranks = tuple(sorted(card >> 2 for card in board))
        kind = ranks, suit, sum(1 << (card >> 2) for card in board if card & 3 == suit)
        if kind not in self._by_ranks:
            self._by_ranks[kind] = self._count(board, suit)
        return self._by_ranks[kind]

    def _count(self, board: tuple[int, ...], suit: int) -> Met:
        """Count the Dealer's pairs by kinds of cards: the rank, and whether it is of ``suit``."""
        of_ranks = self._best_of_ranks(tuple(sorted(card >> 2 for card in board)))
        mask = sum(1 << (card >> 2) for card in board if card & 3 == suit)

        def level(first: int, second: int) -> int:
            suited = mask | (first & 1) << (first >> 1) | (second & 1) << (second >> 1)
            best: int = max(of_ranks[first >> 1][second >> 1], self._best_of_suit(suited))
            return best

        own = level(*(_kind(card, suit) for card in self._own))
        numbers = [0] * (2 * len(RANKS))
        for card in self._left:
            if card not in board:
                numbers[_kind(card, suit)] += 1
        there = [(kind, number) for kind, number in enumerate(numbers) if number]
        won = lost = tied = 0
        for place, (first, number) in enumerate(there):
            for second, others in there[: place + 1]:
                ways = number * others if first != second else number * (number - 1) // 2
                theirs = level(first, second)
                if theirs < own:
                    won += ways
                elif theirs > own:
                    lost += ways
                else:
                    tied += ways
        return own, won, lost, tied


def _kind(card: int, suit: int) -> int:
    """Twice the rank of a card, plus one if it is of the suit."""
    return card >> 2 << 1 | (card & 3 == suit)


def _with_each_pair(unsuited: dict[int, int], board: tuple[int, ...]) -> list[list[int]]:
    """The best hand, suits ignored, of a board's five ranks with each two others; -1 where there is none."""
    keys = [KEYS[rank] for rank in board]
    fives, fours, threes = ([sum(part) for part in set(combinations(keys, number))] for number in (5, 4, 3))
    alone = max(unsuited.get(key, -1) for key in fives)
    with_one = [max(alone, *(unsuited.get(four + key, -1) for four in fours)) for key in KEYS]
    return [
        [
            max(with_one[a], with_one[b], *(unsuited.get(three + KEYS[a] + KEYS[b], -1) for three in threes))
            for b in range(len(KEYS))
        ]
        for a in range(len(KEYS))
    ]


def _best_of_suit(suited: dict[int, int], mask: int) -> int:
    """The best flush in the ranks of a mask; -1 below five."""
    ranks = [1 << rank for rank in range(len(RANKS)) if mask >> rank & 1]
    return max((suited[sum(part)] for part in combinations(ranks, 5)), default=-1)
