"""Requests to the mathematics as data, and their answers as JSON values.

A request holds texts and flags only. :func:`check_bounds` is quick enough for an event loop; :func:`answer`
parses the texts and counts, in a worker process.
"""

import base64
from typing import Any, Final

from msgspec import Struct, to_builtins

from pitboss.analysis.answers_json import advice_json, odds_json, origin_json
from pitboss.analysis.families import analyse, family_of
from pitboss.analysis.model import AnalysisFault, CountProgress, DecisionSpot
from pitboss.analysis.odds import assemble_odds, odds
from pitboss.analysis.questions import (
    QuestionTexts,
    check_spot,
    check_text,
    check_texts,
    parse_cards,
    parse_face_up,
    read_link_terms,
    read_question,
)
from pitboss.analysis.sweep import curves, read_ranges, sweep
from pitboss.cards import RANKS
from pitboss.reason import at, because
from pitboss.sheets.formats import SheetText
from pitboss.sheets.game import Game
from pitboss.sheets.library import text_of
from pitboss.sheets.settings import check_settings, with_settings

_CARDS: Final = ("hand", "up", "board", "dead", "decided")


class _Question(Struct, frozen=True, tag_field="question", kw_only=True):
    """The fields that all requests share."""

    sheet: str
    """The id of the sheet."""
    text: SheetText | None = None
    """The text of the sheet to count by, as whoever asks has it; without it, that of the library."""
    settings: tuple[str, ...] = ()
    asked: QuestionTexts = QuestionTexts()


class OddsQuestion(_Question, frozen=True, tag="odds", kw_only=True):
    """A request for the exact odds of every bet."""


class AdviceQuestion(_Question, frozen=True, tag="advise", kw_only=True):
    """A request for the value of every action at a decision."""

    hand: str | None = None
    up: str | None = None
    board: str | None = None
    dead: str | None = None
    decided: str | None = None
    blind: bool = False
    option: bool = False


class SweepQuestion(_Question, frozen=True, tag="sweep", kw_only=True):
    """A request for one figure over ranges, with its chart if ``chart`` is set."""

    over: tuple[str, ...]
    of: str | None = None
    chart: bool = False


class ReportQuestion(_Question, frozen=True, tag="report", kw_only=True):
    """A request for the report of ``pitboss par``, as HTML or PDF."""

    pdf: bool = False


class FaceUpQuestion(_Question, frozen=True, tag="face_up", kw_only=True):
    """A request for best play by hand and the Dealer's face-up card."""


AnyQuestion = OddsQuestion | AdviceQuestion | SweepQuestion | ReportQuestion | FaceUpQuestion


def check_bounds(question: AnyQuestion) -> None:
    """Refuse a request beyond the bounds, before anything is counted.

    Raises :class:`AnalysisFault` or, for its settings, ``SheetFault``.
    """
    check_settings(question.settings)
    check_texts(question.asked)
    if isinstance(question, AdviceQuestion):
        for name in _CARDS:
            check_text(name, getattr(question, name))
    if isinstance(question, SweepQuestion):
        check_text("of", question.of)
        read_ranges(question.over)


def answer(question: AnyQuestion, progress: CountProgress) -> dict[str, Any]:
    """Answer a request; raises :class:`AnalysisFault` or ``SheetFault`` if it has no answer."""
    check_bounds(question)
    match question:
        case OddsQuestion():
            return _odds(question, progress)
        case AdviceQuestion():
            return _advice(question, progress)
        case SweepQuestion():
            return _sweep(question, progress)
        case ReportQuestion():
            return _report(question, progress)
        case FaceUpQuestion():
            return _face_up(question, progress)


def _text(question: _Question) -> SheetText:
    return question.text or text_of(question.sheet)


def _game(question: _Question) -> Game:
    return with_settings(_text(question), question.settings)


def _odds(question: OddsQuestion, progress: CountProgress) -> dict[str, Any]:
    game = _game(question)
    found = odds(game, read_question(game, question.asked), read_link_terms(question.asked), progress)
    return odds_json(found, question.settings)


def _advice(question: AdviceQuestion, progress: CountProgress) -> dict[str, Any]:
    game = _game(question)
    spot = DecisionSpot(
        hand=None if question.hand is None else parse_cards("hand", question.hand),
        up=parse_face_up(question.up),
        board=parse_cards("board", question.board or ""),
        dead=parse_cards("dead", question.dead or ""),
        decided=tuple((question.decided or "").replace(",", " ").split()),
        blind=question.blind,
        option=question.option,
    )
    check_spot(game, spot)
    advice = analyse(game, progress).advise(spot, read_question(game, question.asked))
    return advice_json(game, advice, spot, question.settings)


def _face_up(question: FaceUpQuestion, progress: CountProgress) -> dict[str, Any]:
    game = _game(question)
    if family_of(game) != "stud":
        raise AnalysisFault(at("hands", because("spot.no_up")))
    from pitboss.analysis.sets.face_up import face_up_map

    found = to_builtins(face_up_map(game, progress))
    return {"ranks": RANKS[::-1], **found, **origin_json(game, question.settings)}


def _sweep(question: SweepQuestion, progress: CountProgress) -> dict[str, Any]:
    ranges = read_ranges(question.over)
    figure, points = sweep(
        _text(question),
        question.settings,
        ranges,
        figure=question.of,
        asked=question.asked,
        progress=progress,
        at_point=progress,
    )
    found: dict[str, Any] = {
        "sheet": question.sheet,
        "figure": figure,
        "points": [{"at": point.at, figure: point.exact or point.value} for point in points],
    }
    if question.chart:
        from pitboss.analysis.report.charts import chart

        progress("chart", 0, 1)
        found["svg"] = chart(curves(ranges, figure, points)).decode()
    return found


def _report(question: ReportQuestion, progress: CountProgress) -> dict[str, Any]:
    from pitboss.analysis.report.build import report
    from pitboss.analysis.report.document import as_html, as_pdf

    game = _game(question)
    asked, analysis = read_question(game, question.asked), analyse(game, progress)
    link = read_link_terms(question.asked)
    found = assemble_odds(analysis, game, asked, link)
    blocks = report(found, analysis.boxes(asked), question.settings, link)
    if question.pdf:
        return {"sheet": question.sheet, "pdf": base64.b64encode(as_pdf(blocks)).decode()}
    return {"sheet": question.sheet, "html": as_html(blocks).decode()}
