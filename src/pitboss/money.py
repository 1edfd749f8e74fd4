"""Money: whole cents of the house's currency; a jackpot's displayed value is an exact fraction of them.

No float touches money. An amount a player stakes or is paid is an ``int`` of cents. A displayed
jackpot grows by shares of a bet and may hold fractions of a cent, so it is a ``Fraction`` of cents.
"""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta

from pitboss.reason import Reason, Unreadable, because

CENTS_PER_DOLLAR: Final = 100
Dollars = Annotated[int, Meta(ge=0)] | str
"""An amount in a file: whole dollars, or a text with cents."""

# Fifteen digits hold a million times the largest jackpot ever paid, and stop absurd input early.
_AMOUNT: Final = re.compile(r"(\d{1,15})(?:\.(\d{1,2}))?", re.ASCII)
_EXACT: Final = re.compile(r"\d{1,15}(?:\.\d{1,30})?", re.ASCII)


def parse_cents(text: str) -> int:
    """Read a decimal amount of dollars with at most two decimals, as cents."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise Unreadable(_fault(text))
    dollars, decimals = match.groups(default="")
    return int(dollars) * CENTS_PER_DOLLAR + int(decimals.ljust(2, "0"))


def parse_signed_cents(text: str) -> int:
    """Read a decimal amount of dollars, up or down, as cents."""
    return -parse_cents(text[1:]) if text.startswith("-") else parse_cents(text)


def parse_exact(text: str) -> Fraction:
    """Read a decimal number with any decimals, exactly."""
    if _EXACT.fullmatch(text) is None:
        raise Unreadable(because("form.decimal", given=brief(text)))
    return Fraction(text)


def format_cents(cents: int) -> str:
    """Write cents as dollars with two decimals, as in a round file: ``-75.00``."""
    return _written(cents)


@lru_cache(4096)
def _written(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), CENTS_PER_DOLLAR)
    return f"{sign}{dollars}.{rest:02d}"


def format_exact(cents: Fraction) -> str:
    """Write a displayed value exactly, with as many decimals as it takes and at least two.

    A value that no decimals end, as a third of a cent, is written as ``15.00 1/3``.
    """
    return _written_exactly(cents)


@lru_cache(4096)
def _written_exactly(cents: Fraction) -> str:
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 1)
    if not _ends(rest.denominator):
        return f"{sign}{format_cents(int(whole))} {rest}"
    decimals = ""
    while rest:
        digit, rest = divmod(rest * 10, 1)
        decimals += str(digit)
    return sign + format_cents(int(whole)) + decimals


def format_short(cents: Fraction | int) -> str:
    """Write an amount with two to four decimals of a dollar; a ``~`` before it says that it is rounded."""
    for places in (2, 3, 4):
        if (Fraction(cents) * 10 ** (places - 2)).denominator == 1:
            return _decimal(cents, places)
    return f"~{_decimal(cents, 4)}"


def _decimal(cents: Fraction | int, places: int) -> str:
    """Dollars with so many decimals, rounded half away from zero."""
    units = abs(cents) * 10 ** (places - 2) + Fraction(1, 2)
    dollars, decimals = divmod(int(units), 10**places)
    sign = "-" if cents < 0 and (dollars or decimals) else ""
    return f"{sign}{dollars}.{decimals:0{places}d}"


def _ends(denominator: int) -> bool:
    """Whether a fraction of this denominator has an end as a decimal number."""
    for factor in (2, 5):
        while denominator % factor == 0:
            denominator //= factor
    return denominator == 1


def grouped(cents: int) -> str:
    """Dollars with thousands separators, for people."""
    return _separated(format_cents(cents))


def grouped_exact(cents: Fraction) -> str:
    """A displayed value with thousands separators and every decimal it has."""
    return _separated(format_exact(cents))


def grouped_short(cents: Fraction | int) -> str:
    """An amount with thousands separators and at most four decimals; a ``~`` says that it is rounded."""
    return _separated(format_short(cents))


def with_sign(cents: int) -> str:
    """Dollars with a plus for a gain."""
    return ("+" if cents > 0 else "") + grouped(cents)


def _separated(amount: str) -> str:
    whole, dot, decimals = amount.partition(".")
    digits = whole.lstrip("~-")
    return f"{whole[: len(whole) - len(digits)]}{int(digits):,}{dot}{decimals}"


_CLOSING: Final = "'\")]}>"
"""The last characters of a ``repr``."""


def brief(value: object) -> str:
    """Input quoted for a message: its ``repr``, cut to one line and closed again."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} beyond all bounds"
    if len(text) <= 60:
        return text
    return f"{text[:58]}…{text[-1] if text[-1] in _CLOSING else ''}"


def _fault(text: str) -> Reason:
    if re.fullmatch(r"\d+\.\d{3,}", text, re.ASCII):
        return because("form.amount_decimals", given=brief(text))
    return because("form.amount_negative" if text.startswith("-") else "form.amount", given=brief(text))
