"""The plan of a sheet, the loop that plays it, and strategies at the decisions of the engine's rounds."""

from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Final, cast, get_args

from pitboss.analysis.decisions import (
    Chooser,
    StrategyName,
    blind,
    simple,
)
from pitboss.analysis.families import UNCOUNTED, analyse, check_counted, family_of
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, CountProgress, DecisionSpot
from pitboss.reason import Reason, at, because
from pitboss.sheets.game import Game
from pitboss.simulation.model import NoLoop, Plan, SimulationFault

_LOOPS: Final = {"three_card": "sets", "stud": "sets", "meeting": "sets", "holdem": "holdem"}
"""By family, the module that has its loop."""


def has_a_loop(game: Game) -> bool:
    """Whether the compiled loops know the game; the engine plays all games."""
    try:
        return family_of(game) in _LOOPS
    except AnalysisFault:
        return False


def plan_of(game: Game, boxes: int, strategy: str, progress: CountProgress) -> Plan:
    """The plan of a sheet for a number of boxes and a strategy."""
    check_boxes(game, boxes)
    named = named_strategy(strategy)
    if not has_a_loop(game):
        raise NoLoop(at(game.sheet.id, because("simulation.no_loop")))
    try:
        check_counted(game, [bet for bet, rule in game.sheet.bets.items() if rule.placed == "before_deal"])
    except AnalysisFault as fault:
        raise NoLoop(fault.reason) from None
    plan: Plan = _loop_of(game).plan(game, boxes, named, progress)
    return plan


def _loop_of(game: Game) -> ModuleType:
    return import_module(f"pitboss.simulation.{_LOOPS[family_of(game)]}")


def best_play_is_counted(game: Game) -> bool:
    """Whether the exact strategy can play the game."""
    try:
        return family_of(game) != UNCOUNTED
    except AnalysisFault:
        return False


def named_strategy(strategy: str) -> StrategyName:
    """A strategy by its name."""
    names = get_args(StrategyName)
    if strategy not in names:
        raise SimulationFault(
            at("strategy", because("simulation.strategy", given=repr(strategy[:40]), strategies=tuple(names)))
        )
    return cast("StrategyName", strategy)


def check_boxes(game: Game, boxes: int) -> None:
    """Refuse more boxes than the layout of the sheet has, or than its deck serves."""
    layout, hands = game.sheet.layout, game.sheet.hands
    if not 1 <= boxes <= layout.most_boxes:
        raise SimulationFault(at("boxes", because("simulation.boxes", most=layout.most_boxes, boxes=boxes)))
    cards = boxes * hands.box + hands.dealer + hands.community
    if cards > game.sheet.deck.cards:
        raise SimulationFault(
            at("boxes", because("simulation.cards", boxes=boxes, cards=cards, deck=game.sheet.deck.cards))
        )


def chooser_of(game: Game, strategy: StrategyName, progress: CountProgress) -> Chooser:
    """A strategy by its name; exact play is looked up where the loops know the game, and else counted."""
    if strategy == "blind":
        return blind
    if strategy == "simple":
        return simple(game)
    if has_a_loop(game):
        return _looked_up(game, progress)
    return _advised(game, progress)


def _looked_up(game: Game, progress: CountProgress) -> Chooser:
    try:
        check_counted(game, ["ante"])
    except AnalysisFault as fault:
        raise SimulationFault(_not_counted(fault)) from None
    choose: Chooser = _loop_of(game).exact_play(game, progress)
    return choose


def _not_counted(fault: AnalysisFault) -> Reason:
    return at("strategy", because("simulation.play_not_counted", why=fault.reason))


def _advised(game: Game, progress: CountProgress) -> Chooser:
    analysis = analyse(game, progress)

    @lru_cache(200_000)
    def best(spot: DecisionSpot) -> str:
        try:
            return analysis.advise(spot, AnalysisQuestion()).best
        except AnalysisFault as fault:
            raise SimulationFault(_not_counted(fault)) from None

    return lambda spot: best(DecisionSpot(hand=spot.own, up=spot.up, board=spot.board, decided=spot.decided))
