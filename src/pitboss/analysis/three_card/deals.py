"""All 22,100 hands of three cards as arrays, their classes, and the Dealer's hands that each of them meets.

A card is its place in the deck: suit times 13 plus rank. Permuting suits that a sheet treats alike changes no
result, so one hand represents its whole class.

The Dealer's hands that a hand meets are counted by inclusion and exclusion: all hands, less those with each
of the player's cards, plus those with each pair of them, less the hand itself. Cumulative counts by rank are
kept for no card, each card and each pair, so a count takes seven look-ups.
"""

from functools import cache
from itertools import combinations, permutations
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.payoffs import OUTCOMES
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


def meetings(game: Game) -> Ints:
    """For each class, the number of the Dealer's hands with each outcome, from the cache."""
    subject = {
        "ranking": list(game.sheet.ranking.order),
        "qualifier": game.sheet.qualifier.least if game.sheet.qualifier else None,
    }
    return count_cache.cached_arrays("three-card meetings 1", subject, lambda: {"meetings": _count(game)})[
        "meetings"
    ]


def _count(game: Game) -> Ints:
    everything = np.ones(HANDS, dtype=np.bool_)
    first = classes(ALL_SUITS_ALIKE).first
    return count_meetings(strengths(game.ranking.order), qualifying(game), everything, first)


def count_meetings(strength: Ints, qualifies: Bools, dealers: Bools, asked: Ints) -> Ints:
    """For each hand in ``asked``, the number of the hands in ``dealers`` with each outcome."""
    met = dealers & qualifies
    below, at = _levels(strength, met)
    found = np.empty((len(asked), len(OUTCOMES)), dtype=np.int64)
    level = strength[asked]
    lower = _disjoint(below, level, asked)
    same = _disjoint(at, level, asked) - met[asked]
    most = np.full_like(level, int(strength.max()) + 1)
    all_met = _disjoint(below, most, asked) - met[asked]
    found[:, 1], found[:, 3] = lower, same
    found[:, 2] = all_met - lower - same
    everything = _levels(np.zeros_like(strength), dealers)[1]
    all_dealers = _disjoint(everything, np.zeros_like(level), asked) - dealers[asked]
    found[:, 0] = all_dealers - all_met
    return found


def _levels(strength: Ints, marked: Bools) -> tuple["_BySubset", "_BySubset"]:
    """The number of marked hands below and at each rank, for no card, each card and each pair."""
    height = int(strength.max()) + 2
    hands = np.flatnonzero(marked)
    level = strength[hands]
    none = np.bincount(level, minlength=height)[None, :]
    cards = _spread(triples()[hands], level, CARDS, height)
    pairs = _spread(hand_pairs()[hands], level, PAIRS, height)
    at = (none, cards, pairs)
    return (_before(none), _before(cards), _before(pairs)), at


_BySubset = tuple[Ints, Ints, Ints]


def _spread(subsets: Ints, level: Ints, number: int, height: int) -> Ints:
    """The number of hands of each rank that hold each subset."""
    places = subsets * height + level[:, None]
    counted: Ints = np.bincount(places.ravel(), minlength=number * height).reshape(number, height)
    return counted


def _before(counts: Ints) -> Ints:
    """Sums over all lower ranks."""
    sums: Ints = np.cumsum(counts, axis=1) - counts
    return sums


def _disjoint(counts: _BySubset, level: Ints, asked: Ints) -> Ints:
    """The number of counted hands disjoint from each hand in ``asked``, itself not yet subtracted."""
    none, cards, pairs = counts
    held, doubles = triples()[asked], hand_pairs()[asked]
    found: Ints = (
        none[0, level] - cards[held, level[:, None]].sum(axis=1) + pairs[doubles, level[:, None]].sum(axis=1)
    )
    return found
