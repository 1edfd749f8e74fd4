"""Amounts of the library: dollars that people write, cents that the engine counts."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from pitboss.money import CENTS_PER_DOLLAR, format_cents, parse_cents
from pitboss.toolkit.given import check_mapping

Amount = int | str | Decimal
"""Dollars: ``25``, ``"12.50"`` or ``Decimal("12.50")``; never a float, which is not exact."""


def cents(amount: Amount) -> int:
    """The cents of an amount; raises :class:`ValueError` for what is not an exact amount.

    >>> cents(25), cents("12.50")
    (2500, 1250)
    """
    if isinstance(amount, bool) or not isinstance(amount, int | str | Decimal):
        raise ValueError(f"{amount!r} is not an exact amount: write 25, '12.50' or Decimal('12.50')")
    if isinstance(amount, int):
        if amount < 0:
            raise ValueError(f"{amount} is below zero")
        return amount * CENTS_PER_DOLLAR
    return parse_cents(f"{amount:f}" if isinstance(amount, Decimal) else amount)


def dollars(amount: int | Fraction) -> Decimal:
    """Cents as dollars, without a point where there are no cents.

    >>> dollars(2500), dollars(-1250)
    (Decimal('25'), Decimal('-12.50'))
    """
    if isinstance(amount, Fraction):
        if amount.denominator != 1:
            return Decimal(amount.numerator) / (amount.denominator * CENTS_PER_DOLLAR)
        amount = amount.numerator
    whole, rest = divmod(amount, CENTS_PER_DOLLAR)
    return Decimal(amount).scaleb(-2) if rest else Decimal(whole)


def text(amount: Amount) -> str:
    """An amount as round files and commands write it.

    >>> text(25)
    '25.00'
    """
    return format_cents(cents(amount))


def stakes_text(bets: Mapping[str, Amount]) -> str:
    """Stakes as ``pitboss odds --bets`` takes them.

    >>> stakes_text({"ante": 25, "jackpot": 5})
    'ante=25.00,jackpot=5.00'
    """
    check_mapping("bets", bets, "{'ante': 25}")
    return ",".join(f"{bet}={text(amount)}" for bet, amount in bets.items())
