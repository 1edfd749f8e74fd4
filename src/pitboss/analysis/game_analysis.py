"""The contract of the families: what the mathematics of a sheet answers."""

from abc import ABC, abstractmethod
from fractions import Fraction

from pitboss.analysis.bet_odds import own_hand_odds
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
from pitboss.analysis.reads import Reads
from pitboss.reason import at, because
from pitboss.sheets.game import Game


class GameAnalysis(ABC):
    """The mathematics of one sheet, derived from its :class:`Game` alone; counts are made lazily."""

    family: str = "one"
    """The family as a refusal names it."""
    reads: Reads
    """The keys of a sheet that its counts go by; :func:`~pitboss.analysis.families.analyse` asks for them."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self._game = game
        self._progress = progress

    @abstractmethod
    def main(self) -> BetOdds:
        """The whole main game per unit of Ante under optimal play, with the Ante alone on the box."""

    @abstractmethod
    def strategy(self) -> Strategy:
        """The optimal play of the main game."""

    def side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet that is neither of the main game nor the jackpot's; caps apply to a stake in cents.

        A bet that can stand without an Ante stands alone; one that cannot is played by the main
        game's optimal strategy. A family that does not say otherwise counts bets on the own hand.
        """
        return own_hand_odds(self._game, bet, stake)

    @abstractmethod
    def jackpot(self) -> JackpotCounts:
        """How often each jackpot line is paid, the box played by the main game's optimal strategy."""

    @abstractmethod
    def joint(self, question: AnalysisQuestion) -> Joint:
        """Best play for all bets of ``question.bets``, which hold an Ante, together."""

    @abstractmethod
    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """The value of every action, for the bets of the question or, if none, for the Ante alone."""

    def envy(self) -> Fraction:
        """What one other box with an Ante brings in Envy Bonus, in cents; nothing where there is none."""
        if self._game.gives_envy:
            raise AnalysisFault(at("jackpot.lines", because("count.no_envy", family=self.family)))
        return Fraction(0)

    def boxes(self, question: AnalysisQuestion) -> BoxCovariances | None:
        """Covariances of bets and boxes; None for a family without them."""
        return None

    def gone_on(self, question: AnalysisQuestion) -> Fraction:
        """The value in Antes of a hand that has gone on before the flop and that only its player sees."""
        raise AnalysisFault(at("decided", because("count.unseen_later", family=self.family)))
