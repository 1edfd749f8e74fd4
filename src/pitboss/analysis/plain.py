"""What the families without a jackpot, envy or covariances answer alike."""

from fractions import Fraction
from typing import Protocol

from pitboss.analysis.model import (
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    BoxCovariances,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.own_hand import own_hand_odds
from pitboss.sheets.game import Game


class _Counted(Protocol):
    """What :class:`PlainFamily` needs of the family."""

    @property
    def game(self) -> Game: ...

    def main(self) -> BetOdds: ...

    def strategy(self) -> Strategy: ...


class PlainFamily:
    """A family whose side bets are on one's own hand, and whose jackpot is not counted."""

    def side_bet(self: _Counted, bet: str, stake: int | None) -> BetOdds:
        """A bet on the player's own hand."""
        return own_hand_odds(self.game, bet, stake)

    def jackpot(self) -> JackpotCounts:
        """Refuse: this family counts no jackpot."""
        raise AnalysisFault("jackpot: the mathematics of this family of games counts no jackpot")

    def envy(self) -> Fraction:
        """Refuse: this family counts no jackpot."""
        raise AnalysisFault("jackpot: the mathematics of this family of games counts no jackpot")

    def joint(self: _Counted, question: AnalysisQuestion) -> Joint:
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
