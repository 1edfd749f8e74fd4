"""What the families without a jackpot, envy or covariances answer alike."""

from abc import ABC, abstractmethod
from fractions import Fraction

from pitboss.analysis.model import (
    Advice,
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    BoxCovariances,
    CountProgress,
    DecisionSpot,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.own_hand import own_hand_odds
from pitboss.analysis.spots import check_spot
from pitboss.cards import Card
from pitboss.sheets.game import Game


class PlainFamily(ABC):
    """A family whose side bets are on one's own hand, and whose jackpot is not counted."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self.game = game
        self._progress = progress

    @abstractmethod
    def main(self) -> BetOdds:
        """The whole main game per unit of Ante under optimal play."""

    @abstractmethod
    def strategy(self) -> Strategy:
        """The optimal play of the main game."""

    @abstractmethod
    def _worth(self, spot: DecisionSpot, hand: tuple[Card, ...]) -> dict[str, Fraction]:
        """The value of every action at a decision on a hand that is seen, in Antes."""

    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """The value of every action at a decision, for the bets of the main game."""
        check_spot(self.game, spot)
        if spot.hand is None or spot.option:
            raise AnalysisFault("hand: this family of games advises on a hand that is seen")
        worth = self._worth(spot, spot.hand)
        return Advice(worth, max(worth, key=worth.__getitem__))

    def side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the player's own hand."""
        return own_hand_odds(self.game, bet, stake)

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
            bet: stake * (self.main() if bet == "ante" else own_hand_odds(self.game, bet, stake)).figures.ev
            for bet, stake in question.bets.items()
        }
        return Joint(
            strategy=self.strategy(), values=values, breakpoints=(), break_even=None, jackpot_break_even=None
        )

    def boxes(self, question: AnalysisQuestion) -> BoxCovariances | None:
        """None: covariances are not counted for this family."""
        return None
