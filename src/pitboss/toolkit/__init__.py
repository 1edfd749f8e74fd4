"""What ``import pitboss`` offers: sheets, rounds step by step, odds, simulation, journals as frames.

Amounts are dollars: whole numbers, :class:`decimal.Decimal` or text going in, ``Decimal`` coming out.
"""
