"""A seen hand on an open board, over all cards still to come and every pair of the Dealer's.

In plain Python, for there are 1,081 boards at the most, and importing numpy takes longer than the count.
Boards of the same ranks, and of the same ranks in the suit that they have three cards of, share one count.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final

from msgspec import Struct

from pitboss.analysis.boards.course import BOARD, Course
from pitboss.analysis.hand_kinds import KEYS, card_number, hand_kinds
from pitboss.cards import DECK, RANKS, SUITS, Card

_NO_SUIT: Final = -1
_FLUSH_POSSIBLE: Final = 3
"""A flush is possible from this many cards of a suit on the board."""

Sums = tuple[int, ...]
"""By column: what is held, what each Ante of each bet adds; at the end the number of deals."""


class OpenBoard:
    """What a seen hand gains on open boards, under best play of all decisions still to come.

    ``dead`` are the cards known to be in no hand.
    """

    def __init__(self, course: Course, hand: Sequence[Card], dead: Sequence[Card] = ()) -> None:
        self._course = course
        self._own = tuple(map(card_number, hand))
        self._left = [card_number(card) for card in DECK if card not in {*hand, *dead}]
        self._columns = (course.held, *course.raised.values())
        self._levels = hand_kinds(BOARD, course.order)
        self._best_of_ranks = cache(lambda ranks: _with_each_pair(self._levels.unsuited, ranks))
        self._best_of_suit = cache(lambda mask: _best_of_suit(self._levels.suited, mask))
        self._by_kind: dict[tuple[tuple[int, ...], int, int], Sums] = {}
        self._by_board: dict[tuple[int, ...], Sums] = {}

    def prospects(self, board: Sequence[Card]) -> "Prospects":
        """What the bets gain with a board, over all cards still to come."""
        held, *raised, waiting, deals = self._sums(tuple(sorted(map(card_number, board))))
        whole = deals * self._course.unit
        return Prospects(
            held=Fraction(held, whole),
            raised={
                bet: Fraction(gain, whole) for bet, gain in zip(self._course.raised, raised, strict=True)
            },
            waiting=Fraction(waiting, whole),
        )

    def _sums(self, board: tuple[int, ...]) -> Sums:
        """The gains of the columns, that of best play from the next decision on, and the deals."""
        if board not in self._by_board:
            if len(board) == BOARD:
                *columns, deals = self._showdown(board)
                waiting = columns[0] if self._course.bet_ends else 0
            else:
                later = [
                    self._sums(tuple(sorted((*board, card)))) for card in self._left if card not in board
                ]
                *columns, _, deals = map(sum, zip(*later, strict=True))
                waiting = sum(self._best(len(board) + 1, each) for each in later)
            self._by_board[board] = (*columns, waiting, deals)
        return self._by_board[board]

    def _best(self, street: int, sums: Sums) -> int:
        """The gain of best play from a decision on."""
        course, (held, *raised, waiting, deals) = self._course, sums
        at = course.streets.get(street)
        if at is None or not at.sizes:
            return waiting
        bet = raised[list(course.raised).index(at.bet)]
        if not course.bet_ends:
            return waiting + max(0, at.sizes[0] * bet)
        otherwise = course.fold * deals if at.folds else waiting
        return max(otherwise, *(held + size * bet for size in at.sizes))

    def _showdown(self, board: tuple[int, ...]) -> Sums:
        """The gains of the columns against every pair of the Dealer's, and the number of pairs."""
        suits = [card & 3 for card in board]
        suit = next((suit for suit in range(len(SUITS)) if suits.count(suit) >= _FLUSH_POSSIBLE), _NO_SUIT)
        ranks = tuple(card >> 2 for card in board)
        mask = sum(1 << (card >> 2) for card in board if card & 3 == suit)
        if (ranks, suit, mask) not in self._by_kind:
            own, dealers = self._levels_of_pairs(board, suit, mask)
            met = [(self._course.result(own, level), pairs) for level, pairs in dealers.items()]
            gained = [sum(column[result] * pairs for result, pairs in met) for column in self._columns]
            self._by_kind[ranks, suit, mask] = (*gained, sum(dealers.values()))
        return self._by_kind[ranks, suit, mask]

    def _levels_of_pairs(self, board: tuple[int, ...], suit: int, mask: int) -> tuple[int, dict[int, int]]:
        """The level of the hand, and the Dealer's pairs by level.

        They are counted by kinds of cards: the rank, and whether it is of ``suit``.
        """
        of_ranks = self._best_of_ranks(tuple(card >> 2 for card in board))

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
        found: dict[int, int] = {}
        for place, (first, number) in enumerate(there):
            for second, others in there[: place + 1]:
                ways = number * others if first != second else number * (number - 1) // 2
                made = level(first, second)
                found[made] = found.get(made, 0) + ways
        return own, found


class Prospects(Struct, frozen=True, kw_only=True):
    """What a seen hand gains over all cards still to come, in Antes."""

    held: Fraction
    """The bets on the layout before the deal."""
    raised: dict[str, Fraction]
    """Each Ante of a decision's bet."""
    waiting: Fraction
    """Best play from the next decision on: of the whole layout where a bet ends the decisions, else of the
    later bets.
    """


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
