"""One figure over ranges of settings, of the display or of stakes."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, structs

from pitboss.analysis.answers_json import odds_json
from pitboss.analysis.families import analyse
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import AnalysisFault, CountProgress
from pitboss.analysis.odds import assemble_odds, silent
from pitboss.analysis.payoffs import side_bets
from pitboss.analysis.questions import (
    MOST_POINTS,
    MOST_RANGES,
    QuestionTexts,
    check_text,
    read_link_terms,
    read_question,
)
from pitboss.money import brief, parse_exact
from pitboss.reason import Unreadable, at, because
from pitboss.sheets.formats import SheetText
from pitboss.sheets.game import Game
from pitboss.sheets.settings import with_settings

if TYPE_CHECKING:
    from pitboss.analysis.report.charts import Draw

_ASKED: Final = ("meter", "others", "jackpot_bet", "seed", "rate", "reserve")
_DECIMALS: Final = 30
"""The most decimals of a number in a range, so that every value can be written exactly."""
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+|/\d+)?", re.ASCII)


class Range(Struct, frozen=True):
    """What is varied (a setting, an assumption or a stake), and its values."""

    path: str
    values: tuple[str, ...]


class Point(Struct, frozen=True):
    """The figure at one point of the grid."""

    at: dict[str, str]
    value: float
    exact: str | None
    """The exact fraction, for figures that have one."""


def read_ranges(texts: Sequence[str]) -> list[Range]:
    """Parse the ranges of a sweep such as ``meter=0..1000000:50000`` or ``qualifier=J,Q,K``.

    The size of the grid is checked before any range is expanded.
    """
    if not texts:
        raise AnalysisFault(at("over", because("sweep.nothing")))
    if len(texts) > MOST_RANGES:
        raise AnalysisFault(at("over", because("sweep.ranges", ranges=len(texts), most=MOST_RANGES)))
    read = [_read(text) for text in texts]
    paths = [each.path for each in read]
    if twice := next((path for place, path in enumerate(paths) if path in paths[:place]), None):
        raise AnalysisFault(at(f"over.{twice}", because("question.twice")))
    _check_points(each.length for each in read)
    return [Range(each.path, tuple(each.values())) for each in read]


class _Read(Struct, frozen=True):
    """A parsed range whose values are expanded lazily, once the grid is known to be within bounds."""

    path: str
    length: int
    values: Callable[[], Iterable[str]]


def _read(text: str) -> _Read:
    check_text("over", text)
    path, equals, values = text.partition("=")
    if not equals or not path or not values:
        raise AnalysisFault(at("over", because("sweep.range", given=brief(text))))
    first, dots, rest = values.partition("..")
    if not dots:
        words = values.split(",")
        return _Read(path, len(words), lambda: words)
    last, colon, by = rest.partition(":")
    try:
        low, high, step = parse_exact(first), parse_exact(last), parse_exact(by) if colon else Fraction(1)
    except Unreadable as fault:
        raise AnalysisFault(at(f"over.{path}", fault.reason)) from None
    if not step or high < low:
        raise AnalysisFault(at(f"over.{path}", because("sweep.falling", given=brief(values))))
    number = (high - low) // step + 1
    return _Read(path, number, lambda: (_decimal(low + n * step) for n in range(number)))


def _check_points(lengths: Iterable[int]) -> None:
    points = math.prod(lengths)
    if points > MOST_POINTS:
        raise AnalysisFault(at("over", because("sweep.points", points=points, most=MOST_POINTS)))


def sweep(
    text: SheetText,
    settings: Sequence[str],
    ranges: Sequence[Range],
    *,
    figure: str | None,
    asked: QuestionTexts,
    progress: CountProgress,
    at_point: CountProgress = silent,
) -> tuple[str, list[Point]]:
    """The figure's name, and the figure at every point of the grid.

    ``progress`` is called while counting, ``at_point`` before each point; either may raise to cancel.
    """
    check_text("of", figure)
    named = figure or _usual(with_settings(text, settings), ranges[0].path)
    _check_points(len(each.values) for each in ranges)
    grid, found = list(product(*(each.values for each in ranges))), []
    at_hand: dict[tuple[str, ...], tuple[Game, GameAnalysis]] = {}
    for number, values in enumerate(grid):
        at_point("points", number, len(grid))
        at = {each.path: value for each, value in zip(ranges, values, strict=True)}
        given, question = list(settings), asked
        for path, value in at.items():
            if path in _ASKED:
                question = structs.replace(question, **{path: value})
            elif path.startswith("bets."):
                question = structs.replace(question, bets=_staked(question.bets, path[5:], value))
            else:
                given.append(f"{path}={value}")
        if (changes := tuple(given)) not in at_hand:
            game = with_settings(text, changes)
            # Points that differ in the question alone share the analysis; of others the last one is kept.
            at_hand = {changes: (game, analyse(game, progress))}
        game, analysis = at_hand[changes]
        odds = assemble_odds(analysis, game, read_question(game, question), read_link_terms(question))
        found.append(_point(at, named, odds_json(odds)))
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


def _usual(game: Game, path: str) -> str:
    """The default figure for a path: the house edge of its bet, or the jackpot's break-even."""
    words = path.removeprefix("pays.").removeprefix("bets.").split(".")
    if words[0] in ("meter", "jackpot_bet", "others"):
        return "jackpot.at_meter.house_edge" if words[0] == "meter" else "jackpot.break_even"
    if words[0] == "jackpot":
        return "jackpot.break_even"
    return f"{words[0]}.house_edge" if words[0] in side_bets(game) else "ante.house_edge"


def _staked(bets: str | None, bet: str, amount: str) -> str:
    others = [word for word in (bets or "").split(",") if word and not word.startswith(f"{bet}=")]
    return ",".join([*others, f"{bet}={amount}"])


def _point(where: dict[str, str], figure: str, answer: dict[str, Any]) -> Point:
    value = _look_up(answer, figure)
    exact = value if isinstance(value, str) else None
    if exact is not None and not _NUMBER.fullmatch(exact):
        raise AnalysisFault(at("of", because("sweep.no_number", figure=figure)))
    try:
        number = float(Fraction(value))
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        raise AnalysisFault(at("of", because("sweep.no_number", figure=figure))) from None
    return Point(where, number, exact)


def _look_up(answer: dict[str, Any], figure: str) -> Any:
    for start in (answer, answer["bets"]):
        value: Any = start
        for word in figure.split("."):
            value = value.get(word) if isinstance(value, dict) else None
        if value is not None:
            return value
    figures = tuple(_names(answer["bets"]))
    raise AnalysisFault(at("of", because("sweep.figure", given=brief(figure), figures=figures)))


def _names(bets: dict[str, Any]) -> Iterator[str]:
    for bet, figures in bets.items():
        yield f"{bet}.{next(iter(figures))}"


def _decimal(number: Fraction) -> str:
    """A value of a range as an exact decimal."""
    whole, rest = divmod(int(number * 10**_DECIMALS), 10**_DECIMALS)
    return f"{whole}.{rest:0{_DECIMALS}d}".rstrip("0").rstrip(".")
