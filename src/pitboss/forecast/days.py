"""A day of a link as arrays for the kernel: stretches of it in which the same tables are open.

All tables open at the same hour, and each group closes after its own hours. Within a stretch bets come at a
constant pace, so money flows into the meters evenly and wins form a Poisson process: of millions of bets a
year, each wins with a chance of about one in a hundred thousand.
"""

from typing import NamedTuple

import numpy as np

from pitboss.analysis.arrays import Floats
from pitboss.forecast.hits import GroupHits
from pitboss.forecast.link_file import LinkPlan
from pitboss.jackpots import NextSeed

HOURS = 24.0


class Day(NamedTuple):
    """The stretches of a day, money in cents and time in hours."""

    hours: Floats
    """The length of each stretch; no table is open in the last, which may be empty."""
    staked: Floats
    """Jackpot bets in money per hour."""
    hit_rate: Floats
    """Wins of shares of the display per hour, by stretch and kind."""
    share: Floats
    """The share of the display that each kind pays."""
    resets: Floats
    """1 for kinds after which the display restarts from the reset value, else 0."""
    fixed_rate: Floats
    """Wins of fixed lines per day, by line."""
    fixed_pay: Floats


class Terms(NamedTuple):
    """The terms of the link, in cents and shares."""

    reset: float
    rate: float
    reserve_rate: float
    cap: float
    keeps_overflow: float
    """1 where overflow is kept for the next reset value, else 0."""


def day_of(hits: tuple[GroupHits, ...]) -> Day:
    """The stretches of a day with the rates of all groups."""
    ends = sorted({each.group.hours_per_day for each in hits} | {HOURS})
    begins = [0.0, *ends[:-1]]
    kinds = sorted({(line.share, line.resets) for each in hits for line in each.shares}, reverse=True)
    rate = np.zeros((len(ends), len(kinds)))
    staked = np.zeros(len(ends))
    for place, begin in enumerate(begins):
        for each in hits:
            if each.group.hours_per_day > begin:
                staked[place] += each.group.bets_per_hour * each.bet
                for line in each.shares:
                    kind = kinds.index((line.share, line.resets))
                    rate[place, kind] += each.group.bets_per_hour * float(line.chance)
    fixed = [(each, line) for each in hits for line in each.fixed]
    return Day(
        hours=np.array([end - begin for begin, end in zip(begins, ends, strict=True)]),
        staked=staked,
        hit_rate=rate,
        share=np.array([float(share) for share, _ in kinds]),
        resets=np.array([float(resets) for _, resets in kinds]),
        fixed_rate=np.array(
            [each.group.bets_per_hour * each.group.hours_per_day * float(line.chance) for each, line in fixed]
        ),
        fixed_pay=np.array([float(line.cents) for _, line in fixed]),
    )


def terms_of(plan: LinkPlan) -> Terms:
    """The terms of the link for the kernel."""
    config = plan.config
    return Terms(
        reset=float(config.reset),
        rate=float(config.contribution_rate),
        reserve_rate=float(config.reserve_rate),
        cap=float(config.cap),
        keeps_overflow=float(isinstance(config.overflow_to, NextSeed)),
    )
