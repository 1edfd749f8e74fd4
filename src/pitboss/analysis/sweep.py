"""A figure over ranges: of settings of a sheet, of the display, of stakes."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, structs

from pitboss.analysis.as_json import odds_json
from pitboss.analysis.model import AnalysisFault, Progress
from pitboss.analysis.odds import odds
from pitboss.analysis.questions import Asked, read_link, read_question
from pitboss.money import brief
from pitboss.sheets.settings import changed

if TYPE_CHECKING:
    from pitboss.analysis.report.charts import Draw

_MOST: Final = 2_000
"""Points of a sweep."""
_ASKED: Final = ("meter", "others", "jackpot_bet", "seed", "rate", "reserve")
_RANGE: Final = re.compile(r"(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)(?::(\d+(?:\.\d+)?))?", re.ASCII)


class Range(Struct, frozen=True):
    """A setting, a part of the question or a stake, and the values it takes."""

    path: str
    values: tuple[str, ...]


class Point(Struct, frozen=True):
    """The figure at one point."""

    at: dict[str, str]
    value: float
    exact: str | None
    """As a fraction, where the figure is one."""


def read_range(text: str) -> Range:
    """Read ``meter=0..1000000:50000`` or ``qualifier=J,Q,K``."""
    path, equals, values = text.partition("=")
    if not equals or not path or not values:
        raise AnalysisFault(f"over: {brief(text)} is no range such as pair_plus.straight=4..8")
    match = _RANGE.fullmatch(values)
    if match is None:
        return Range(path, tuple(values.split(",")))
    low, high, step = (Fraction(word) if word else Fraction(1) for word in match.groups())
    if not step or high < low or (high - low) / step >= _MOST:
        raise AnalysisFault(f"over.{path}: {brief(values)} must rise, in at most {_MOST} steps")
    number = int((high - low) / step)
    return Range(path, tuple(_decimal(low + n * step) for n in range(number + 1)))


def sweep(
    sheet_id: str,
    settings: Sequence[str],
    ranges: Sequence[Range],
    figure: str | None,
    asked: Asked,
    progress: Progress,
) -> tuple[str, list[Point]]:
    """The figure's name, and the figure at every combination of the ranges' values."""
    named = figure or _usual(ranges[0].path)
    grid = list(product(*(each.values for each in ranges)))
    if len(grid) > _MOST:
        raise AnalysisFault(f"over: {len(grid):,} points are more than {_MOST:,}")
    found = []
    for values in grid:
        at = {each.path: value for each, value in zip(ranges, values, strict=True)}
        given, question = list(settings), asked
        for path, value in at.items():
            if path in _ASKED:
                question = structs.replace(question, **{path: value})
            elif path.startswith("bets."):
                question = structs.replace(question, bets=_staked(question.bets, path[5:], value))
            else:
                given.append(f"{path}={value}")
        game = changed(sheet_id, given)
        answer = odds_json(odds(game, read_question(game, question), read_link(question), progress))
        found.append(_point(at, named, answer))
    return named, found


def curves(ranges: Sequence[Range], figure: str, points: Sequence[Point]) -> "Draw":
    """The chart of a sweep: over the first range, a curve for each value of the others."""
    from pitboss.analysis.report.charts import columns, lines

    first, *others = ranges
    names = dict.fromkeys(first.values)
    if all(re.fullmatch(r"\d+(\.\d+)?", value) for value in names):
        series: dict[str, list[tuple[float, float]]] = {}
        for point in points:
            name = ", ".join(f"{each.path}={point.at[each.path]}" for each in others) or figure
            series.setdefault(name, []).append((float(point.at[first.path]), point.value))
        return lines(series, first.path, figure)
    labels = [" ".join(point.at.values()) for point in points]
    return columns(labels, [point.value for point in points], first.path, figure)


def _usual(path: str) -> str:
    """What one usually asks over a path: the edge of the bet it belongs to."""
    words = path.removeprefix("pays.").removeprefix("bets.").split(".")
    if words[0] in ("meter", "jackpot_bet", "others"):
        return "jackpot.at_meter.house_edge" if words[0] == "meter" else "jackpot.break_even"
    if words[0] == "jackpot":
        return "jackpot.break_even"
    return f"{words[0]}.house_edge" if words[0] in ("pair_plus", "bonus") else "ante.house_edge"


def _staked(bets: str | None, bet: str, amount: str) -> str:
    others = [word for word in (bets or "").split(",") if word and not word.startswith(f"{bet}=")]
    return ",".join([*others, f"{bet}={amount}"])


def _point(at: dict[str, str], figure: str, answer: dict[str, Any]) -> Point:
    value = _look_up(answer, figure)
    exact = value if isinstance(value, str) else None
    try:
        number = float(Fraction(value))
    except (TypeError, ValueError, ZeroDivisionError):
        raise AnalysisFault(f"of: {figure} is not a number here") from None
    return Point(at, number, exact)


def _look_up(answer: dict[str, Any], figure: str) -> Any:
    for start in (answer, answer["bets"]):
        value: Any = start
        for word in figure.split("."):
            value = value.get(word) if isinstance(value, dict) else None
        if value is not None:
            return value
    names = ", ".join(_names(answer["bets"]))
    raise AnalysisFault(f"of: there is no figure {brief(figure)}; such as {names}")


def _names(bets: dict[str, Any]) -> Iterator[str]:
    for bet, figures in bets.items():
        yield f"{bet}.{next(iter(figures))}"


def _decimal(number: Fraction) -> str:
    whole = number.limit_denominator(10**9)
    return str(whole.numerator) if whole.denominator == 1 else f"{float(whole):.10g}"
