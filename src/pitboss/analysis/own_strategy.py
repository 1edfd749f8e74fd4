"""The exact figures of a box that is played by a given strategy, not by the best."""

from fractions import Fraction
from functools import cached_property
from typing import Final

from pitboss.analysis import payoffs
from pitboss.analysis.decisions import Chooser
from pitboss.analysis.families import UNCOUNTED, analyse, check_counted, family_of
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import (
    Advice,
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    CountProgress,
    DecisionSpot,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.reason import at, because
from pitboss.sheets.game import Game

_ONE_DECISION: Final = frozenset({"three_card", "stud", "meeting"})


def strategy_odds(game: Game, choose: Chooser, progress: CountProgress) -> BetOdds:
    """The odds of the whole main game per unit of Ante under a strategy.

    The strategy is asked once about each information set; of those that differ in the names of suits alone,
    or in the order of community cards, one stands for all. Raises :class:`AnalysisFault` for a game that is
    not counted.
    """
    family = family_of(game)
    if family == UNCOUNTED:
        return analyse(game, progress).main()
    check_counted(game, ["ante"])
    if family in _ONE_DECISION:
        from pitboss.analysis.sets import main_game as one_decision

        return one_decision.main_game_by(game, one_decision.rules_of(game), choose, progress).odds(game)
    if family == "own_cards":
        from pitboss.analysis.own_cards import main_game as own_cards

        return own_cards.main_game_by(game, own_cards.rules_of(game), choose, progress).odds(game)
    raise AnalysisFault(at("strategy", because("count.strategy_on_boards")))


class StrategyAnalysis(GameAnalysis):
    """The mathematics of a sheet whose box is played by a strategy."""

    def __init__(self, game: Game, choose: Chooser, called: str, progress: CountProgress) -> None:
        super().__init__(game, progress)
        self._choose, self._name = choose, called
        self._best = analyse(game, progress)

    def _check(self, *bets: str) -> None:
        """Nothing is checked here: what counts the strategy, or best play, asks by itself."""

    @cached_property
    def _counted(self) -> BetOdds:
        return strategy_odds(self._game, self._choose, self._progress)

    def _odds(self) -> BetOdds:
        return self._counted

    def _strategy(self) -> Strategy:
        return Strategy(contract={"strategy": self._name}, reason=because("strategy.own", name=self._name))

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        if payoffs.depends_on_play(self._game, bet):
            raise AnalysisFault(at(f"bets.{bet}", because("count.lost_by_a_fold")))
        return self._best.side_bet(bet, stake)

    def _jackpot(self) -> JackpotCounts:
        if payoffs.lost_by_a_fold(self._game, "jackpot"):
            raise AnalysisFault(at("jackpot", because("count.lost_by_a_fold")))
        return self._best.jackpot()

    def _envy(self) -> Fraction:
        raise AnalysisFault(at("others", because("count.strategy_alone")))

    def _joint(self, question: AnalysisQuestion) -> Joint:
        """All bets together: the strategy plays whatever lies beside the Ante."""
        values = {"ante": question.bets["ante"] * self._counted.figures.ev}
        for bet, stake in question.bets.items():
            if bet == "jackpot":
                raise AnalysisFault(at("bets.jackpot", because("count.strategy_alone")))
            if bet != "ante":
                values[bet] = stake * self._side_bet(bet, stake).figures.ev
        return Joint(
            strategy=self._strategy(), values=values, breakpoints=(), break_even=None, jackpot_break_even=None
        )

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        raise AnalysisFault(at("strategy", because("count.strategy_alone")))
