"""Best play for all bets on a box together: stay or fold, as a function of the displayed jackpot.

A box is a row for each information set, or for several that are worth the same. The values of staying and of
folding are linear in the display, and staying has at least the slope of folding. So the value of best play is
non-decreasing and piecewise linear, with breakpoints where a hand begins to stay.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import sub

from msgspec import Struct, structs

from pitboss.analysis.model import Advice, Borderline, Breakpoint, DecisionSpot, Joint, Strategy
from pitboss.analysis.payoffs import lost_by_a_fold
from pitboss.sheets.game import Game

JACKPOT = "jackpot"
ENVY = "envy"
CLOSEST = 12


class LinearGain(Struct, frozen=True):
    """An expected gain in cents, linear in the displayed jackpot: ``fixed + slope * display``."""

    fixed: Fraction
    slope: Fraction = Fraction(0)

    def at(self, meter: Fraction) -> Fraction:
        """The gain at a displayed value in cents."""
        return self.fixed + self.slope * meter


GainsByBet = Mapping[str, LinearGain]
"""The expected gain of each bet on the box."""


class HandGroup(Struct, frozen=True):
    """``size`` hands of equal value, with the gains of each bet when they stay and when they fold."""

    name: str
    size: int
    stay: GainsByBet
    fold: GainsByBet

    def gain(self) -> LinearGain:
        """The advantage of staying over folding."""
        stay, fold = total(self.stay), total(self.fold)
        return LinearGain(stay.fixed - fold.fixed, stay.slope - fold.slope)


def folded(game: Game, stakes: Mapping[str, int], lines: GainsByBet) -> dict[str, LinearGain]:
    """The gains of bets when the hand folds: some are lost, the others keep their value."""
    return {
        bet: LinearGain(Fraction(-stakes[bet])) if lost_by_a_fold(game, bet) else line
        for bet, line in lines.items()
    }


def total(lines: GainsByBet) -> LinearGain:
    """The sum of the gains of all bets."""
    fixed = sum((line.fixed for line in lines.values()), Fraction(0))
    return LinearGain(fixed, sum((line.slope for line in lines.values()), Fraction(0)))


class BetGains(Struct, frozen=True):
    """What one bet gains on each row, in parts of a cent: fixed, and per cent displayed."""

    stay: Sequence[int]
    fold: Sequence[int]
    stay_slope: Sequence[int]
    fold_slope: Sequence[int]


class Box(Struct, frozen=True, kw_only=True, dict=True):
    """All bets of a box, row by row, in whole numbers of the same part of a cent."""

    name: Callable[[int], str]
    """The hand of a row, or one of several."""
    sizes: Sequence[int]
    """The number of hands in each row."""
    bets: dict[str, BetGains]
    parts: int
    """How many parts a cent has."""

    @cached_property
    def _advantage(self) -> list[tuple[int, int]]:
        """The advantage of staying on each row: fixed, and per cent displayed."""
        fixed = [map(sub, bet.stay, bet.fold) for bet in self.bets.values()]
        slope = [map(sub, bet.stay_slope, bet.fold_slope) for bet in self.bets.values()]
        return list(zip(map(sum, zip(*fixed, strict=True)), map(sum, zip(*slope, strict=True)), strict=True))

    @cached_property
    def _turns(self) -> list[tuple[Fraction, list[int]]]:
        """The displayed values above which more rows stay, lowest first."""
        turning: dict[Fraction, list[int]] = defaultdict(list)
        for row, (fixed, slope) in enumerate(self._advantage):
            if slope > 0 > fixed:
                turning[Fraction(-fixed, slope)].append(row)
        return sorted(turning.items())

    def gains(self, meter: Fraction) -> list[int]:
        """The advantage of staying on each row, in parts of a cent times the display's denominator."""
        above, below = meter.as_integer_ratio()
        return [fixed * below + slope * above for fixed, slope in self._advantage]

    def value(self, bet: str, stays: Sequence[bool]) -> LinearGain:
        """The expected gain of a bet where some rows stay and the others fold."""
        of, whole = self.bets[bet], self.parts * sum(self.sizes)
        rows = list(zip(self.sizes, stays, strict=True))
        fixed, slope = (
            sum(size * (on if stay else off) for (size, stay), on, off in zip(rows, *choices, strict=True))
            for choices in ((of.stay, of.fold), (of.stay_slope, of.fold_slope))
        )
        return LinearGain(Fraction(fixed, whole), Fraction(slope, whole))

    def values(self, meter: Fraction) -> dict[str, Fraction]:
        """The expected gain of each bet under best play, in cents."""
        stays = [gain > 0 for gain in self.gains(meter)]
        return {bet: self.value(bet, stays).at(meter) for bet in self.bets}

    def total(self, meter: Fraction, stay: bool | None = None) -> Fraction:
        """The expected gain of all bets under best play, or where every hand stays or folds, in cents."""
        if stay is None:
            return sum(self.values(meter).values(), Fraction(0))
        every = [stay] * len(self.sizes)
        return sum((self.value(bet, every).at(meter) for bet in self.bets), Fraction(0))

    def breakpoints(self, action: str) -> tuple[Breakpoint, ...]:
        """The displayed values above which more hands take the action instead of folding, lowest first."""
        return tuple(
            Breakpoint(meter, action, tuple(map(self.name, rows)), sum(self.sizes[row] for row in rows))
            for meter, rows in self._turns
        )

    def break_even(self) -> Fraction | None:
        """The displayed value from which all bets together lose nothing, if there is one."""
        return self._reaches(Fraction(0)) if JACKPOT in self.bets else None

    def jackpot_break_even(self) -> Fraction | None:
        """The displayed value from which the jackpot bet is worth adding, if there is one."""
        others = {bet: gains for bet, gains in self.bets.items() if bet not in (JACKPOT, ENVY)}
        without = structs.replace(self, bets=others)
        return self._reaches(without.total(Fraction(0))) if JACKPOT in self.bets else None

    def _reaches(self, target: Fraction) -> Fraction | None:
        """The least displayed value at which best play gains ``target`` cents; None if it never does."""
        stays = [fixed > 0 or (fixed == 0 and slope > 0) for fixed, slope in self._advantage]
        lines = [self.value(bet, stays) for bet in self.bets]
        fixed, slope = sum(line.fixed for line in lines), sum(line.slope for line in lines)
        if fixed >= target:
            return Fraction(0)
        whole = self.parts * sum(self.sizes)
        for meter, rows in self._turns:
            if fixed + slope * meter >= target:
                break
            fixed += Fraction(sum(self.sizes[row] * self._advantage[row][0] for row in rows), whole)
            slope += Fraction(sum(self.sizes[row] * self._advantage[row][1] for row in rows), whole)
        return (target - fixed) / slope if slope else None

    def joint(self, action: str, meter: Fraction, strategy: Strategy) -> Joint:
        """Best play for all bets on the box, whose hands fold or take ``action``, by ``strategy``."""
        return Joint(
            strategy=strategy,
            values=self.values(meter),
            breakpoints=self.breakpoints(action),
            break_even=self.break_even(),
            jackpot_break_even=self.jackpot_break_even(),
        )

    def advice(self, action: str, spot: DecisionSpot, meter: Fraction, ante: int) -> Advice:
        """The value of each action in units of the Ante, for a hand that may be any of the box."""
        worth = {"fold": self.total(meter, stay=False) / ante, action: self.total(meter, stay=True) / ante}
        if not spot.option:
            return Advice(worth, action if worth[action] > worth["fold"] else "fold")
        looks = spot.hand is not None or not spot.blind
        return option(self.total(meter) / ante if looks else max(worth.values()))


def option(going_on: Fraction) -> Advice:
    """Advice to go on for what that is worth, or to take all bets back."""
    return Advice({"continue": going_on, "withdraw": Fraction(0)}, "continue" if going_on > 0 else "withdraw")


def box_of(hands: Sequence[HandGroup]) -> Box:
    """Groups of hands as the rows of a box."""
    bets = list(hands[0].stay)
    lines = [line for hand in hands for lines in (hand.stay, hand.fold) for line in lines.values()]
    parts = lcm(*{number.denominator for line in lines for number in (line.fixed, line.slope)})

    def whole(gains: Sequence[GainsByBet], bet: str) -> tuple[list[int], list[int]]:
        fixed = [int(lines[bet].fixed * parts) for lines in gains]
        return fixed, [int(lines[bet].slope * parts) for lines in gains]

    found = {}
    for bet in bets:
        stay, stay_slope = whole([hand.stay for hand in hands], bet)
        fold, fold_slope = whole([hand.fold for hand in hands], bet)
        found[bet] = BetGains(stay, fold, stay_slope, fold_slope)
    return Box(
        name=[hand.name for hand in hands].__getitem__,
        sizes=[hand.size for hand in hands],
        bets=found,
        parts=parts,
    )


def closest(found: Iterable[Borderline]) -> tuple[Borderline, ...]:
    """The closest decisions, closest first."""
    return tuple(sorted(found, key=lambda line: line.gain)[:CLOSEST])
