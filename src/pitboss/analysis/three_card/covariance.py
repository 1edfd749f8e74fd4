"""Exact covariances of the bets of a box and of the boxes of a table, over all deals.

Every box has the same bets and strategy. Envy is ignored. The jackpot is counted as two bets, one that pays
amounts and one that pays per cent of the display, which are combined at the end.
"""

import hashlib
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb, gcd
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache, payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.count_cache import Arrays
from pitboss.analysis.jackpot import Pay
from pitboss.analysis.model import AnalysisFault, BoxCovariances
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    CARDS,
    DEALER_HANDS,
    HANDS,
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
from pitboss.analysis.three_card.play import ThreeCardCounts, side_gains
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
    from pitboss.analysis.three_card.covariance_kernel import main_beside

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


_MAIN, _SIDE, _AMOUNT, _SHARE = range(4)
_PER_CENT = 100

Matrix = list[list[Fraction]]


class Moments(Struct, frozen=True):
    """Expected values of bets and of products of two bets."""

    mean: list[Fraction]
    within: Matrix
    between: Matrix


def bets_of(counts: ThreeCardCounts, played: Bools, side: str | None, pays: tuple[Pay, ...]) -> HandGains:
    """The gains of every hand on a box that plays the marked classes."""
    game, main = counts.game, counts.main
    plays = played[classes(alike(game)).of_hand]
    belongs = classes(ALL_SUITS_ALIKE).of_hand
    gains = np.where(plays[:, None], main.gains[belongs], main.folded[belongs][:, None])
    own = side_gains(game, side)[belongs] if side else np.zeros(HANDS, dtype=np.int64)
    lost = bool(side) and payoffs.lost_by_a_fold(game, side or "")
    kept = plays if payoffs.lost_by_a_fold(game, "jackpot") else np.ones(HANDS, dtype=np.bool_)
    unit = gcd(*(pay.cents for pay in pays)) or 1
    amounts = [[pay.cents // unit, int(pay.share * _PER_CENT)] for pay in pays]
    return HandGains(
        gains=gains,
        side=np.where(plays, own, -1) if lost else own,
        kept=kept,
        amounts=np.array(amounts, dtype=np.int64).reshape(-1, 2),
        unit=unit,
    )


def covariances(
    counts: ThreeCardCounts, bets: HandGains, names: tuple[str, ...], jackpot: int, meter: Fraction
) -> BoxCovariances:
    """Covariances per unit of each stake, the jackpot bet in cents at a displayed value in cents."""
    found = _moments(counts, bets)
    # Each bet as a linear combination of the counted ones: the jackpot is amounts plus shares.
    parts = {
        "ante": [Fraction(1), Fraction(0), Fraction(0), Fraction(0)],
        "jackpot": [
            Fraction(0),
            Fraction(0),
            Fraction(bets.unit, jackpot),
            meter / _PER_CENT / jackpot,
        ],
    }
    rows = [parts.get(name, [Fraction(0), Fraction(1), Fraction(0), Fraction(0)]) for name in names]
    means = [sum((w * m for w, m in zip(row, found.mean, strict=True)), Fraction(0)) for row in rows]

    def joined(products: Matrix) -> tuple[tuple[Fraction, ...], ...]:
        return tuple(
            tuple(
                sum((a[i] * b[j] * products[i][j] for i in range(4) for j in range(4)), Fraction(0))
                - means[m] * means[n]
                for n, b in enumerate(rows)
            )
            for m, a in enumerate(rows)
        )

    return BoxCovariances(names, joined(found.within), joined(found.between))


def _moments(counts: ThreeCardCounts, bets: HandGains) -> Moments:
    jackpot = counts.game.sheet.jackpot
    found = cached_moments("dealers", counts, bets, over_dealers)
    moments = _mean_products(found, HANDS * DEALER_HANDS, comb(CARDS - 6, 3))
    if jackpot and jackpot.hand == "own_and_community" and bets.amounts.any():
        _add_community(counts, bets, moments)
    return moments


def _add_community(counts: ThreeCardCounts, bets: HandGains, moments: Moments) -> None:
    """Replace the moments of a jackpot whose hand includes the community cards."""
    found = cached_moments("community", counts, bets, over_communities)
    other = _mean_products(found, comb(CARDS, 2) * comb(CARDS - 2, 3), comb(CARDS - 5, 3))
    for i in (_SIDE, _AMOUNT, _SHARE):
        for j in (_SIDE, _AMOUNT, _SHARE):
            moments.within[i][j], moments.between[i][j] = other.within[i][j], other.between[i][j]
    moments.mean[_AMOUNT], moments.mean[_SHARE] = other.mean[_AMOUNT], other.mean[_SHARE]
    products = cached_moments("beside", counts, bets, beside)
    jackpots, dealers = HANDS * comb(CARDS - 3, 2), comb(CARDS - 5, 3)
    for number, bet in enumerate((_AMOUNT, _SHARE)):
        own, others = (_exact_sum(products[name][:, number]) for name in ("own", "others"))
        moments.within[_MAIN][bet] = moments.within[bet][_MAIN] = Fraction(own, jackpots * dealers)
        deals = jackpots * comb(CARDS - 5, 3) * comb(CARDS - 8, 3)
        moments.between[_MAIN][bet] = moments.between[bet][_MAIN] = Fraction(others, deals)


def _mean_products(found: count_cache.Arrays, deals: int, others: int) -> Moments:
    weight = found["weight"].astype(object)
    mean = [Fraction(int((weight * found["sums"][:, i]).sum()), deals) for i in range(4)]

    def means(name: str, number: int) -> Matrix:
        products = found[name].astype(object)
        return [
            [Fraction(int((weight * products[:, i, j]).sum()), number) for j in range(4)] for i in range(4)
        ]

    return Moments(mean, means("within", deals), means("between", deals * others))


def _exact_sum(numbers: Ints) -> int:
    return int(numbers.astype(object).sum())


def cached_moments(
    kind: str,
    counts: ThreeCardCounts,
    bets: HandGains,
    count: Callable[[ThreeCardCounts, HandGains], count_cache.Arrays],
) -> count_cache.Arrays:
    """The sums of one kind that the covariances are computed from, from the cache."""
    digest = hashlib.sha256()
    for numbers in (bets.gains, bets.side, bets.kept, bets.amounts):
        digest.update(np.ascontiguousarray(numbers).tobytes())
    sheet = counts.game.sheet
    subject = {
        "ranking": list(sheet.ranking.order),
        "qualifier": sheet.qualifier.least if sheet.qualifier else None,
        "jackpot_ranking": list(sheet.jackpot_ranking.order) if sheet.jackpot_ranking else [],
        "hand": sheet.jackpot.hand if sheet.jackpot else None,
        "lines": [[line.hand, line.suits] for line in counts.game.jackpot_pays],
        "bets": digest.hexdigest(),
    }
    return count_cache.cached_arrays(f"three-card covariance {kind} 1", subject, lambda: count(counts, bets))
