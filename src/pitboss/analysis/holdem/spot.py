"""Hole cards before the flop with dead cards, and hole cards that are not seen."""

from collections.abc import Sequence
from math import comb

import numpy as np

from pitboss.analysis.arrays import Ints
from pitboss.analysis.boards.showdowns import row_room
from pitboss.analysis.boards.vectors import kinds_of_holes
from pitboss.analysis.hand_kinds import card_number
from pitboss.analysis.holdem import spot_kernel
from pitboss.analysis.holdem.gains import Prospects
from pitboss.analysis.levels import five_cards
from pitboss.cards import DECK, RANKS, SUITS, Card


def seen(order: tuple[str, ...], hand: Sequence[Card], dead: Sequence[Card]) -> Prospects:
    """The prospects of a hand that its player has seen, before the flop."""
    tables = five_cards(order).tables
    coming = _coming([*hand, *dead])
    high, low = sorted((card_number(card) for card in hand), reverse=True)
    fours = np.zeros((comb(len(coming), 4), 3), dtype=np.int64)
    flops = np.zeros((comb(len(coming), 3), 3), dtype=np.int64)
    deals = spot_kernel.count_hand(
        own=np.array([high >> 2, high & 3, low >> 2, low & 3]),
        gone=_masks([*hand, *dead]),
        coming=coming,
        holes=kinds_of_holes(),
        tables=tables,
        room=row_room(order),
        choose=np.array([[comb(place, number) for number in range(5)] for place in range(len(DECK))]),
        fours=fours,
        flops=flops,
    )
    return Prospects(deals.tolist(), fours.tolist(), flops.tolist())


def unseen(order: tuple[str, ...], board: Sequence[Card], dead: Sequence[Card]) -> Ints:
    """The results of all possible hands together: deals won by each category, tied, lost."""
    tables = five_cards(order).tables
    return spot_kernel.count_unseen(
        _masks(board),
        _masks(dead),
        _coming([*board, *dead]),
        comb(len(DECK) - len(dead) - 7, 2),
        kinds_of_holes(),
        tables,
        row_room(order),
    )


def _coming(known: Sequence[Card]) -> Ints:
    return np.array(sorted(card_number(card) for card in DECK if card not in known), dtype=np.int64)


def _masks(cards: Sequence[Card]) -> Ints:
    masks = np.zeros(len(SUITS), dtype=np.int64)
    for card in cards:
        masks[SUITS.index(card[1])] |= 1 << RANKS.index(card[0])
    return masks
