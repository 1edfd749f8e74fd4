"""The kernel of a forecast: one life of a link, from win to win.

Between two wins the meters grow evenly, so a life is walked in as many steps as it has wins and stretches of
days, not bets. Everything is in cents and hours, in floating point: a forecast is an estimate, the money of
a link that runs is exact.
"""

from math import inf
from typing import Any, Final

import numpy as np

from pitboss.analysis.arrays import Floats
from pitboss.analysis.compiled import compiled
from pitboss.forecast.days import Day, Terms

AN_HOUR: Final = 1.0
METERS: Final = np.dtype([("display", "f8"), ("reserve", "f8"), ("overflow", "f8")])
"""The meters of a link."""
LIFE: Final = np.dtype(
    [
        ("end", "f8"),  # The display at the end.
        ("top", "f8"),  # The highest display.
        ("staked", "f8"),  # The jackpot bets.
        ("shares_paid", "f8"),
        ("fixed_paid", "f8"),
        ("hits", "f8"),  # Wins of a share of the display.
        ("resets", "f8"),  # Wins after which the display restarted.
        ("house_seeds", "f8"),  # What the house paid of reset values, beyond overflow and reserve.
        ("shortfalls", "f8"),  # Resets for which overflow and reserve were too small.
        ("reserve_end", "f8"),
        ("overflowed", "f8"),
        ("seen", "f8"),  # The display integrated over the intensity at which wins lower it.
        ("weight", "f8"),  # That intensity integrated over time.
        ("two_hits", "f8"),  # 1 if two wins of shares were within an hour of each other.
        ("two_resets", "f8"),  # 1 if two resets were.
        ("opening_needed", "f8"),  # The least opening reserve with which no reset would have been short.
        ("rate_needed", "f8"),  # The least reserve rate with which none would have been.
        ("seed_covered", "f8"),  # The largest reset value that the reserve would always have covered.
    ]
)
"""The statistics of one simulated life."""


@compiled
def live(
    day: Day,
    terms: Terms,
    meters: Any,
    days: int,
    rng: np.random.Generator,
    noted: Any,
    displays: Floats,
    gaps: Floats,
) -> int:
    """Walk through one life. ``meters`` end as the life ends.

    Writes its figures to ``noted``, a row of zeros, displays at evenly spaced day's ends to ``displays``, and
    hours between resets to ``gaps``; returns how many gaps were written.
    """
    opening = meters.reserve
    hours, last_hit, last_reset = 0.0, -inf, -inf
    written = 0
    noted.top = meters.display
    noted.seed_covered = inf
    for number in range(days):
        for stretch in range(len(day.hours)):
            left = day.hours[stretch]
            total = day.hit_rate[stretch].sum()
            while left > 0:
                step = rng.exponential() / total if total > 0 else inf
                hit = step < left
                step = min(step, left)
                flow(day, terms, meters, stretch, step, noted)
                hours += step
                left -= step
                if not hit:
                    break
                kind = kind_of(day.hit_rate[stretch], rng.random() * total)
                paid = day.share[kind] * meters.display
                noted.shares_paid += paid
                noted.hits += 1
                meters.display -= paid
                if hours - last_hit <= AN_HOUR:
                    noted.two_hits = 1
                last_hit = hours
                if day.resets[kind] > 0:
                    reset(terms, meters, opening, noted)
                    if hours - last_reset <= AN_HOUR:
                        noted.two_resets = 1
                    if last_reset >= 0 and written < len(gaps):
                        gaps[written] = hours - last_reset
                        written += 1
                    last_reset = hours
        place = (number + 1) * len(displays) // days
        if place > number * len(displays) // days:
            displays[place - 1] = meters.display
    for line in range(len(day.fixed_rate)):
        noted.fixed_paid += rng.poisson(day.fixed_rate[line] * days) * day.fixed_pay[line]
    noted.end = meters.display
    noted.reserve_end = meters.reserve
    return written


@compiled
def flow(day: Day, terms: Terms, meters: Any, stretch: int, step: float, noted: Any) -> None:
    """Add contributions of ``step`` hours; the part above the cap is overflow."""
    staked = day.staked[stretch] * step
    noted.staked += staked
    meters.reserve += staked * terms.reserve_rate
    before = meters.display
    grown = staked * terms.rate
    room = max(0.0, terms.cap - before)
    intensity = 0.0
    for kind in range(len(day.share)):
        intensity += day.hit_rate[stretch, kind] * max(day.resets[kind], day.share[kind])
    noted.weight += intensity * step
    if grown > room:
        growing = step * room / grown
        noted.seen += intensity * (growing * (before + terms.cap) / 2 + (step - growing) * terms.cap)
        noted.overflowed += grown - room
        meters.overflow += (grown - room) * terms.keeps_overflow
        meters.display = before + room
    else:
        noted.seen += intensity * step * (before + grown / 2)
        meters.display = before + grown
    noted.top = max(noted.top, meters.display)


@compiled
def reset(terms: Terms, meters: Any, opening: float, noted: Any) -> None:
    """Restart the display: paid from overflow, then the reserve, then by the house."""
    noted.resets += 1
    resets, gathered = noted.resets, noted.staked * terms.reserve_rate
    noted.opening_needed = max(noted.opening_needed, terms.reset * resets - gathered)
    noted.rate_needed = max(noted.rate_needed, (terms.reset * resets - opening) / noted.staked)
    noted.seed_covered = min(noted.seed_covered, (opening + gathered) / resets)
    missing = max(0.0, terms.reset - meters.display)
    from_overflow = min(missing, meters.overflow)
    meters.overflow -= from_overflow
    from_reserve = min(missing - from_overflow, meters.reserve)
    meters.reserve -= from_reserve
    missing -= from_overflow + from_reserve
    if missing > 0:
        noted.house_seeds += missing
        noted.shortfalls += 1
    meters.display = max(meters.display, terms.reset)


@compiled
def kind_of(rates: Floats, point: float) -> int:
    """The kind of win that a point among the rates belongs to."""
    for kind in range(len(rates) - 1):
        if point < rates[kind]:
            return kind
        point -= rates[kind]
    return len(rates) - 1
