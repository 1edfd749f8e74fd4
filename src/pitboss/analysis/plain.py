"""What the families without a jackpot, envy or covariances answer alike."""

from abc import abstractmethod
from fractions import Fraction
from typing import Protocol

from pitboss.analysis.beside import check_kept, gains_beside
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import (
    Advice,
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    DecisionSpot,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.payoffs import side_bets
from pitboss.analysis.questions import stakes_of
from pitboss.analysis.spots import check_spot
from pitboss.cards import Card
from pitboss.reason import at, because
from pitboss.sheets.game import Game


class CountedMainGame(Protocol):
    """The counts of a main game under best play."""

    def odds(self, game: Game) -> BetOdds:
        """The odds of the whole main game per unit of Ante."""

    def strategy(self, game: Game) -> Strategy:
        """Best play in words."""


class PlainFamily(GameAnalysis):
    """A family whose side bets are on one's own hand, and whose jackpot is not counted."""

    @property
    @abstractmethod
    def _main(self) -> CountedMainGame:
        """The counts of the main game, made once."""

    def main(self) -> BetOdds:
        """The whole main game per unit of Ante under optimal play."""
        return self._main.odds(self._game)

    def strategy(self) -> Strategy:
        """The optimal play of the main game."""
        return self._main.strategy(self._game)

    @abstractmethod
    def _worth(self, spot: DecisionSpot, hand: tuple[Card, ...]) -> dict[str, Fraction]:
        """The value of every action at a decision on a hand that is seen, in Antes."""

    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """The value of every action at a decision, for the bets of the question."""
        check_spot(self._game, spot)
        if spot.hand is None or spot.option:
            raise AnalysisFault(at("hand", because("count.seen_hands")))
        stakes = stakes_of(question)
        more = gains_beside(self._game, stakes, spot.hand, spot.board, spot.dead) / stakes["ante"]
        worth = {action: value + more for action, value in self._worth(spot, spot.hand).items()}
        return Advice(worth, max(worth, key=worth.__getitem__))

    def jackpot(self) -> JackpotCounts:
        """Refuse: this family counts no jackpot."""
        raise AnalysisFault(at("jackpot", because("count.no_jackpot", family=self.family)))

    def joint(self, question: AnalysisQuestion) -> Joint:
        """All bets together: side bets that no fold loses do not change the play of the main game."""
        if "jackpot" in question.bets:
            raise AnalysisFault(at("bets.jackpot", because("count.no_jackpot", family=self.family)))
        values = {"ante": question.bets["ante"] * self.main().figures.ev}
        for bet in side_bets(self._game):
            if bet in question.bets:
                check_kept(self._game, bet)
                stake = question.bets[bet]
                values[bet] = stake * self.side_bet(bet, stake).figures.ev
        return Joint(
            strategy=self.strategy(), values=values, breakpoints=(), break_even=None, jackpot_break_even=None
        )
