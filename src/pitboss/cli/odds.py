"""``pitboss odds``: exact figures for every bet of a sheet, with the play they assume."""

import json
import runpy
from argparse import Namespace
from pathlib import Path
from typing import Any

from pitboss.analysis.answers_json import boxes_json, odds_json
from pitboss.analysis.bet_odds import house_std_dev
from pitboss.analysis.families import analyse
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, BoxCovariances, CountProgress
from pitboss.analysis.odds import StrategyAnalysis, assemble_odds
from pitboss.analysis.questions import read_link_terms, read_question
from pitboss.cli.analysis_options import FAULTS, counting, fail_question, question_texts, sheet_with
from pitboss.cli.odds_text import OddsAnswer, print_comparison, print_odds
from pitboss.cli.text import CommandFailed
from pitboss.reason import Reason, at, because, reason_of
from pitboss.sheets.game import Game
from pitboss.toolkit.decisions import Choice, Decision
from pitboss.toolkit.strategies import Strategy, chooser_named


def run(options: Namespace) -> int:
    """Print the odds of one sheet, or compare two."""
    if options.compare and options.sheet:
        return fail_question(at("compare", because("command.compare")), as_json=options.json)
    try:
        with counting() as progress:
            answers = [_answer(name, options, progress) for name in options.compare or [options.sheet]]
    except (*FAULTS, ValueError) as fault:
        return fail_question(reason_of(fault), as_json=options.json)
    if options.json:
        found = [_json(answer) for answer in answers]
        print(json.dumps({"compare": found} if options.compare else found[0]))
        return 0
    if options.compare:
        print_comparison(*answers)
    else:
        print_odds(answers[0])
    return 0


def _answer(name: str | None, options: Namespace, progress: CountProgress) -> OddsAnswer:
    game, settings = sheet_with(name, options.set)
    question, link = read_question(game, question_texts(options)), read_link_terms(question_texts(options))
    analysis = _played(game, options.strategy, progress) if options.strategy else analyse(game, progress)
    boxes = _boxes(analysis, question) if options.boxes else None
    odds = assemble_odds(analysis, game, question, link, nothing_counted=True)
    stakes = question.bets if "ante" in question.bets else {"ante": 1}
    house = house_std_dev(boxes, stakes, game.sheet.layout.most_boxes) if boxes else []
    return OddsAnswer(odds, settings, boxes, house)


def _played(game: Game, strategy: str, progress: CountProgress) -> GameAnalysis:
    """The mathematics of a box that is played by a strategy: a name, or a file of Python."""
    if strategy in ("simple", "blind"):
        return StrategyAnalysis(game, *chooser_named(game, strategy), progress)
    return StrategyAnalysis(game, *chooser_named(game, _function_of(Path(strategy))), progress)


def _function_of(path: Path) -> Strategy:
    """The function ``strategy`` of a file of Python; what it raises becomes the answer of the command."""
    try:
        found = runpy.run_path(str(path)).get("strategy")
    except OSError as fault:
        raise _failed("strategy.unreadable", path=str(path), error=str(fault.strerror)) from None
    except Exception as fault:
        raise _failed("strategy.fails", path=str(path), error=_named(fault)) from None
    if not callable(found):
        raise _failed("strategy.undefined", path=str(path))

    def strategy(decision: Decision) -> str | Choice:
        try:
            answer: str | Choice = found(decision)
        except Exception as fault:
            raise _failed("strategy.fails_on", cards=tuple(decision.cards), error=_named(fault)) from None
        return answer

    strategy.__name__ = path.name
    return strategy


def _failed(code: str, **params: Any) -> CommandFailed:
    return CommandFailed(at("strategy", Reason(code, params)))


def _named(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"


def _boxes(analysis: GameAnalysis, question: AnalysisQuestion) -> BoxCovariances:
    """How boxes move together; refused before anything is counted in a game for which it is not."""
    boxes = analysis.boxes(question)
    if boxes is None:
        raise AnalysisFault(at("boxes", because("count.boxes_together")))
    return boxes


def _json(answer: OddsAnswer) -> dict[str, object]:
    found = odds_json(answer.odds, answer.settings)
    if answer.boxes:
        found["boxes"] = boxes_json(answer.boxes, answer.house)
    return found
