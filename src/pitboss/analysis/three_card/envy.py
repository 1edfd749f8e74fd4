"""The Envy Bonus from another box, given the player's own three cards.

The other box has an Ante and is played by the main game's optimal strategy; a folded hand gives nothing.
Where the Dealer's cards are part of the jackpot's hand, every deal of the other box and the Dealer is
counted. Deals without the player's cards follow by inclusion and exclusion over those three.
"""

from itertools import combinations
from math import comb

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    DEALER_HANDS,
    HANDS,
    PAIRS,
    classes,
    hand_pairs,
    moved,
    number_of_cards,
    pair_number,
    triples,
)
from pitboss.analysis.three_card.jackpot_hands import (
    ANY_SUIT,
    JackpotHands,
    best_of,
    line_of_columns,
    moved_columns,
    packed,
    runs,
)
from pitboss.reason import at, because
from pitboss.sheets.game import Game

_OTHER_DEALERS = 15_180
"""The number of the Dealer's hands once six cards are known."""


class Envied(Struct, frozen=True, eq=False):
    """Every hand of another box that brings an Envy Bonus, as cards and cents."""

    cards: Ints
    """Three cards of the box, and three of the Dealer's where they count."""
    cents: Ints
    """The Envy Bonus of each hand."""
    deals: int
    """The number of deals once the player's three cards are known."""


def envied(game: Game, hands: JackpotHands, played: Bools, progress: CountProgress) -> Envied:
    """The hands that bring envy when other boxes play the classes marked in ``played``."""
    cents = np.array([line.envy for line in game.jackpot_pays], dtype=np.int64)
    match game.jackpot.hand:
        case _ if not game.gives_envy:
            none = np.zeros((0, 3), dtype=np.int64)
            return Envied(none, np.zeros(0, dtype=np.int64), DEALER_HANDS)
        case "own":
            own, deals, cards = np.arange(HANDS), DEALER_HANDS, triples()
            brings = (hands.lines[:, 0] @ cents)[hands.classes.of_hand]
        case "own_and_dealer":
            own, dealers, columns = _with_dealer(game, progress).T
            deals = DEALER_HANDS * _OTHER_DEALERS
            cards = np.concatenate([triples()[own], triples()[dealers]], axis=1)
            brings = _cents_of_columns(game)[columns]
        case _:
            raise AnalysisFault(at("jackpot.lines", because("count.envy_community")))
    kept = played[classes(ALL_SUITS_ALIKE).of_hand[own]] & (brings > 0)
    return Envied(cards[kept], brings[kept], deals)


def envied_without(of: Envied, dead: tuple[int, ...]) -> Envied:
    """The hands that bring envy and hold no dead card."""
    kept = (~np.isin(of.cards, dead)).all(axis=1)
    left, with_dealer = CARDS - len(dead), of.cards.shape[1] > 3
    deals = comb(left - 3, 3) * (comb(left - 6, 3) if with_dealer else 1)
    if not deals:
        raise AnalysisFault(at("dead", because("count.few_for_a_box")))
    return Envied(of.cards[kept], of.cents[kept], deals)


def totals(of: Envied, hands: Ints) -> Ints:
    """The Envy Bonus that each of ``hands`` gets from one other box in cents, summed over its deals."""
    by_none = int(of.cents.sum())
    by_card, by_pair = np.zeros(CARDS, dtype=np.int64), np.zeros(PAIRS, dtype=np.int64)
    by_hand = np.zeros(HANDS, dtype=np.int64)
    for column in of.cards.T:
        np.add.at(by_card, column, of.cents)
    for a, b in combinations(of.cards.T, 2):
        np.add.at(by_pair, pair_number()[a, b], of.cents)
    for a, b, c in combinations(of.cards.T, 3):
        np.add.at(by_hand, number_of_cards()[a, b, c], of.cents)
    found: Ints = (
        by_none
        - by_card[triples()[hands]].sum(axis=1)
        + by_pair[hand_pairs()[hands]].sum(axis=1)
        - by_hand[hands]
    )
    return found


def _cents_of_columns(game: Game) -> Ints:
    """The Envy Bonus of each category and suit, in cents."""
    lines = line_of_columns(game)
    return np.array([0 if line is None else game.jackpot_pays[line].envy for line in lines], dtype=np.int64)


def _with_dealer(game: Game, progress: CountProgress) -> Ints:
    """Every pair of a box's and a Dealer's hand in a category with an Envy Bonus, with its column."""
    suits = ANY_SUIT + 1
    by_category = _cents_of_columns(game).reshape(-1, suits).max(axis=1)
    wanted = np.repeat(by_category > 0, suits).astype(np.int64)
    subject = {"jackpot_ranking": list(game.jackpot_ranking.order), "wanted": wanted.tolist()}
    kind = "three-card envied 1"
    return count_cache.cached_arrays(kind, subject, lambda: {"hands": _list(game, wanted, progress)})["hands"]


def _list(game: Game, wanted: Ints, progress: CountProgress) -> Ints:
    from pitboss.analysis.three_card.five_card_kernel import list_hands

    own, everything = classes(ALL_SUITS_ALIKE), packed(triples())
    first, run, best = everything[own.first], runs(), best_of(game)
    progress("envied hands", 0, 2)
    number = list_hands(first, everything, run, best, wanted, np.zeros((0, 3), dtype=np.int64))
    progress("envied hands", 1, 2)
    found = np.zeros((number, 3), dtype=np.int64)
    list_hands(first, everything, run, best, wanted, found)
    progress("envied hands", 2, 2)
    found[:, 0] = own.first[found[:, 0]]
    return _in_every_suit(found)


def _in_every_suit(found: Ints) -> Ints:
    """The hands under all permutations of suits, each once."""
    own, dealers, number = triples()[found[:, 0]], triples()[found[:, 1]], number_of_cards()
    changed = []
    for change in ALL_SUITS_ALIKE:
        a, b = moved(own, change).T, moved(dealers, change).T
        columns = moved_columns(found[:, 2], change)
        changed.append(np.stack([number[a[0], a[1], a[2]], number[b[0], b[1], b[2]], columns], axis=1))
    return np.unique(np.concatenate(changed), axis=0)
