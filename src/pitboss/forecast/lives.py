"""Many lives of a link, and a long one that is compared with closed forms."""

import math
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Floats
from pitboss.analysis.model import CountProgress
from pitboss.forecast.days import Day, Terms
from pitboss.forecast.life import LIFE, METERS, live
from pitboss.forecast.link_file import ForecastFault, StartMeters
from pitboss.reason import at, because
from pitboss.simulation.executors import JobExecutor, job_size, run_jobs, threads
from pitboss.simulation.run import RoundSpan, spans

LIVES: Final = "simulated years"
MOST_LIVES: Final = 10_000_000
MOST_YEARS: Final = 1_000
DAYS: Final = 365
_MOST_DISPLAYS: Final = 1_000_000
_MOST_GAPS: Final = 1_000
"""The number of gaps between resets kept per life."""
_EVERY: Final = 100
_CHECK_YEARS: Final = 4_000
_BATCHES: Final = 40


class Lives(Struct, frozen=True, kw_only=True):
    """The statistics of many lives."""

    years: int
    """The years of each life."""
    noted: Any
    """One row per life, of :data:`~pitboss.forecast.life.LIFE`."""
    displays: Floats
    """Displays at the ends of evenly spaced days of all lives."""
    gaps: Floats
    """Hours between one reset and the next."""


class ClosedForm(Struct, frozen=True, kw_only=True):
    """A long-run average as it must be and as one long life had it."""

    name: str
    exact: float
    simulated: float
    standard_error: float

    @property
    def z(self) -> float:
        """The difference in standard errors."""
        return (self.simulated - self.exact) / self.standard_error if self.standard_error else 0.0


def simulate_lives(
    day: Day,
    terms: Terms,
    start: StartMeters,
    *,
    years: int,
    lives: int,
    seed: int,
    progress: CountProgress,
    executor: JobExecutor | None = None,
) -> Lives:
    """Walk through lives that all start from the same meters; the same seed gives the same lives.

    After Ctrl-C there are fewer of them.
    """
    if not 1 <= lives <= MOST_LIVES:
        raise ForecastFault(at("lives", because("forecast.number", given=lives, least=1, most=MOST_LIVES)))
    if not 1 <= years <= MOST_YEARS:
        raise ForecastFault(at("years", because("forecast.number", given=years, least=1, most=MOST_YEARS)))
    if not 0 <= seed < 1 << 64:
        raise ForecastFault(at("seed", because("simulation.seed", seed=seed, most="2^64 - 1")))
    days = years * DAYS
    each = max(1, min(days, _MOST_DISPLAYS // lives))
    kept: list[_LivedSpan] = []
    walked = 0

    def take(lived: _LivedSpan) -> None:
        nonlocal walked
        kept.append(lived)
        walked += len(lived.noted)

    by = executor or threads()
    work = partial(_live_span, _Question(day, terms, start, days, each, seed))
    progress(LIVES, 0, lives * years)
    run_jobs(
        by,
        work,
        spans(lives, job_size(by, _EVERY, lives)),
        take,
        lambda: progress(LIVES, walked * years, lives * years),
    )
    if not walked:
        raise ForecastFault(at("lives", because("forecast.interrupted")))
    return Lives(
        years=years,
        noted=np.concatenate([lived.noted for lived in kept]),
        displays=np.concatenate([lived.displays for lived in kept]).ravel(),
        gaps=np.concatenate([lived.gaps for lived in kept]),
    )


class _Question(NamedTuple):
    """Inputs shared by every life."""

    day: Day
    terms: Terms
    start: StartMeters
    days: int
    displays: int
    """Displays that are kept of a life."""
    seed: int


class _LivedSpan(NamedTuple):
    """The statistics of one job's lives."""

    noted: Any
    displays: Floats
    gaps: Floats


def _live_span(question: _Question, span: RoundSpan) -> _LivedSpan:
    """Walk through the lives of one job."""
    first, lives = span
    noted = np.zeros(lives, dtype=LIFE)
    displays = np.empty((lives, question.displays))
    gaps = np.empty(_MOST_GAPS)
    kept = []
    for place in range(lives):
        meters = _meters(question.start)
        # The counter of the generator starts at the life's own number, so that no life depends on another.
        rng = np.random.Generator(np.random.Philox(key=question.seed, counter=[0, 0, first + place, 0]))
        written = live(
            day=question.day,
            terms=question.terms,
            meters=meters[0],
            days=question.days,
            rng=rng,
            noted=noted[place],
            displays=displays[place],
            gaps=gaps,
        )
        kept.append(gaps[:written].copy())
    return _LivedSpan(noted, displays, np.concatenate(kept))


def closed_forms(day: Day, terms: Terms, seed: int) -> tuple[ClosedForm, ...]:
    """The mean display and the long-run return by their closed forms, beside one life of 4,000 years.

    In the long run what lowers the display equals what raises it: the shares of bets, and a reset value after
    each reset. With the cap never reached that is one linear equation for the mean display which wins meet.
    """
    daily = day.hours @ day.hit_rate
    falls = float(daily @ np.maximum(day.resets, day.share))
    if not falls:
        return ()
    staked = float(day.hours @ day.staked)
    mean = (terms.rate * staked + float(daily @ day.resets) * terms.reset) / falls
    paid = float(daily @ day.share) * mean + float(day.fixed_rate @ day.fixed_pay)
    uncapped = terms._replace(cap=math.inf)
    meters = _meters(StartMeters(mean))
    noted = np.zeros(_CHECK_YEARS, dtype=LIFE)
    rng = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 0, 1]))
    none = np.empty(0)
    for year in range(_CHECK_YEARS):
        live(
            day=day,
            terms=uncapped,
            meters=meters[0],
            days=DAYS,
            rng=rng,
            noted=noted[year],
            displays=none,
            gaps=none,
        )
    return (
        _by_batches("mean display that wins meet", mean / 100, noted["seen"] / 100, noted["weight"]),
        _by_batches(
            "paid of each dollar bet",
            paid / staked,
            noted["shares_paid"] + noted["fixed_paid"],
            noted["staked"],
        ),
    )


def _by_batches(name: str, exact: float, over: Floats, under: Floats) -> ClosedForm:
    """A ratio of sums, with its standard error by batches of years."""
    ratio = float(over.sum() / under.sum())
    left = (over - ratio * under).reshape(_BATCHES, -1).sum(axis=1)
    error = math.sqrt(float((left * left).sum()) * _BATCHES / (_BATCHES - 1)) / float(under.sum())
    return ClosedForm(name=name, exact=exact, simulated=ratio, standard_error=error)


def _meters(start: StartMeters) -> Any:
    return np.array([(float(start.display), float(start.reserve), float(start.overflow))], dtype=METERS)
