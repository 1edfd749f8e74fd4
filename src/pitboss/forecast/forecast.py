"""The forecast of a link: what its simulated lives say, and what must be true by closed forms."""

from fractions import Fraction
from math import ceil, isinf
from typing import Any, Final

import numpy as np
from msgspec import Struct

from pitboss.analysis.arrays import Floats
from pitboss.analysis.model import CountProgress
from pitboss.forecast.days import day_of, terms_of
from pitboss.forecast.hits import GroupHits, hits_of
from pitboss.forecast.link_file import ForecastFault, LinkPlan
from pitboss.forecast.lives import DAYS, ClosedForm, Lives, closed_forms, simulate_lives
from pitboss.forecast.quantiles import quantiles
from pitboss.reason import at, because
from pitboss.simulation.executors import JobExecutor

LEVELS: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_HIGH: Final = (0.5, 0.95, 0.99, 0.999)
_Z95: Final = 1.959963984540054
_CENTS: Final = 100


class Spread(Struct, frozen=True):
    """The distribution of a figure over lives or days."""

    mean: float
    quantiles: dict[str, float]


class Chance(Struct, frozen=True):
    """The share of lives in which something happened, with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float


class Reserve(Struct, frozen=True, kw_only=True):
    """Whether the reserve covers the reset values, and the change that would make it cover them."""

    short: Chance
    """The chance that overflow and reserve once do not cover a reset value."""
    house_pays: Spread
    """The house's additions to reset values."""
    confidence: float
    opening_needed: float
    """The least opening reserve with which, at that confidence, the reserve is never short."""
    rate_needed: float | None
    """The least reserve rate; None where no rate up to the whole bet is enough."""
    seed_covered: float | None
    """The largest reset value; None where no reset was seen."""


class ReturnAt(Struct, frozen=True, kw_only=True):
    """Return of a jackpot bet per dollar, by display."""

    sheet: str
    bet: float
    break_even: float | None
    """The display from which the bet loses nothing, envy included."""
    returns: dict[str, float]
    """Returns by quantile of the display."""


class Forecast(Struct, frozen=True, kw_only=True):
    """The forecast of a link, in dollars and days."""

    years: int
    lives: int
    seed: int
    staked_per_year: float
    display: Spread
    highest: Spread
    """The highest display of a life: the most that is owed to players at one time."""
    days_between_resets: Spread | None
    hits_per_year: Spread
    resets_per_year: Spread
    shares_paid: Spread
    fixed_paid: Spread
    envy_paid: float
    """The Envy Bonus of a life, on the average."""
    reserve: Reserve
    two_hits_in_an_hour: Chance
    two_resets_in_an_hour: Chance
    returns: tuple[ReturnAt, ...]
    checks: tuple[ClosedForm, ...]


def forecast(
    plan: LinkPlan,
    *,
    years: int,
    lives: int,
    seed: int,
    confidence: float,
    progress: CountProgress,
    executor: JobExecutor | None = None,
) -> tuple[Forecast, Lives]:
    """Forecast a link; the lives are for charts. Raises :class:`ForecastFault` for what cannot be asked.

    After Ctrl-C the forecast has fewer lives than were asked for.
    """
    if not 0.5 <= confidence < 1:
        raise ForecastFault(at("confidence", because("forecast.confidence", given=f"{confidence:g}")))
    hits = hits_of(plan, progress)
    if not any(each.shares for each in hits):
        raise ForecastFault(at("tables", because("forecast.no_share")))
    day, terms = day_of(hits), terms_of(plan)
    found = simulate_lives(
        day,
        terms,
        plan.meters,
        years=years,
        lives=lives,
        seed=seed,
        progress=progress,
        executor=executor,
    )
    noted = found.noted
    display = _spread(found.displays / _CENTS, LEVELS)
    return (
        Forecast(
            years=years,
            lives=len(noted),
            seed=seed,
            staked_per_year=float(day.hours @ day.staked) * DAYS / _CENTS,
            display=display,
            highest=_spread(noted["top"] / _CENTS, _HIGH),
            days_between_resets=_spread(found.gaps / 24, LEVELS) if len(found.gaps) else None,
            hits_per_year=_spread(noted["hits"] / years, LEVELS),
            resets_per_year=_spread(noted["resets"] / years, LEVELS),
            shares_paid=_spread(noted["shares_paid"] / _CENTS, LEVELS),
            fixed_paid=_spread(noted["fixed_paid"] / _CENTS, LEVELS),
            envy_paid=_envy(hits) * DAYS * years / _CENTS,
            reserve=_reserve(noted, confidence),
            two_hits_in_an_hour=_chance(noted["two_hits"]),
            two_resets_in_an_hour=_chance(noted["two_resets"]),
            returns=tuple(_returns(each, display) for each in hits),
            checks=closed_forms(day, terms, seed),
        ),
        found,
    )


def _envy(hits: tuple[GroupHits, ...]) -> float:
    return sum(each.group.bets_per_hour * each.group.hours_per_day * float(each.odds.envy) for each in hits)


def _spread(values: Floats, levels: tuple[float, ...]) -> Spread:
    return Spread(float(values.mean()), quantiles(values, levels))


def _chance(happened: Floats) -> Chance:
    """Wilson's interval, which also holds near 0 and 1."""
    lives, share = len(happened), float(happened.mean())
    squared = _Z95 * _Z95 / lives
    middle = (share + squared / 2) / (1 + squared)
    half = _Z95 * np.sqrt(share * (1 - share) / lives + squared / (4 * lives)) / (1 + squared)
    return Chance(share, max(0.0, float(middle - half)), min(1.0, float(middle + half)))


def _reserve(noted: Any, confidence: float) -> Reserve:
    """The order statistics of what each life would have needed answer for all of them at once.

    When wins come depends neither on the reset value nor on the reserve, so a life says exactly which opening
    reserve, which rate and which reset value would have kept its reserve from falling short. Overflow is left
    out of it, which is on the safe side.
    """
    last = len(noted) - 1
    rank = min(last, ceil(confidence * len(noted)) - 1)
    opening, rate, seed = (np.sort(noted[name]) for name in ("opening_needed", "rate_needed", "seed_covered"))
    enough = max(0.0, float(rate[rank]))
    covered = float(seed[last - rank])
    return Reserve(
        short=_chance((noted["shortfalls"] > 0).astype(np.float64)),
        house_pays=_spread(noted["house_seeds"] / _CENTS, _HIGH),
        confidence=confidence,
        opening_needed=max(0.0, float(opening[rank])) / _CENTS,
        rate_needed=enough if enough <= 1 else None,
        seed_covered=None if isinf(covered) else covered / _CENTS,
    )


def _returns(hits: GroupHits, display: Spread) -> ReturnAt:
    odds = hits.odds
    even = odds.break_even_with_envy

    def at(level: float) -> float:
        worth = odds.value(Fraction(level) * _CENTS) + odds.envy
        return 1 + float(worth) / odds.bet

    return ReturnAt(
        sheet=hits.group.game.sheet.id,
        bet=odds.bet / _CENTS,
        break_even=None if even is None else float(even) / _CENTS,
        returns={name: at(level) for name, level in display.quantiles.items()},
    )
