"""Shares of the displayed jackpot for one or several winners at a table, and the display afterwards.

Amounts are exact cents. Awards are rounded down to whole cents; the remainder stays in the jackpot
(3CP 4.9.1, ML3 4.7.1, MLTH 4.5.1; MBS 3.15).
"""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.sheets.readings import Readings

ALL = 100


def in_turn(
    value: Fraction, reset: int, percents: Sequence[int], readings: Readings
) -> tuple[list[int], Fraction]:
    """Awards in turn, each a share of the display at that moment."""
    awards = []
    for percent in percents:
        award = _share(value, percent)
        awards.append(award)
        if percent == ALL:
            value = _restarted(reset, value - award, readings)
        elif readings.percentage_award == "resets_the_display":
            value = Fraction(reset)
        else:
            value -= award
    return awards, value


def divided(
    value: Fraction, reset: int, percents: Sequence[int], readings: Readings
) -> tuple[list[int], Fraction]:
    """Equal awards for winners of the same hand; winners of a part come before winners of all.

    Winners of a part divide the sum of the successive shares. Winners of all divide the displayed value plus
    a reset value for each winner but one.
    """
    awards = [0] * len(percents)
    for percent in sorted(set(percents)):
        winners = [place for place, share in enumerate(percents) if share == percent]
        pool, left = _pool(value, reset, percent, len(winners), readings)
        each, rest = divmod(pool, len(winners))
        for place in winners:
            awards[place] = each
        value = left + rest
    return awards, value


def _pool(
    value: Fraction, reset: int, percent: int, winners: int, readings: Readings
) -> tuple[int, Fraction]:
    """The pool that winners of the same hand divide, and the display without it."""
    if percent == ALL:
        whole = _share(value, ALL)
        return whole + (winners - 1) * reset, _restarted(reset, value - whole, readings)
    if readings.second_straight_flush == "of_the_reset_value":
        pool = _share(value, percent) + (winners - 1) * _share(Fraction(reset), percent)
        return pool, value - pool
    awards, left = in_turn(value, reset, [percent] * winners, readings)
    return sum(awards), left


def _restarted(reset: int, part_of_a_cent: Fraction, readings: Readings) -> Fraction:
    """The display after all of it was paid: the reset value, and the part of a cent where it stays."""
    return reset + part_of_a_cent if readings.part_of_a_cent == "kept" else Fraction(reset)


def _share(value: Fraction, percent: int) -> int:
    return int(value * percent // ALL)
