"""The exposure of a table: what its limits can cost in a round and in a day, and the float that covers it.

The results of rounds with several boxes share a Dealer's hand and a deck, so they are simulated by the card.
Days are drawn from those rounds. The jackpot bet is left out: its shares are the link's money.
"""

from math import gcd
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Floats, Ints
from pitboss.analysis.compiled import compiled
from pitboss.analysis.model import AnalysisQuestion, CountProgress
from pitboss.forecast.link_file import ForecastFault
from pitboss.forecast.quantiles import quantiles
from pitboss.reason import at, because
from pitboss.sheets.game import Game
from pitboss.simulation.model import ANTE, JACKPOT
from pitboss.simulation.plans import plan_of
from pitboss.simulation.run import Tally, simulate

DAYS: Final = "simulated days"
ROUNDS: Final = "simulated rounds"
MOST_DAYS: Final = 10_000_000
MOST_A_DAY: Final = 100_000
LEVELS: Final = (0.5, 0.95, 0.99, 0.999)
_EVERY: Final = 10_000
_CENTS: Final = 100


class Exposure(Struct, frozen=True, kw_only=True):
    """The possible loss of a table at its limits, in dollars."""

    boxes: int
    rounds_per_day: int
    limits: dict[str, float]
    rounds: int
    """Simulated rounds."""
    days: int
    """Simulated days."""
    seed: int
    mean_round: float
    """The house's average win per round."""
    std_dev_round: float
    bound_of_a_round: float
    """The maximum cost of a round: the best result on every box at once."""
    worst_round: float
    """The highest cost of a round that was simulated."""
    mean_day: float
    day_lost: float
    """The share of days that the house loses."""
    cost_of_a_day: dict[str, float]
    """An upper bound on the cost of that many days; below zero, the house gains."""
    float_needed: dict[str, float]
    """The float sufficient for that many days: the table's lowest point."""


def exposure(
    game: Game,
    question: AnalysisQuestion,
    *,
    boxes: int,
    rounds_per_day: int,
    rounds: int,
    days: int,
    seed: int,
    progress: CountProgress,
) -> Exposure:
    """Simulate rounds with the most on every bet of every box, and days of such rounds."""
    if JACKPOT in question.bets:
        raise ForecastFault(at("limits.jackpot", because("exposure.jackpot")))
    if ANTE not in question.bets:
        raise ForecastFault(at("limits", because("exposure.ante")))
    for name, number, most in (("rounds-per-day", rounds_per_day, MOST_A_DAY), ("days", days, MOST_DAYS)):
        if not 1 <= number <= most:
            raise ForecastFault(at(name, because("forecast.number", given=number, least=1, most=most)))
    plan = plan_of(game, boxes, "exact", progress)
    unit = gcd(*question.bets.values())
    plan.stakes = tuple(question.bets.get(bet, 0) // unit for bet in plan.bets)
    tally = simulate(plan, rounds=rounds, seed=seed, done=lambda done: progress(ROUNDS, done, rounds))
    cents = unit / plan.unit
    results = -(np.arange(len(tally.house)) + plan.lowest) * cents / _CENTS
    ends, lows = _days(tally, results, rounds_per_day, days, seed, progress)
    mean = float(tally.house @ results) / tally.rounds
    square = float(tally.house @ (results * results)) / tally.rounds
    return Exposure(
        boxes=boxes,
        rounds_per_day=rounds_per_day,
        limits={bet: amount / _CENTS for bet, amount in question.bets.items()},
        rounds=tally.rounds,
        days=days,
        seed=seed,
        mean_round=mean,
        std_dev_round=float(np.sqrt(square - mean * mean)),
        bound_of_a_round=boxes * int(plan.whole.max()) * cents / _CENTS,
        worst_round=-float(results[tally.house > 0].min()),
        mean_day=mean * rounds_per_day,
        day_lost=float((ends < 0).mean()),
        cost_of_a_day=quantiles(-ends, LEVELS),
        float_needed=quantiles(-lows, LEVELS),
    )


def _days(
    tally: Tally, results: Floats, rounds_per_day: int, days: int, seed: int, progress: CountProgress
) -> tuple[Floats, Floats]:
    """The result of each day, and how low the table stood at its lowest."""
    there = np.flatnonzero(tally.house)
    upto = np.cumsum(tally.house[there])
    ends, lows = np.empty(days), np.empty(days)
    for start in range(0, days, _EVERY):
        progress(DAYS, start, days)
        rng = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, start, 2]))
        part = slice(start, min(days, start + _EVERY))
        walk_days(results[there], upto, rounds_per_day, rng, ends[part], lows[part])
    progress(DAYS, days, days)
    return ends, lows


@compiled
def walk_days(
    results: Floats, upto: Ints, rounds_per_day: int, rng: np.random.Generator, ends: Floats, lows: Floats
) -> None:
    """Draw the rounds of each day by how often each result came, and add them up."""
    for day in range(len(ends)):
        held, low = 0.0, 0.0
        for _ in range(rounds_per_day):
            point = rng.integers(0, upto[-1])
            held += results[np.searchsorted(upto, point, "right")]
            low = min(low, held)
        ends[day], lows[day] = held, low
