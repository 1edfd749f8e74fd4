"""One box with all its bets: the values of playing and folding each hand, linear in the display.

Rows are classes of hands, or single hands where some cards are dead. Values are exact integers over one
common denominator: a fixed part, and a slope per cent displayed.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Ints
from pitboss.analysis.jackpot import line_pays
from pitboss.sheets.game import Game

ExactArray = NDArray[Any]
"""An array of Python integers, which cannot overflow."""

ENVY = "envy"


class HandRows(Struct, frozen=True, eq=False, kw_only=True):
    """Rows of hands with everything that the bets of a box depend on."""

    hands: Ints
    """The hand of each row, or one of its class."""
    size: Ints
    """The number of hands in each row."""
    play: Ints
    """The gain of the main game when played, in Antes, summed over the Dealer's hands."""
    fold: Ints
    """The gain of the main game when folded, in Antes, summed over the Dealer's hands."""
    dealers: int
    """The number of the Dealer's possible hands."""
    sides: dict[str, Ints]
    """The gain of each side bet per unit of its stake."""
    lines: Ints
    """For each jackpot line, the number of sets of further cards that make it."""
    sets: int
    """The number of sets of further cards."""
    envy: Ints
    """The Envy Bonus from one other box in cents, summed over its deals."""
    envy_deals: int


class BetValues(Struct, frozen=True, eq=False):
    """The value of one bet on each row, over the denominator: cents, and cents per cent displayed."""

    play: ExactArray
    fold: ExactArray
    play_slope: ExactArray
    fold_slope: ExactArray


class BoxValues(Struct, frozen=True, eq=False):
    """The values of all bets of a box, row by row."""

    hands: HandRows
    parts: dict[str, BetValues]
    denominator: int
    ante: int
    """The Ante in cents."""

    def gain(self, meter: Fraction) -> ExactArray:
        """The advantage of playing each row, scaled by a positive factor."""
        fixed, slope = self.difference()
        found: ExactArray = fixed * meter.denominator + slope * meter.numerator
        return found

    def difference(self) -> tuple[ExactArray, ExactArray]:
        """The advantage of playing each row: the fixed part, and the slope per cent displayed."""
        zero = np.zeros(len(self.hands.size), dtype=object)
        fixed = sum((part.play - part.fold for part in self.parts.values()), zero)
        slope = sum((part.play_slope - part.fold_slope for part in self.parts.values()), zero)
        return fixed, slope

    def value(self, bet: str, played: NDArray[np.bool_]) -> tuple[Fraction, Fraction]:
        """A bet's expected gain in cents when the marked rows are played: fixed, and per cent displayed."""
        part, size = self.parts[bet], self.hands.size.astype(object)
        whole = self.denominator * int(self.hands.size.sum())
        fixed = (np.where(played, part.play, part.fold) * size).sum()
        slope = (np.where(played, part.play_slope, part.fold_slope) * size).sum()
        return Fraction(int(fixed), whole), Fraction(int(slope), whole)

    def total(self, played: NDArray[np.bool_], meter: Fraction) -> Fraction:
        """The expected gain of all bets in cents at a displayed value when the marked rows are played."""
        found = [self.value(bet, played) for bet in self.parts]
        return sum((fixed + slope * meter for fixed, slope in found), Fraction(0))


def box(game: Game, hands: HandRows, stakes: Mapping[str, int], others: int) -> BoxValues:
    """The values of a box with these stakes in cents."""
    percent = 100
    denominator = math.lcm(hands.dealers, hands.sets * percent, hands.envy_deals)
    parts = {"ante": _main(hands, stakes["ante"], denominator)}
    for bet in stakes:
        if bet in hands.sides:
            parts[bet] = _side(game, hands, bet, stakes[bet], denominator)
    if "jackpot" in stakes:
        parts["jackpot"] = _jackpot(game, hands, stakes["jackpot"], denominator)
        if others and game.gives_envy:
            parts[ENVY] = _envy(game, hands, others, denominator)
    return BoxValues(hands, parts, denominator, stakes["ante"])


def _main(hands: HandRows, stake: int, denominator: int) -> BetValues:
    unit = stake * denominator // hands.dealers
    return _part(_exact(hands.play) * unit, _exact(hands.fold) * unit)


def _side(game: Game, hands: HandRows, bet: str, stake: int, denominator: int) -> BetValues:
    unit = stake * denominator
    play = _exact(hands.sides[bet]) * unit
    return _part(play, np.full_like(play, -unit) if payoffs.lost_by_a_fold(game, bet) else play)


def _jackpot(game: Game, hands: HandRows, stake: int, denominator: int) -> BetValues:
    """The jackpot bet is always spent; a fold may forfeit its pay."""
    unit = denominator // hands.sets
    play = np.full(len(hands.size), -stake * denominator, dtype=object)
    slope = np.zeros(len(hands.size), dtype=object)
    spent = play
    for number, pay in enumerate(line_pays(game, stake)):
        made = _exact(hands.lines[:, number])
        play = play + made * (pay.cents * unit)
        slope = slope + made * int(pay.share * unit)
    if payoffs.lost_by_a_fold(game, "jackpot"):
        return BetValues(play, spent, slope, np.zeros_like(slope))
    return BetValues(play, play, slope, slope)


def _envy(game: Game, hands: HandRows, others: int, denominator: int) -> BetValues:
    play = _exact(hands.envy) * (others * denominator // hands.envy_deals)
    lost = game.readings.envy_after_fold == "lost"
    return _part(play, np.zeros_like(play) if lost else play)


def _part(play: ExactArray, fold: ExactArray) -> BetValues:
    nothing = np.zeros_like(play)
    return BetValues(play, fold, nothing, nothing)


def _exact(numbers: Ints) -> ExactArray:
    return numbers.astype(object)
