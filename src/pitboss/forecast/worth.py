"""The value of each option of an irregularity to each box and to the house.

Only public cards count: face-down cards are averaged over as unseen, even if somebody has looked at
them. Players play their hands optimally; the house's value is the loss of all boxes, jackpot included.
"""

import math
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct, to_builtins

from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.forecast.completions import settled_over
from pitboss.forecast.counted_standing import NotCounted, StandingCounter
from pitboss.forecast.options import BoxLeft
from pitboss.forecast.standing import Standing
from pitboss.forecast.worth_question import WorthQuestion
from pitboss.money import format_cents
from pitboss.sheets.game import Game
from pitboss.sheets.settings import with_settings

WorthKind = Literal["certain", "counted", "enumerated", "simulated"]
"""No card matters; exact from the odds of the game; exact over every set of unseen cards; over drawn ones."""


class Worth(Struct, frozen=True, kw_only=True):
    """Expected gain of a box, in cents."""

    value: Fraction
    how: WorthKind
    error: float = 0.0
    """Half of the 99 % interval of a simulated value."""
    without: tuple[str, ...] = ()


class StandingValues:
    """The worth of standings of one game; equal ones are worked out once."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self._game, self._progress = game, progress
        self._counter: StandingCounter | None = None
        self._known: dict[str, Worth] = {}

    def of_box(self, left: BoxLeft) -> Worth:
        """The worth of a box as an option leaves it."""
        if left.standing is None:
            return Worth(value=Fraction(left.certain or 0), how="certain")
        key = repr(left.standing)
        if key not in self._known:
            self._known[key] = self._worked_out(left.standing)
        return self._known[key]

    def _worked_out(self, standing: Standing) -> Worth:
        try:
            if self._counter is None:
                self._counter = StandingCounter(self._game, self._progress)
            return Worth(value=self._counter.value(standing), how="counted")
        except (NotCounted, AnalysisFault):
            found = settled_over(self._game, standing, self._progress)
        how: WorthKind = "simulated" if found.drawn else "enumerated"
        return Worth(value=found.value, how=how, error=found.error, without=found.without)


def answer_worth(question: WorthQuestion, progress: CountProgress) -> dict[str, Any]:
    """The worth of every option as JSON values."""
    game = with_settings(question.text, ())
    return worth_json(question, StandingValues(game, progress))


def worth_json(question: WorthQuestion, values: StandingValues) -> dict[str, Any]:
    """The answer as the API gives it; differences are from the round as it stands."""
    houses: list[Fraction] = []
    options = []
    for option in question.options:
        boxes = [(left, values.of_box(left)) for left in option.boxes]
        house = -sum((_at_best(left, worth) for left, worth in boxes), Fraction(0))
        houses.append(house)
        error = math.sqrt(sum(worth.error**2 for _, worth in boxes))
        options.append(
            {
                "ways": option.ways,
                "reported": option.reported,
                "chosen": option.chosen,
                "refused": refused.message if (refused := option.refused) else "",
                "reason": to_builtins(refused.reason) if refused else None,
                "refused_by": list(refused.clauses) if refused else [],
                "void": list(option.void),
                "boxes": [_box_json(left, worth) for left, worth in boxes],
                "house": None if option.refused else _cents(house),
                "house_error": _cents(Fraction(error)) if error else None,
                "difference": None if option.refused else _cents(house - houses[0]),
            }
        )
    return {"table": question.table, "round": question.round, "version": question.version, "options": options}


def _at_best(left: BoxLeft, worth: Worth) -> Fraction:
    """Gain of the box if its player takes their bets back whenever that is allowed and better."""
    return worth.value if left.withdrawn is None else max(worth.value, Fraction(left.withdrawn))


def _box_json(left: BoxLeft, worth: Worth) -> dict[str, Any]:
    return {
        "box": left.box,
        "player": left.player,
        "worth": _cents(worth.value),
        "exact": None if worth.how == "simulated" else str(worth.value / 100),
        "how": worth.how,
        "error": _cents(Fraction(worth.error)) if worth.error else None,
        "without": list(worth.without),
        "withdrawn": None if left.withdrawn is None else format_cents(left.withdrawn),
    }


def _cents(value: Fraction) -> str:
    """Rounded to a cent, half away from zero."""
    cents = abs(value) + Fraction(1, 2)
    whole = cents.numerator // cents.denominator
    return format_cents(-whole if value < 0 else whole)
