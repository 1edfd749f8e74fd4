"""Rates of winning lines as the sheets write them.

``40 to 1``, ``3 to 2`` and ``push`` give the stake back; ``400 for 1``, ``$1250`` and ``10%`` do not.
"""

import re
from typing import Final

from msgspec import Struct

from pitboss.invariant import InvariantBroken
from pitboss.money import format_cents, parse_cents
from pitboss.reason import Unreadable, because


class ToOne(Struct, frozen=True, tag=True):
    """Winnings of ``times`` the stake, or of that part of it; the stake is given back too."""

    times: int
    per: int = 1
    """The stake that wins so much: 2 in ``3 to 2``."""

    def __str__(self) -> str:
        return f"{self.times} to {self.per}"

    def net(self, stake: int) -> int:
        """The winnings of a stake, rounded down to a whole cent."""
        return self.times * stake // self.per


class Push(Struct, frozen=True, tag=True):
    """The stake is neither paid nor collected."""

    def __str__(self) -> str:
        return "push"


class ForOne(Struct, frozen=True, tag=True):
    """``times`` the stake; the stake stays with the House."""

    times: int

    def __str__(self) -> str:
        return f"{self.times} for 1"


class Fixed(Struct, frozen=True, tag=True):
    """A fixed amount independent of the stake; the stake stays with the House."""

    cents: int

    def __str__(self) -> str:
        return f"${format_cents(self.cents)}"


class Percent(Struct, frozen=True, tag=True):
    """A share of the displayed jackpot."""

    percent: int

    def __str__(self) -> str:
        return f"{self.percent}%"


Rate = ToOne | Push | ForOne | Fixed | Percent

_FORMS: Final = re.compile(
    r"(?P<to>\d{1,6}) to (?P<per>[1-9]\d?)|(?P<push>push)"
    r"|(?P<for>\d{1,6}) for 1|\$(?P<fixed>[\d.]+)|(?P<percent>\d{1,3})%",
    re.ASCII,
)


def wrong_rate(bet: str, rate: Rate | None) -> InvariantBroken:
    """The exception for a bet paid by a rate other than "to 1", which the loader refuses."""
    return InvariantBroken(f"{bet} would be paid {rate or 'at no rate'}, and it pays so many to 1")


def parse_rate(text: str) -> Rate:
    """Read one rate; raises :class:`Unreadable` for anything else."""
    match = _FORMS.fullmatch(text)
    if match is None:
        raise Unreadable(because("rate.form", given=repr(text)))
    if match["to"]:
        return ToOne(int(match["to"]), int(match["per"]))
    if match["push"]:
        return Push()
    if match["for"]:
        return ForOne(int(match["for"]))
    if match["fixed"]:
        return Fixed(parse_cents(match["fixed"]))
    percent = int(match["percent"])
    if not 0 < percent <= 100:
        raise Unreadable(because("rate.share", given=repr(text)))
    return Percent(percent)
