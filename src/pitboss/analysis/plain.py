"""What the families without a jackpot, envy or covariances answer alike."""

from abc import abstractmethod
from fractions import Fraction
from typing import Protocol

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
from pitboss.analysis.own_hand import own_hand_odds
from pitboss.analysis.spots import check_spot
from pitboss.cards import Card
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
        """The value of every action at a decision, for the bets of the main game."""
        check_spot(self._game, spot)
        if spot.hand is None or spot.option:
            raise AnalysisFault("hand: this family of games advises on a hand that is seen")
        worth = self._worth(spot, spot.hand)
        return Advice(worth, max(worth, key=worth.__getitem__))

    def jackpot(self) -> JackpotCounts:
        """Refuse: this family counts no jackpot."""
        raise AnalysisFault("jackpot: the mathematics of this family of games counts no jackpot")

    def envy(self) -> Fraction:
        """Refuse: this family counts no jackpot."""
        raise AnalysisFault("jackpot: the mathematics of this family of games counts no jackpot")

    def joint(self, question: AnalysisQuestion) -> Joint:
        """All bets together: side bets that no fold loses do not change the play of the main game."""
        if "jackpot" in question.bets:
            raise AnalysisFault("bets.jackpot: the mathematics of this family of games counts no jackpot")
        values = {
            bet: stake * (self.main() if bet == "ante" else own_hand_odds(self._game, bet, stake)).figures.ev
            for bet, stake in question.bets.items()
        }
        return Joint(
            strategy=self.strategy(), values=values, breakpoints=(), break_even=None, jackpot_break_even=None
        )
