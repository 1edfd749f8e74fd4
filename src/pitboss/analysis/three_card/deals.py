"""All 22,100 hands of three cards as arrays, and their classes under permutations of suits.

A card is its place in the deck: suit times 13 plus rank. Permuting suits that a sheet treats alike changes no
result, so one hand represents its whole class.
"""

from functools import cache
from itertools import combinations, permutations
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Bools, Ints
from pitboss.cards import DECK, SUITS, Card
from pitboss.hands import Rank, Ranking
from pitboss.sheets.game import Game

SuitChange = tuple[int, ...]
"""A permutation of suits: the new suit of each."""

CARDS: Final = len(DECK)
RANKS_OF_A_SUIT: Final = 13
PAIRS: Final = 1_326
HANDS: Final = 22_100
DEALER_HANDS: Final = 18_424
"""The number of the Dealer's hands once the player's three cards are known."""


class Classes(Struct, frozen=True, eq=False):
    """Classes of hands under permutations of suits."""

    of_hand: Ints
    """The class of each hand."""
    first: Ints
    """One hand of each class, the first in the order of the deck."""
    size: Ints
    """The number of hands in each class."""


@cache
def triples() -> Ints:
    """The cards of every hand in rising order; a hand's number is its row."""
    return np.array(list(combinations(range(CARDS), 3)), dtype=np.int64)


@cache
def number_of_cards() -> Ints:
    """The number of the hand with three cards, indexed by them in any order."""
    table = np.full((CARDS,) * 3, -1, dtype=np.int64)
    for order in permutations(range(3)):
        table[tuple(triples()[:, place] for place in order)] = np.arange(HANDS)
    return table


@cache
def pair_number() -> Ints:
    """A number from 0 to 1325 for two different cards, in any order."""
    table = np.zeros((CARDS, CARDS), dtype=np.int64)
    for number, (a, b) in enumerate(combinations(range(CARDS), 2)):
        table[a, b] = table[b, a] = number
    return table


@cache
def hand_pairs() -> Ints:
    """The three pairs of cards in every hand."""
    cards, number = triples(), pair_number()
    return np.stack([number[cards[:, i], cards[:, j]] for i, j in ((0, 1), (0, 2), (1, 2))], axis=1)


ALL_SUITS_ALIKE: Final[tuple[SuitChange, ...]] = tuple(permutations(range(len(SUITS))))


def alike(game: Game) -> tuple[SuitChange, ...]:
    """The permutations of suits that leave every jackpot line of the sheet unchanged."""
    told = [{SUITS.index(suit) for suit in line.suits} for line in game.jackpot_pays]
    return tuple(
        change
        for change in ALL_SUITS_ALIKE
        if all({change[suit] for suit in named} == named for named in told)
    )


def moved(cards: Ints, change: SuitChange) -> Ints:
    """Cards with their suits permuted."""
    return np.array(change)[cards // RANKS_OF_A_SUIT] * RANKS_OF_A_SUIT + cards % RANKS_OF_A_SUIT


@cache
def classes(changes: tuple[SuitChange, ...]) -> Classes:
    """The classes under these permutations of suits."""
    cards, number = triples(), number_of_cards()
    lowest = np.arange(HANDS)
    for change in changes:
        other = moved(cards, change)
        lowest = np.minimum(lowest, number[other[:, 0], other[:, 1], other[:, 2]])
    first, of_hand, size = np.unique(lowest, return_inverse=True, return_counts=True)
    return Classes(of_hand.astype(np.int64), first.astype(np.int64), size.astype(np.int64))


def card_number(card: Card) -> int:
    """The place of a card in the deck."""
    return DECK.index(card)


def hand_number(hand: tuple[Card, ...]) -> int:
    """The number of a hand of three cards."""
    a, b, c = (card_number(card) for card in hand)
    return int(number_of_cards()[a, b, c])


def cards_of(number: int) -> tuple[Card, ...]:
    """The cards of a hand, as they are written."""
    return tuple(DECK[card] for card in triples()[number])


@cache
def ranks(order: tuple[str, ...]) -> tuple[Rank, ...]:
    """The rank of every class under all permutations of suits."""
    ranking = Ranking(3, order)
    return tuple(ranking.rank(cards_of(number)) for number in classes(ALL_SUITS_ALIKE).first.tolist())


@cache
def categories(order: tuple[str, ...]) -> tuple[tuple[Rank, Ints], ...]:
    """A rank of every category, and the classes (under all permutations of suits) that belong to it."""
    held = ranks(order)
    names = np.array([rank.category for rank in held])
    found = {rank.category: rank for rank in held}
    return tuple((rank, np.flatnonzero(names == name)) for name, rank in found.items())


@cache
def strengths(order: tuple[str, ...]) -> Ints:
    """The rank of every hand as a number without gaps: higher beats lower, equal stands off."""
    of_class = np.array([rank.strength for rank in ranks(order)], dtype=np.int64)
    levels = np.unique(of_class, return_inverse=True)[1]
    found: Ints = levels[classes(ALL_SUITS_ALIKE).of_hand].astype(np.int64)
    return found


def qualifying(game: Game) -> Bools:
    """A mask of the hands that are a Qualifying Hand for the Dealer."""
    of_class = np.array([game.qualifies(rank) for rank in ranks(game.ranking.order)], dtype=np.bool_)
    found: Bools = of_class[classes(ALL_SUITS_ALIKE).of_hand]
    return found
