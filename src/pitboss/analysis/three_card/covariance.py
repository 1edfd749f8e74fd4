"""Exact covariances of the bets of a box and of the boxes of a table, over all deals.

Every box has the same bets and strategy. Envy is ignored. The jackpot is counted as two bets, one that pays
amounts and one that pays per cent of the display, which are combined at the end.
"""

import hashlib
from collections.abc import Callable
from fractions import Fraction
from math import comb, gcd

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache, payoffs
from pitboss.analysis.arrays import Bools, Ints
from pitboss.analysis.jackpot import Pay
from pitboss.analysis.model import BoxCovariances
from pitboss.analysis.three_card.covariance_counts import HandGains, beside, over_communities, over_dealers
from pitboss.analysis.three_card.deals import ALL_SUITS_ALIKE, CARDS, DEALER_HANDS, HANDS, alike, classes
from pitboss.analysis.three_card.rows import ThreeCardCounts, side_gains

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
