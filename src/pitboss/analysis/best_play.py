"""Best play for all bets on a box together: stay or fold, as a function of the displayed jackpot.

The values of staying and of folding are linear in the display, and staying has at least the slope of folding.
So the value of best play is non-decreasing and piecewise linear, with breakpoints where a hand begins to
stay.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct, structs

from pitboss.analysis.model import Advice, Breakpoint, DecisionSpot, Joint, Strategy

JACKPOT = "jackpot"


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


def total(lines: GainsByBet) -> LinearGain:
    """The sum of the gains of all bets."""
    fixed = sum((line.fixed for line in lines.values()), Fraction(0))
    return LinearGain(fixed, sum((line.slope for line in lines.values()), Fraction(0)))


def values(hands: Sequence[HandGroup], meter: Fraction) -> dict[str, Fraction]:
    """The expected gain of each bet under best play, in cents."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for hand in hands:
        lines = hand.stay if hand.gain().at(meter) > 0 else hand.fold
        for bet, line in lines.items():
            found[bet] += hand.size * line.at(meter)
    whole = sum(hand.size for hand in hands)
    return {bet: value / whole for bet, value in found.items()}


def breakpoints(hands: Sequence[HandGroup], action: str) -> tuple[Breakpoint, ...]:
    """The displayed values above which more hands take the action instead of folding, lowest first."""
    turning: dict[Fraction, list[HandGroup]] = defaultdict(list)
    for hand in hands:
        if (meter := _turns(hand)) is not None:
            turning[meter].append(hand)
    return tuple(
        Breakpoint(meter, action, tuple(hand.name for hand in there), sum(hand.size for hand in there))
        for meter, there in sorted(turning.items())
    )


def break_even(hands: Sequence[HandGroup]) -> Fraction | None:
    """The displayed value from which all bets together lose nothing, if there is one."""
    return _reaches(hands, Fraction(0)) if _with_jackpot(hands) else None


def jackpot_break_even(hands: Sequence[HandGroup]) -> Fraction | None:
    """The displayed value from which the jackpot bet is worth adding, if there is one."""
    return _reaches(hands, _best(without_jackpot(hands), Fraction(0))) if _with_jackpot(hands) else None


def joint(hands: Sequence[HandGroup], action: str, meter: Fraction, strategy: Strategy) -> Joint:
    """Best play for all bets on the box, whose hands take ``action`` instead of folding by ``strategy``."""
    return Joint(
        strategy=strategy,
        values=values(hands, meter),
        breakpoints=breakpoints(hands, action),
        break_even=break_even(hands),
        jackpot_break_even=jackpot_break_even(hands),
    )


def without_jackpot(hands: Sequence[HandGroup]) -> list[HandGroup]:
    """The hands of a box as if it had no jackpot bet."""
    return [structs.replace(hand, stay=_other(hand.stay), fold=_other(hand.fold)) for hand in hands]


def _other(lines: GainsByBet) -> GainsByBet:
    return {bet: line for bet, line in lines.items() if bet != JACKPOT}


def _with_jackpot(hands: Sequence[HandGroup]) -> bool:
    return any(JACKPOT in hand.stay for hand in hands)


def _turns(hand: HandGroup) -> Fraction | None:
    gain = hand.gain()
    return -gain.fixed / gain.slope if gain.slope > 0 and gain.fixed < 0 else None


def reaches(
    turns: Iterable[Fraction], best: Callable[[Fraction], Fraction], target: Fraction
) -> Fraction | None:
    """The least displayed value at which ``best`` reaches ``target`` cents; None if it never does.

    ``best`` must be non-decreasing and linear between the breakpoints ``turns``.
    """
    marks = sorted({Fraction(0), *turns})
    reached = [best(mark) for mark in marks]
    if reached[0] >= target:
        return Fraction(0)
    for (low, high), (at_low, at_high) in zip(pairwise(marks), pairwise(reached), strict=True):
        if at_high >= target:
            return low + (target - at_low) * (high - low) / (at_high - at_low)
    rise = best(marks[-1] + 1) - reached[-1]
    return marks[-1] + (target - reached[-1]) / rise if rise else None


def _reaches(hands: Sequence[HandGroup], target: Fraction) -> Fraction | None:
    turns = (meter for hand in hands if (meter := _turns(hand)) is not None)
    return reaches(turns, lambda meter: _best(hands, meter), target)


def _best(hands: Sequence[HandGroup], meter: Fraction) -> Fraction:
    return sum(values(hands, meter).values(), Fraction(0))


def value_of_actions(
    hands: Sequence[HandGroup], action: str, spot: DecisionSpot, meter: Fraction, ante: int
) -> Advice:
    """The value of each action for a hand drawn from ``hands``, in units of the Ante."""
    worth = {
        "fold": _mean([(hand.size, total(hand.fold)) for hand in hands], meter) / ante,
        action: _mean([(hand.size, total(hand.stay)) for hand in hands], meter) / ante,
    }
    return choice(worth, action, spot, _best(hands, meter) / ante)


def choice(worth: dict[str, Fraction], action: str, spot: DecisionSpot, best: Fraction) -> Advice:
    """Advice from the values in ``worth``; ``best`` is the value of best play once the hand is seen."""
    if not spot.option:
        return Advice(worth, action if worth[action] > worth["fold"] else "fold")
    looks = spot.hand is not None or not spot.blind
    going_on = best if looks else max(worth.values())
    return Advice({"continue": going_on, "withdraw": Fraction(0)}, "continue" if going_on > 0 else "withdraw")


def _mean(lines: Sequence[tuple[int, LinearGain]], meter: Fraction) -> Fraction:
    gained = sum((size * line.at(meter) for size, line in lines), Fraction(0))
    return gained / sum(size for size, _ in lines)
