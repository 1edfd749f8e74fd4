"""One hand over all cards that may still come, in arrays."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.analysis.five_cards import Ints, five_cards
from pitboss.analysis.holdem import spot_kernel
from pitboss.analysis.holdem.gains import Gains
from pitboss.cards import DECK, RANKS, SUITS, Card


class Prospects(Struct, frozen=True, eq=False):
    """How a hand fares over all cards that may still come."""

    deals: Ints
    """Won by each category, tied, lost."""
    fours: Ints
    """Won, lost and tied on each board of four that may come."""
    flops: Ints
    """Won, lost and tied on each flop that may come."""

    def gain(self, bet: Gains) -> Fraction:
        """What a bet gains in units of its stake."""
        each = (*bet.wins, bet.tie, bet.loss)
        gained = sum(times * gain for times, gain in zip(self.deals.tolist(), each, strict=True))
        return Fraction(gained, int(self.deals.sum()))

    def at_best(self, bet: Gains, boards: Ints) -> Fraction:
        """What a bet gains that is placed on those boards where it gains, in units of its stake."""
        gains = boards @ np.array([bet.wins[0], bet.loss, bet.tie])
        return Fraction(int(gains[gains > 0].sum()), int(boards.sum()))


def seen(
    order: tuple[str, ...], hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card]
) -> Prospects:
    """The prospects of a hand that its player has seen."""
    tables = five_cards(order)
    coming = _coming(hand, board, dead)
    high, low = sorted((_number(card) for card in hand), reverse=True)
    fours = np.zeros((comb(len(coming), 4 - len(board)), 3), dtype=np.int64)
    flops = np.zeros((comb(len(coming), max(3 - len(board), 0)), 3), dtype=np.int64)
    deals = spot_kernel.count_hand(
        np.array([high >> 2, high & 3, low >> 2, low & 3]),
        _masks(board),
        _masks([*hand, *dead]),
        coming,
        tables.keys,
        tables.unsuited,
        tables.suited,
        tables.category,
        np.array([[comb(place, number) for number in range(5)] for place in range(len(DECK))]),
        fours,
        flops,
    )
    return Prospects(deals, fours, flops)


def unseen(order: tuple[str, ...], board: Sequence[Card], dead: Sequence[Card]) -> Ints:
    """How all hands that a player may have fare together: won by each category, tied, lost."""
    tables = five_cards(order)
    left = len(DECK) - len(dead) - 5
    return spot_kernel.count_unseen(
        _masks(board),
        _masks(dead),
        _coming((), board, dead),
        comb(left - 2, 2),
        tables.keys,
        tables.unsuited,
        tables.suited,
        tables.category,
    )


def _coming(hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card]) -> Ints:
    known = {*hand, *board, *dead}
    return np.array(sorted(_number(card) for card in DECK if card not in known), dtype=np.int64)


def _masks(cards: Sequence[Card]) -> Ints:
    masks = np.zeros(len(SUITS), dtype=np.int64)
    for card in cards:
        masks[SUITS.index(card[1])] |= 1 << RANKS.index(card[0])
    return masks


def _number(card: Card) -> int:
    return RANKS.index(card[0]) << 2 | SUITS.index(card[1])
