"""The hands and tables that the kernels of games without community cards count by."""

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np

from pitboss.analysis.arrays import Bools, Ints, SetMasks
from pitboss.analysis.hand_kinds import CARDS, card_number
from pitboss.analysis.levels import HandLevels, Levels
from pitboss.analysis.sets import kernel
from pitboss.cards import RANKS, SUITS, Card

_BINOMIAL: Final = np.array(
    [[comb(cards, chosen) for chosen in range(8)] for cards in range(len(CARDS) + 1)], dtype=np.int64
)


def deals_of(
    levels: HandLevels, own: int, dealer: int, qualifies: Bools, *, face_up: bool, compares_low: bool
) -> kernel.Deals:
    """All hands of so many cards, the player's and the Dealer's, one for each class of suits."""
    hidden = dealer - face_up
    return kernel.Deals(
        own=_by_level(levels, *kernel.every_class(own)),
        dealers=_by_level(levels, *kernel.every_class(dealer)),
        qualifies=qualifies,
        sets=kernel.set_tables(min(own, hidden - 1), _BINOMIAL, True),
        whole=_table(levels, dealer),
        hidden=hidden,
        shown=np.zeros(0, dtype=np.uint8),
        width=kernel.WIDTH if face_up else 1,
        compares_low=compares_low,
    )


def no_deals(levels: HandLevels, own: int, dealer: int) -> kernel.Deals:
    """Deals without a hand, to compile with what counts by the face-up card."""
    own_hands, dealers = (
        kernel.Hands(np.zeros((0, cards), np.uint8), np.zeros(0, np.int64), np.zeros(1, np.int64))
        for cards in (own, dealer)
    )
    none, small, rows = np.zeros(0, np.int64), np.zeros(0, np.uint8), np.zeros((0, 4), np.int64)
    return kernel.Deals(
        own=own_hands,
        dealers=dealers,
        qualifies=np.zeros(0, np.bool_),
        sets=kernel.SetTables(
            most=0,
            number=none,
            highest=none,
            starts=none,
            row=np.zeros(0, np.int32),
            renamed=small,
            alike=small,
            renamings=rows,
            blocks=rows.astype(np.uint64),
            runs=np.zeros((0, 4, 3), np.int64),
        ),
        whole=_table(levels, dealer),
        hidden=dealer - 1,
        shown=small,
        width=kernel.WIDTH,
        compares_low=False,
    )


def deals_against(
    levels: HandLevels, own: int, dealer: int, qualifies: Bools, up: Card, dead: tuple[Card, ...]
) -> kernel.Deals:
    """All hands of so many cards against one face-up card of the Dealer's, none with a dead card."""
    deck = np.array([card for card, name in enumerate(CARDS) if name not in {up, *dead}], dtype=np.uint8)
    shown, hidden = np.array([card_number(up)], dtype=np.uint8), dealer - 1
    held, theirs = (kernel.every_hand(deck, cards, comb(len(deck), cards)) for cards in (own, hidden))
    whole = np.sort(np.concatenate([theirs, np.broadcast_to(shown, (len(theirs), 1))], axis=1), axis=1)
    of_dealer = kernel.levels_of(whole, _table(levels, dealer))
    return kernel.Deals(
        own=_by_level(levels, held, np.ones(len(held), dtype=np.int64)),
        dealers=_ordered(levels, theirs, np.ones(len(theirs), dtype=np.int64), of_dealer),
        qualifies=qualifies,
        sets=kernel.set_tables(min(own, hidden - 1), _BINOMIAL, False),
        whole=_table(levels, dealer),
        hidden=hidden,
        shown=shown,
        width=1,
        compares_low=False,
    )


def _by_level(levels: HandLevels, cards: SetMasks, size: Ints) -> kernel.Hands:
    return _ordered(levels, cards, size, kernel.levels_of(cards, _table(levels, cards.shape[1])))


def _ordered(levels: HandLevels, cards: SetMasks, size: Ints, level: Levels) -> kernel.Hands:
    order = np.argsort(level, kind="stable")
    start = np.searchsorted(level[order], np.arange(len(levels.ranks) + 1))
    return kernel.Hands(cards[order], size[order], start)


def _table(levels: HandLevels, cards: int) -> kernel.HandTable:
    """The levels of all hands of so many cards."""
    ranks = rank_sets(cards)
    unsuited = np.full(comb(len(RANKS) + cards - 1, cards), -1, dtype=np.int64)
    unsuited[_BINOMIAL[ranks + np.arange(cards), np.arange(cards) + 1].sum(axis=1)] = levels.of_ranks(ranks)
    return kernel.HandTable(levels.size, _BINOMIAL, unsuited, levels.suited)


@cache
def rank_sets(cards: int) -> Ints:
    """The ranks of all hands of so many cards, rising."""
    found = np.array(list(combinations_with_replacement(range(len(RANKS)), cards)), dtype=np.int64)
    suits = len(SUITS)
    possible: Ints = found[(found[:, suits:] != found[:, :-suits]).all(axis=1)]
    return possible
