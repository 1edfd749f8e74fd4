"""What an operator sets for a link. The sheets say none of it, so nothing here has a default."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct


class NextSeed(Struct, frozen=True, tag=True):
    """Overflow waits and pays for the next reset value."""


class OtherLink(Struct, frozen=True, tag=True):
    """Money goes into the jackpot of another link."""

    link: str


class Revenue(Struct, frozen=True, tag=True):
    """Money goes to the house."""


Destination = NextSeed | OtherLink | Revenue


class LinkConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The parameters of a link; a change waits for the next 100 % hit or an empty pool."""

    reset: int
    """What the display starts from again, in cents."""
    contribution_rate: Fraction
    """The share of each accepted bet that the display gains, from 0 to 1."""
    reserve_rate: Fraction
    """The share that the hidden reserve gains for the next reset value."""
    cap: int
    """The most the display may show, in cents."""
    overflow_to: Destination
    """Where shares go that the cap leaves no room for."""
    prescribed_bet: int
    """The jackpot bet in cents; where multiples may be bet, the least."""
    rounding: Literal["down_to_the_cent"]
    """How an award is rounded; what is not paid stays in the jackpot."""
    alarm_above: int
    """Contributions of one round above this, in cents, are booked and raise an alarm."""


def config_fault(config: LinkConfig) -> str | None:
    """Why parameters cannot work, in one sentence, if they cannot."""
    if config.reset < 0:
        return "the reset value is below zero"
    if config.cap <= 0 or config.cap < config.reset:
        return "the cap must be above zero and at least the reset value"
    if config.contribution_rate <= 0 or config.reserve_rate < 0:
        return "the contribution rate must be above zero and the reserve rate not below it"
    if config.contribution_rate + config.reserve_rate > 1:
        return "contribution and reserve together are more than the bet itself"
    if config.prescribed_bet <= 0:
        return "the prescribed bet must be above zero"
    if config.alarm_above <= 0:
        return "the alarm needs an amount above zero"
    return None
