"""Amounts of the library: dollars that people write, cents that the engine counts."""

from decimal import Decimal

from pitboss.money import CENTS_PER_DOLLAR, parse_cents

Amount = int | str | Decimal
"""Dollars: ``25``, ``"12.50"`` or ``Decimal("12.50")``; never a float, which is not exact."""


def cents(amount: Amount) -> int:
    """The cents of an amount; raises :class:`ValueError` for what is no exact amount."""
    if isinstance(amount, bool | float):
        raise ValueError(f"{amount!r} is no exact amount: write 25, '12.50' or Decimal('12.50')")
    if isinstance(amount, int):
        if amount < 0:
            raise ValueError(f"{amount} is below zero")
        return amount * CENTS_PER_DOLLAR
    return parse_cents(str(amount))


def dollars(amount: int) -> Decimal:
    """Cents as dollars, exactly, without a point where there are no cents."""
    whole, rest = divmod(amount, CENTS_PER_DOLLAR)
    return Decimal(whole) if not rest else Decimal(amount) / CENTS_PER_DOLLAR
