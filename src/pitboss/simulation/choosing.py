"""Strategies at the decisions of the engine's rounds, as words: ``play``, ``fold``, ``play x 3``."""

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from pitboss.analysis.decisions import Decision, action_name
from pitboss.analysis.families import analyse, check_counted, family_of
from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, CountProgress, DecisionSpot
from pitboss.cards import Card
from pitboss.reason import Reason, at, because
from pitboss.sheets.game import Game
from pitboss.simulation.model import SimulationFault, StrategyName
from pitboss.simulation.plans import has_a_loop


class EngineSpot(Struct, frozen=True, kw_only=True):
    """A decision of a round, with what the player knows."""

    number: int
    """The number of the decision, from 0."""
    decision: Decision
    own: tuple[Card, ...]
    up: Card | None
    """The Dealer's face-up card."""
    board: tuple[Card, ...]
    """The community cards turned over so far."""
    decided: tuple[str, ...]


Chooser = Callable[[EngineSpot], str]
"""From a decision to the word of an action."""


def chooser_of(game: Game, strategy: StrategyName, progress: CountProgress) -> Chooser:
    """A strategy by its name; exact play is looked up where the loops know the game, and else counted."""
    if strategy == "blind":
        return lambda spot: _bets(spot.decision, bets=True)
    if strategy == "simple":
        return lambda spot: _bets(spot.decision, bets=_simply(game, spot))
    if has_a_loop(game):
        return _looked_up(game, progress)
    return _advised(game, progress)


def _bets(decision: Decision, *, bets: bool) -> str:
    """The least bet, or the other choice; a bet that may be taken back is left where one bets."""
    if decision.takes_back:
        return action_name(decision, None if bets else 0)
    return action_name(decision, decision.sizes[0] if bets else None)


def _simply(game: Game, spot: EngineSpot) -> bool:
    """Whether the simple strategy bets: a whole hand that would qualify, or later a pair with an own card."""
    if not spot.board and len(spot.own) >= game.ranking.size:
        return game.sheet.qualifier is None or game.qualifies(game.ranking.rank(spot.own))
    if not spot.board and spot.number == 0:
        return True
    own, board = [card[0] for card in spot.own], {card[0] for card in spot.board}
    return len(set(own)) < len(own) or any(rank in board for rank in own)


def _looked_up(game: Game, progress: CountProgress) -> Chooser:
    from importlib import import_module

    try:
        check_counted(game, ["ante"])
    except AnalysisFault as fault:
        raise SimulationFault(_not_counted(fault)) from None
    look_up: Callable[[EngineSpot], bool] = import_module(f"pitboss.simulation.{family_of(game)}").exact_play(
        game, progress
    )
    return lambda spot: _bets(spot.decision, bets=look_up(spot))


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
