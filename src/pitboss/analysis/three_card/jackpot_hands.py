"""The jackpot of the three-card games: its lines by hand, and the Envy Bonus from another box.

A hand of three makes the jackpot's hand alone, or with the Dealer's or community cards. The other box has an
Ante and is played by the main game's optimal strategy; a folded hand gives nothing. Where the Dealer's cards
are part of the jackpot's hand, every deal of the other box and the Dealer is counted. Deals without the
player's cards follow by inclusion and exclusion over those three.
"""

from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.analysis.seen_hand import check_jackpot_list
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    DEALER_HANDS,
    HANDS,
    PAIRS,
    RANKS_OF_A_SUIT,
    Classes,
    SuitChange,
    alike,
    classes,
    hand_pairs,
    moved,
    number_of_cards,
    pair_number,
    qualifying,
    ranks,
    strengths,
    triples,
)
from pitboss.cards import SUITS
from pitboss.hands import Rank
from pitboss.hands.ranking import CATEGORIES
from pitboss.invariant import InvariantBroken
from pitboss.reason import at, because
from pitboss.sheets.game import Game

_PARTS: Final = 20
ANY_SUIT: Final = len(SUITS)
"""The column of hands that are not of one suit."""


class JackpotHands(Struct, frozen=True, eq=False):
    """The jackpot by class of hands under the permutations of suits that the sheet's lines allow."""

    classes: Classes
    all_alike: Ints
    """For each class, its class under all permutations of suits."""
    lines: Ints
    """For each class, outcome against the Dealer's hand and line: the number of sets of further cards.

    Where the Dealer's cards are not in the jackpot's hand, all are counted in the first outcome.
    """
    sets: int
    """The number of sets of further cards of every hand."""


def jackpot_hands(game: Game, progress: CountProgress) -> JackpotHands:
    """The jackpot's hands of a sheet, from the cache."""
    columns = _columns(game, progress)
    wider, own = classes(ALL_SUITS_ALIKE), classes(alike(game))
    belongs = wider.of_hand[own.first]
    lines = np.zeros((len(own.first), columns.shape[1], len(game.jackpot_pays)), dtype=np.int64)
    left = np.ones(len(own.first), dtype=np.bool_)
    for change in ALL_SUITS_ALIKE:
        here = left & (_moved_hands(wider.first[belongs], change) == own.first)
        lines[here] = columns[belongs[here]] @ line_matrix(game, change)
        left &= ~here
    if left.any():
        raise InvariantBroken(f"{int(left.sum())} classes of hands are no change of suits of their first")
    return JackpotHands(own, belongs, lines, int(columns[0].sum()))


def _moved_hands(hands: Ints, change: SuitChange) -> Ints:
    cards = moved(triples()[hands], change)
    found: Ints = number_of_cards()[cards[:, 0], cards[:, 1], cards[:, 2]]
    return found


def line_of_columns(game: Game) -> list[int | None]:
    """The jackpot line of each category and suit; None for no line, and in a game without a jackpot."""
    if game.sheet.jackpot_ranking is None:
        return [None] * (len(CATEGORIES[5]) * (ANY_SUIT + 1))
    lines = [
        game.jackpot_line(Rank(strength=0, category=category, tie_break=(), suit=suit))
        for category in CATEGORIES[game.jackpot_ranking.size]
        for suit in (*SUITS, "")
    ]
    return [game.jackpot_pays.index(line) if line else None for line in lines]


def moved_columns(columns: Ints, change: SuitChange) -> Ints:
    """Columns (category and suit) with their suits permuted."""
    to = np.array((*change, ANY_SUIT))
    found: Ints = columns // (ANY_SUIT + 1) * (ANY_SUIT + 1) + to[columns % (ANY_SUIT + 1)]
    return found


def line_matrix(game: Game, change: SuitChange) -> Ints:
    """The 0-1 matrix from columns to jackpot lines once the suits are permuted."""
    lines = line_of_columns(game)
    found = np.zeros((len(lines), len(game.jackpot_pays)), dtype=np.int64)
    for column, after in enumerate(moved_columns(np.arange(len(lines)), change).tolist()):
        line = lines[after]
        if line is not None:
            found[column, line] = 1
    return found


def _columns(game: Game, progress: CountProgress) -> Ints:
    """For each class, outcome and column: the number of sets of further cards, from the cache."""
    hand = game.jackpot.hand
    check_jackpot_list(game)
    if hand == "own":
        return _own_columns(game)
    subject: dict[str, str | list[str]] = {"jackpot_ranking": list(game.jackpot_ranking.order), "hand": hand}
    if hand == "own_and_dealer":
        subject["ranking"] = list(game.ranking.order)
        subject["qualifier"] = game.sheet.qualifier.least if game.sheet.qualifier else ""
    elif game.sheet.hands.community != 2:
        raise AnalysisFault(at("hands.community", because("count.two_community")))
    kind = "three-card jackpot hands 1"
    return count_cache.cached_arrays(kind, subject, lambda: {"columns": _count(game, progress)})["columns"]


def _own_columns(game: Game) -> Ints:
    """The columns of a jackpot on the own hand alone: one empty set of further cards each."""
    categories = CATEGORIES[3]
    order = game.jackpot_ranking.order
    found = np.zeros((len(ranks(order)), 1, len(categories) * (ANY_SUIT + 1)), dtype=np.int64)
    for number, rank in enumerate(ranks(order)):
        suit = SUITS.index(rank.suit) if rank.suit else ANY_SUIT
        found[number, 0, categories.index(rank.category) * (ANY_SUIT + 1) + suit] = 1
    return found


def _count(game: Game, progress: CountProgress) -> Ints:
    return columns_of(game, classes(ALL_SUITS_ALIKE).first, (), progress)


def columns_of(game: Game, hands: Ints, dead: tuple[int, ...], progress: CountProgress) -> Ints:
    """For each hand, outcome and column: the number of sets of further cards without dead ones."""
    from pitboss.analysis.three_card.five_card_kernel import COLUMNS, best_hands, columns_by_ranks

    strength = strengths(game.ranking.order)
    if game.jackpot.hand == "own_and_dealer":
        sets, extra_strength, qualifies = triples(), strength, qualifying(game).astype(np.int64)
    else:
        sets = np.array(list(combinations(range(CARDS), 2)), dtype=np.int64)
        qualifies = extra_strength = np.zeros(len(sets), dtype=np.int64)
    alive = (~np.isin(sets, dead)).all(axis=1)
    own, extra = packed(triples()[hands]), packed(sets[alive])
    run, best = runs(), best_of(game)
    own_ranks, own_number = np.unique(own[:, 1], return_inverse=True)
    extra_ranks, extra_number = np.unique(extra[:, 1], return_inverse=True)
    progress("jackpot hands", 0, _PARTS)
    by_ranks = columns_by_ranks(own_ranks, extra_ranks, run, best)
    met = extra, extra_strength[alive], extra_number, qualifies[alive], by_ranks, run, best
    found = np.zeros((len(hands), len(OUTCOMES), COLUMNS), dtype=np.int64)
    for part, here in enumerate(np.array_split(np.arange(len(hands)), _PARTS)):
        progress("jackpot hands", part, _PARTS)
        best_hands(own[here], strength[hands[here]], own_number[here], *met, some := found[here])
        found[here] = some
    progress("jackpot hands", _PARTS, _PARTS)
    return found


def packed(sets: Ints) -> Ints:
    """Sets of cards as the kernels take them: masks, counts of ranks and counts of suits."""
    suit, rank = sets // RANKS_OF_A_SUIT, sets % RANKS_OF_A_SUIT
    one = np.int64(1)
    return np.stack(
        [
            (one << (16 * suit + rank)).sum(axis=1),
            (one << (3 * rank)).sum(axis=1),
            (one << (4 * suit)).sum(axis=1),
        ],
        axis=1,
    )


def runs() -> Ints:
    """For every mask of ranks: 2 with the five highest, 1 with another five in a row, otherwise 0."""
    ranks_ = np.arange(1 << RANKS_OF_A_SUIT)
    with_low_ace = ranks_ << 1 | ranks_ >> (RANKS_OF_A_SUIT - 1)
    found = np.zeros(len(ranks_), dtype=np.int64)
    for low in range(10):
        five = 0b11111 << low
        found[with_low_ace & five == five] = 2 if low == 9 else 1
    return found


def best_of(game: Game) -> Ints:
    """For every bit set of categories, the highest in the jackpot's ranking list, if the game has one."""
    categories = CATEGORIES[5]
    listed = game.sheet.jackpot_ranking
    order = [name for name in (listed.order if listed else categories) if name in categories]
    if "royal_flush" not in order:
        order.insert(order.index("straight_flush"), "royal_flush")
    found = np.full(1 << len(categories), len(categories) - 1, dtype=np.int64)
    for name in reversed(order):
        bit = categories.index(name)
        found[np.arange(len(found)) >> bit & 1 == 1] = bit
    return found


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
