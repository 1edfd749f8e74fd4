"""Strategies at the decisions of the engine's rounds, as words: ``play``, ``fold``, ``play x 3``."""

from collections.abc import Callable
from functools import lru_cache

from pitboss.analysis.families import analyse, check_counted, family_of
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, CountProgress, DecisionSpot
from pitboss.analysis.strategies import (
    Chooser,
    InformationSet,
    StrategyName,
    blind,
    least_bet,
    simple,
)
from pitboss.reason import Reason, at, because
from pitboss.sheets.game import Game
from pitboss.simulation.model import SimulationFault
from pitboss.simulation.plans import has_a_loop


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
    from importlib import import_module

    try:
        check_counted(game, ["ante"])
    except AnalysisFault as fault:
        raise SimulationFault(_not_counted(fault)) from None
    look_up: Callable[[InformationSet], bool] = import_module(
        f"pitboss.simulation.{family_of(game)}"
    ).exact_play(game, progress)
    return lambda spot: least_bet(spot.decision, bets=look_up(spot))


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
