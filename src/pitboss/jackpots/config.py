"""The parameters of a link. The sheets leave all of them to the operator, so none has a default."""

import re
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from pitboss.money import brief
from pitboss.reason import Reason, Unreadable, because

_RATE: Final = re.compile(
    r"([0-9]{1,3}(?:\.[0-9]{1,30})?)%|([0-9]{1,15})/([0-9]{1,15})|(0(?:\.[0-9]{1,30})?|1)"
)


class NextSeed(Struct, frozen=True, tag=True):
    """Overflow is kept for the next reset value."""


class OtherLink(Struct, frozen=True, tag=True):
    """Money goes to another link's jackpot."""

    link: str


class Revenue(Struct, frozen=True, tag=True):
    """Money goes to the house."""


Destination = NextSeed | OtherLink | Revenue


class LinkConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of a link; a change waits for the next 100 % hit or an empty pool."""

    reset: int
    """The display after a 100 % hit, in cents."""
    contribution_rate: Fraction
    """The share of each accepted bet for the display, from 0 to 1."""
    reserve_rate: Fraction
    """The share of each accepted bet for the hidden reserve, which funds the next reset value."""
    cap: int
    """The most the display may show, in cents."""
    overflow_to: Destination
    """Where shares above the cap go."""
    prescribed_bet: int
    """The jackpot bet in cents; where multiples may be bet, the least."""
    rounding: Literal["down_to_the_cent"]
    """How an award is rounded; the remainder stays in the jackpot."""
    alarm_above: int
    """Contributions of one round above this, in cents, are booked and raise an alarm."""


def config_fault(config: LinkConfig) -> Reason | None:
    """Why parameters cannot work; None if they can."""
    if config.reset < 0:
        return because("config_not_possible.reset")
    if config.cap <= 0 or config.cap < config.reset:
        return because("config_not_possible.cap")
    if config.contribution_rate <= 0 or config.reserve_rate < 0:
        return because("config_not_possible.rates")
    if config.contribution_rate + config.reserve_rate > 1:
        return because("config_not_possible.shares")
    if config.prescribed_bet <= 0:
        return because("config_not_possible.prescribed_bet")
    if config.alarm_above <= 0:
        return because("config_not_possible.alarm_above")
    return None


def parse_share(text: str) -> Fraction:
    """A share such as ``1.5%``, ``3/200`` or ``0.015``."""
    found = _RATE.fullmatch(text)
    percent, over, under, decimal = found.groups() if found else (None, None, None, None)
    if percent:
        return Fraction(percent) / 100
    if over and under and int(under):
        return Fraction(int(over), int(under))
    if decimal:
        return Fraction(decimal)
    raise Unreadable(because("form.share", given=brief(text)))
