"""Shares of the displayed jackpot for one or several winners at a table, and the display afterwards.

Amounts are exact cents. Awards are rounded down to whole cents; the remainder stays in the jackpot
(3CP 4.9.1, ML3 4.7.1, MLTH 4.5.1; MBS 3.15).

The order of payment when linked tables win at the same time.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from pitboss.settlement.facts import Box
from pitboss.sheets.game import Game
from pitboss.sheets.readings import Readings


class LinkedWin(Struct, frozen=True, kw_only=True):
    """A major win at one of several linked tables, with its positions in the journal.

    All tables share the journal's positions; a server's clock decides nothing.
    """

    table: str
    box: int
    percent: int
    complete_at: int
    """The position at which the winner's hand was complete, from :func:`full_hand_at`."""
    entered_at: int
    """The position at which the win was entered into the jackpot system."""


def order_of_payment(game: Game, wins: Iterable[LinkedWin]) -> list[LinkedWin]:
    """The wins in the order in which they are paid (RWS by the deal, MBS by the entry)."""
    if game.jackpot.across_tables == "by_entry":
        return sorted(wins, key=lambda win: win.entered_at)
    return sorted(wins, key=lambda win: (win.complete_at, win.entered_at))


def place_in_deal(game: Game, box: Box) -> int:
    """The place of a box's hand, from 1, in the order in which hands count as dealt."""
    return box.intended if game.readings.order_once_reconstructed == "intended" else box.dealt


def full_hand_at(game: Game, own_cards_at: int, community_at: int) -> int:
    """The position of a full hand: of the own cards or, by the other reading, of the community cards too."""
    if game.readings.full_hand == "own_cards":
        return own_cards_at
    return max(own_cards_at, community_at)


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
