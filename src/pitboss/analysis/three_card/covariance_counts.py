"""Count the sums of products that the covariances are computed from, over all deals."""

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.count_cache import Arrays
from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    alike,
    classes,
    hand_pairs,
    moved,
    number_of_cards,
    qualifying,
    strengths,
    triples,
)
from pitboss.analysis.three_card.jackpot_hands import best_of, line_of_columns, packed, runs
from pitboss.analysis.three_card.rows import ThreeCardCounts
from pitboss.cards import DECK
from pitboss.reason import at, because
from pitboss.sheets.game import Game

if TYPE_CHECKING:
    from pitboss.analysis.three_card.covariance_kernel import HandColumns, JackpotColumns

_PARTS = 20
_LARGEST = 2**31
"""The bound on sums of gains, so that products fit 64 bits."""
_BETS = 4


class HandGains(Struct, frozen=True, eq=False, kw_only=True):
    """The gain of every hand, by bet, under one strategy."""

    gains: Ints
    """The gain of the main game, by outcome."""
    side: Ints
    kept: Bools
    """Hands that still have their jackpot bet."""
    amounts: Ints
    """The pay of each jackpot line: units of money, and per cent of the display."""
    unit: int
    """The unit of money in cents."""


def over_dealers(counts: ThreeCardCounts, bets: HandGains) -> Arrays:
    """For each class of the Dealer's hands: sums of gains over one hand, and of products over two hands."""
    from pitboss.analysis.three_card import covariance_kernel as kernel

    game = counts.game
    dealers = classes(alike(game) if len(bets.amounts) else ALL_SUITS_ALIKE)
    fixed = np.zeros((len(triples()), _BETS), dtype=np.int64)
    fixed[:, 1] = bets.side
    jackpot = game.sheet.jackpot.hand if game.sheet.jackpot and len(bets.amounts) else None
    if jackpot == "own":
        own = counts.jackpot.lines[counts.jackpot.classes.of_hand, 0] @ bets.amounts
        fixed[:, 2:] = np.where(bets.kept[:, None], own, 0)
    found = _empty(len(dealers.first))
    hands, joined = _hands(game, bets, fixed), _jackpot(game, bets, triples())
    rising = np.argsort(hands.strength[dealers.first], kind="stable")
    for part, here in enumerate(np.array_split(rising, _PARTS)):
        counts.progress("covariances", part, _PARTS)
        some = {name: numbers[here] for name, numbers in found.items()}
        kernel.over_dealers(
            dealers=dealers.first[here],
            hands=hands,
            number_of=number_of_cards(),
            with_dealer=int(jackpot == "own_and_dealer"),
            jackpot=joined,
            products=kernel.Products(**some),
        )
        for name, numbers in some.items():
            found[name][here] = numbers
    counts.progress("covariances", _PARTS, _PARTS)
    return _checked(found) | {"weight": dealers.size}


def over_communities(counts: ThreeCardCounts, bets: HandGains) -> Arrays:
    """For each class of two community cards: sums of gains and of products, without the main game."""
    from pitboss.analysis.three_card import covariance_kernel as kernel

    first, weight = _pair_classes(counts.game)
    fixed = np.zeros((len(triples()), _BETS), dtype=np.int64)
    fixed[:, 1] = bets.side
    found = _empty(len(first))
    counts.progress("covariances, community", 0, 1)
    kernel.over_communities(
        hands=_hands(counts.game, bets, fixed),
        jackpot=_jackpot(counts.game, bets, first),
        products=kernel.Products(**found),
    )
    counts.progress("covariances, community", 1, 1)
    return _checked(found) | {"weight": weight}


def beside(counts: ThreeCardCounts, bets: HandGains) -> Arrays:
    """For each class of five cards that wins a jackpot: its pay times the gains of the main games beside it.

    The rows are weighted, so they only need to be summed: a column for amounts, one for per cent.
    """
    from pitboss.analysis.three_card.beside_kernel import main_beside

    game = counts.game
    fives, weight = winning_fives(counts)
    hands = _hands(game, bets, np.zeros((len(triples()), _BETS), dtype=np.int64))
    number = number_of_cards()
    own = np.stack([number[a, b, c] for a, b, c in combinations(fives.T, 3)], axis=1)
    found = np.zeros((len(fives), 1 + own.shape[1]), dtype=np.int64)
    for part, here in enumerate(np.array_split(np.arange(len(fives)), _PARTS)):
        counts.progress("covariances, jackpot", part, _PARTS)
        some = found[here]
        main_beside(
            fives=packed(fives)[here, 0],
            hands=hands,
            rising=np.argsort(hands.strength, kind="stable"),
            own=own[here],
            found=some,
        )
        found[here] = some
    counts.progress("covariances, jackpot", _PARTS, _PARTS)
    pays = np.array([_pays(game, bets, five) for five in fives.tolist()], dtype=np.int64)
    kept = bets.kept[own]
    others = found[:, :1] * kept.sum(axis=1)[:, None]
    mine = (found[:, 1:] * kept).sum(axis=1)[:, None]
    return {"own": mine * weight[:, None] * pays, "others": others * weight[:, None] * pays}


def _hands(game: Game, bets: HandGains, fixed: Ints) -> "HandColumns":
    """All hands with what they gain, as the kernels take them."""
    from pitboss.analysis.three_card.covariance_kernel import HandColumns

    return HandColumns(
        cards=triples(),
        pairs=hand_pairs(),
        packed=packed(triples()),
        strength=strengths(game.ranking.order),
        qualifies=qualifying(game).astype(np.int64),
        gains=bets.gains,
        fixed=fixed,
    )


def _jackpot(game: Game, bets: HandGains, sets: Ints) -> "JackpotColumns":
    """What hands win with further cards, as the kernels take it."""
    from pitboss.analysis.three_card.covariance_kernel import JackpotColumns
    from pitboss.analysis.three_card.five_card_kernel import columns_by_ranks

    further, run, best = packed(sets), runs(), best_of(game)
    ranks, number = np.unique(packed(triples())[:, 1], return_inverse=True)
    further_ranks, further_number = np.unique(further[:, 1], return_inverse=True)
    return JackpotColumns(
        further=further,
        runs=run,
        best=best,
        amounts=_amounts_by_column(game, bets),
        kept=bets.kept.astype(np.int64),
        ranks=number,
        further_ranks=further_number,
        by_ranks=columns_by_ranks(further_ranks, ranks, run, best),
    )


def _pays(game: Game, bets: HandGains, five: list[int]) -> list[int]:
    line = game.jackpot_line(game.jackpot_ranking.rank([DECK[card] for card in five]))
    assert line is not None, "only winning hands are listed"
    pays: list[int] = bets.amounts[game.jackpot_pays.index(line)].tolist()
    return pays


def winning_fives(counts: ThreeCardCounts) -> tuple[Ints, Ints]:
    """An example of each class of five cards that wins a jackpot, and the size of each class."""
    from pitboss.analysis.three_card.five_card_kernel import list_hands

    game = counts.game
    wanted = np.array([line is not None for line in line_of_columns(game)], dtype=np.int64)
    pairs = np.array(list(combinations(range(CARDS), 2)), dtype=np.int64)
    own = classes(alike(game)).first
    first, extra, run, best = packed(triples()[own]), packed(pairs), runs(), best_of(game)
    size = list_hands(first, extra, run, best, wanted, np.zeros((0, 3), dtype=np.int64))
    listed = np.zeros((size, 3), dtype=np.int64)
    list_hands(first, extra, run, best, wanted, listed)
    fives = np.concatenate([triples()[own[listed[:, 0]]], pairs[listed[:, 1]]], axis=1)
    return _set_classes(game, fives)


def _pair_classes(game: Game) -> tuple[Ints, Ints]:
    """An example of each class of two cards, and the size of each class."""
    return _set_classes(game, np.array(list(combinations(range(CARDS), 2)), dtype=np.int64))


def _set_classes(game: Game, sets: Ints) -> tuple[Ints, Ints]:
    """An example of each class of sets of cards under the sheet's permutations of suits, and its size."""
    places = CARDS ** np.arange(sets.shape[1])
    images = np.stack([np.sort(moved(sets, change), axis=1) @ places for change in alike(game)], axis=1)
    images.sort(axis=1)
    first, rows = np.unique(images[:, 0], return_index=True)
    weight = 1 + (np.diff(images[rows], axis=1) != 0).sum(axis=1)
    return first[:, None] // places % CARDS, weight.astype(np.int64)


def _amounts_by_column(game: Game, bets: HandGains) -> Ints:
    """The pay of each category with suit; zero where three cards decide."""
    lines = line_of_columns(game)
    amounts = np.zeros((len(lines), 2), dtype=np.int64)
    for column, line in enumerate(lines):
        if line is not None and len(bets.amounts):
            amounts[column] = bets.amounts[line]
    return amounts


def _empty(number: int) -> Arrays:
    return {
        "sums": np.zeros((number, _BETS), dtype=np.int64),
        "within": np.zeros((number, _BETS, _BETS), dtype=np.int64),
        "between": np.zeros((number, _BETS, _BETS), dtype=np.int64),
    }


def _checked(found: Arrays) -> Arrays:
    if np.abs(found["sums"]).max() >= _LARGEST:
        raise AnalysisFault(at("jackpot.lines", because("count.far_apart")))
    return found
