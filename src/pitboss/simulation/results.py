"""The figures of simulated rounds: each bet, the jackpot's lines, the house and how boxes move together.

Intervals are exact ones for counts, and normal ones for means of many bounded gains.
"""

import math
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import mpmath  # type: ignore[import-untyped]
import numpy as np
from msgspec import Struct

from pitboss.analysis.jackpot import line_pays
from pitboss.simulation.model import Plan
from pitboss.simulation.run import Tally

QUANTILES: Final = (0.001, 0.01, 0.05, 0.5, 0.95, 0.99, 0.999)
"""The parts of all rounds below the quantiles that are told."""
FEWEST_BATCHES: Final = 20
"""Chunks from which the error of a correlation is estimated."""
CONFIDENCE: Final = 0.99
"""The chance that an interval holds the true value."""
_EXACT_BELOW: Final = 2_000


class RowCount(Struct, frozen=True, kw_only=True):
    """A row of a bet's table: a pay line or a result."""

    name: str
    gain: float
    """In units of the stake."""
    hits: int
    interval: tuple[float, float]
    """The interval of the expected number of hits over as many rounds and boxes."""


class SimulatedBet(Struct, frozen=True, kw_only=True):
    """One bet over all boxes, in units of its stake."""

    bet: str
    mean: float
    interval: tuple[float, float]
    standard_error: float
    std_dev: float
    means: tuple[float, ...]
    """The mean of each box."""
    distribution: tuple[tuple[float, int], ...]
    """Each gain, lowest first, and how many boxes had it."""
    rows: tuple[RowCount, ...]


class SimulatedLine(Struct, frozen=True, kw_only=True):
    """A jackpot line over all boxes. Money has the bounds of the hits: normal ones fit no rare award."""

    title: str
    pays: str
    hits: int
    interval: tuple[float, float]
    one_in: float | None
    """Bets for one hit; None without a hit."""
    paid: str
    """What the hits were paid in all for a bet of one unit: an amount or a share of the display."""
    envy: int
    """The bonuses that other boxes got for the line."""


class HouseResult(Struct, frozen=True, kw_only=True):
    """The house's result by round, all bets but the jackpot's, in stakes of one box."""

    hold: float
    """What the house keeps of a round on average."""
    interval: tuple[float, float]
    wagered: float
    """What is bet before the deal in a round."""
    std_dev: float
    worst: float
    best: float
    loses: float
    """The part of the rounds in which the house loses."""
    quantiles: tuple[tuple[float, float], ...]
    distribution: tuple[tuple[float, int], ...]
    """Each result of the house, lowest first, and in how many rounds."""


class BoxCorrelation(Struct, frozen=True, kw_only=True):
    """The correlation between what two boxes of a round gain, and its error, if it can be told."""

    correlation: float
    covariance: float
    standard_error: float | None
    batches: int


class Results(Struct, frozen=True, kw_only=True):
    """All figures of a run."""

    rounds: int
    bets: tuple[SimulatedBet, ...]
    jackpot: tuple[SimulatedLine, ...]
    house: HouseResult
    boxes: BoxCorrelation | None
    confidence: float = CONFIDENCE


def results(plan: Plan, tally: Tally, jackpot_bet: int = 100) -> Results:
    """The figures of a tally; the jackpot's money is that of a bet in cents."""
    return Results(
        rounds=tally.rounds,
        bets=tuple(_bet(plan, tally, place) for place in range(len(plan.bets))),
        jackpot=_jackpot(plan, tally, jackpot_bet),
        house=_house(plan, tally),
        boxes=_boxes(plan, tally),
    )


def moments(plan: Plan, tally: Tally, bet: int) -> tuple[Fraction, Fraction]:
    """The mean of what all boxes gain in a round on a bet, and its variance over rounds, in stakes."""
    by_cell = tally.cells.sum(axis=(0, 2)).tolist()
    gained = sum(n * gain for n, gain in zip(by_cell, plan.gains[bet].tolist(), strict=True))
    mean = Fraction(gained, tally.rounds)
    square = Fraction(tally.products[bet][bet], tally.rounds)
    return mean / plan.unit, (square - mean * mean) / plan.unit**2


def _bet(plan: Plan, tally: Tally, place: int) -> SimulatedBet:
    by_box = tally.cells.sum(axis=2)
    by_cell = by_box.sum(axis=0).tolist()
    n, boxes = tally.rounds, plan.boxes
    sum_mean, sum_variance = moments(plan, tally, place)
    error = math.sqrt(sum_variance / n) / boxes
    mean = float(sum_mean) / boxes
    rows: dict[tuple[str, Fraction], int] = {}
    gains: dict[Fraction, int] = {}
    for cell, hits in zip(plan.cells, by_cell, strict=True):
        key = cell.rows[place], cell.gains[place]
        rows[key] = rows.get(key, 0) + hits
        gains[key[1]] = gains.get(key[1], 0) + hits
    total = n * boxes
    square = sum(Fraction(hits) * gain * gain for gain, hits in gains.items()) / total
    wide = deviations() * error
    return SimulatedBet(
        bet=plan.bets[place],
        mean=mean,
        interval=(mean - wide, mean + wide),
        standard_error=error,
        std_dev=math.sqrt(square - (sum_mean / boxes) ** 2),
        means=tuple(int(row @ plan.gains[place]) / plan.unit / n for row in by_box),
        distribution=tuple((float(gain), hits) for gain, hits in sorted(gains.items()) if hits),
        rows=tuple(
            RowCount(name=name, gain=float(gain), hits=hits, interval=count_interval(hits))
            for (name, gain), hits in rows.items()
        ),
    )


def _jackpot(plan: Plan, tally: Tally, bet: int) -> tuple[SimulatedLine, ...]:
    hits_of = tally.cells.sum(axis=(0, 1)).tolist()
    found = []
    pays = zip(plan.game.jackpot_pays, line_pays(plan.game, bet), strict=True)
    for place, (line, pay) in enumerate(pays):
        hits = hits_of[place]
        share = f"{float(hits * pay.share):g} x display" if pay.share else ""
        fixed = f"{hits * pay.cents / 100:,.2f}" if pay.cents else ""
        found.append(
            SimulatedLine(
                title=line.title,
                pays=str(line.rate),
                hits=hits,
                interval=count_interval(hits),
                one_in=tally.rounds * plan.boxes / hits if hits else None,
                paid=" + ".join(part for part in (share, fixed) if part) or "0.00",
                envy=tally.envy[place],
            )
        )
    return tuple(found)


def _house(plan: Plan, tally: Tally) -> HouseResult:
    gains = np.arange(len(tally.house)) + plan.lowest
    there = np.flatnonzero(tally.house)
    n, unit = tally.rounds, plan.unit
    gained = sum(batch.gained for batch in tally.batches)
    squares = sum(batch.squares for batch in tally.batches)
    mean = Fraction(gained, n)
    deviation = math.sqrt(Fraction(squares, n) - mean * mean) / unit
    hold = -float(mean) / unit
    wide = deviations() * deviation / math.sqrt(n)
    results_of = [(-int(gains[at]) / unit, int(tally.house[at])) for at in reversed(there.tolist())]
    return HouseResult(
        hold=hold,
        interval=(hold - wide, hold + wide),
        wagered=float(plan.boxes * len(plan.bets)),
        std_dev=deviation,
        worst=results_of[0][0],
        best=results_of[-1][0],
        loses=sum(rounds for result, rounds in results_of if result < 0) / n,
        quantiles=_quantiles(results_of, n),
        distribution=tuple(results_of),
    )


def _quantiles(results_of: list[tuple[float, int]], rounds: int) -> tuple[tuple[float, float], ...]:
    found, below, at = [], 0, -1
    for part in QUANTILES:
        while at < 0 or below < part * rounds:
            at += 1
            below += results_of[at][1]
        found.append((part, results_of[at][0]))
    return tuple(found)


def _boxes(plan: Plan, tally: Tally) -> BoxCorrelation | None:
    if plan.boxes < 2:
        return None
    whole = [batch for batch in tally.batches if batch.rounds == tally.batches[0].rounds]
    rounds, gained, squares, box_squares = (
        sum(getattr(batch, name) for batch in tally.batches)
        for name in ("rounds", "gained", "squares", "box_squares")
    )
    covariance, correlation = _between(plan, rounds, gained, squares, box_squares)
    error = None
    if len(whole) >= FEWEST_BATCHES:
        each = [_between(plan, b.rounds, b.gained, b.squares, b.box_squares)[0] for b in whole]
        middle = sum(each) / len(each)
        spread = math.sqrt(sum((one - middle) ** 2 for one in each) / (len(each) - 1))
        error = spread / math.sqrt(len(each))
    return BoxCorrelation(
        correlation=correlation, covariance=covariance, standard_error=error, batches=len(whole)
    )


def _between(plan: Plan, rounds: int, gained: int, squares: int, box_squares: int) -> tuple[float, float]:
    """The covariance and the correlation of two boxes, from sums over rounds."""
    boxes, unit = plan.boxes, plan.unit
    mean = Fraction(gained, rounds * boxes)
    between = Fraction(squares - box_squares, rounds * boxes * (boxes - 1)) - mean * mean
    within = Fraction(box_squares, rounds * boxes) - mean * mean
    return float(between) / unit**2, float(between / within) if within else 0.0


def deviations(confidence: float = CONFIDENCE) -> float:
    """How many standard deviations on each side a normal interval has."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


@lru_cache(4096)
def count_interval(count: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of the expectation behind a Poisson count, by Garwood's method.

    Above 2,000 the quantiles of the gamma distribution are those of Wilson and Hilferty.
    """
    tail = (1 - confidence) / 2
    low = 0.0 if count == 0 else _gamma_quantile(count, tail)
    return low, _gamma_quantile(count + 1, 1 - tail)


def _gamma_quantile(shape: int, below: float) -> float:
    z = NormalDist().inv_cdf(below)
    near = shape * (1 - 1 / (9 * shape) + z / (3 * math.sqrt(shape))) ** 3
    if shape > _EXACT_BELOW:
        return near
    low, high = 0.0, max(2 * near, 20.0)
    for _ in range(60):
        middle = (low + high) / 2
        if float(mpmath.gammainc(shape, 0, middle, regularized=True)) < below:
            low = middle
        else:
            high = middle
    return high
