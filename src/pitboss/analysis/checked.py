"""The seam between a family and whoever asks it: no figure without a check of what the family reads."""

from fractions import Fraction

from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import (
    Advice,
    AnalysisQuestion,
    BetOdds,
    BoxCovariances,
    CountProgress,
    DecisionSpot,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.payoffs import side_bets
from pitboss.analysis.reads import ANTE, ENVY, JACKPOT, check_read
from pitboss.sheets.game import Game


class CheckedAnalysis(GameAnalysis):
    """A family's analysis that answers only what its reads cover; raises :class:`AnalysisFault` otherwise."""

    def __init__(self, checked: type[GameAnalysis], game: Game, progress: CountProgress) -> None:
        super().__init__(game, progress)
        self.family = checked.family
        self.reads = checked.reads
        self._checked = checked(game, progress)

    def main(self) -> BetOdds:
        """The whole main game per unit of Ante under optimal play, with the Ante alone on the box."""
        self._check(ANTE)
        return self._checked.main()

    def strategy(self) -> Strategy:
        """The optimal play of the main game."""
        self._check(ANTE)
        return self._checked.strategy()

    def side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet that is neither of the main game nor the jackpot's."""
        self._check(bet)
        return self._checked.side_bet(bet, stake)

    def jackpot(self) -> JackpotCounts:
        """How often each jackpot line is paid, the box played by the main game's optimal strategy."""
        self._check(JACKPOT)
        return self._checked.jackpot()

    def envy(self) -> Fraction:
        """What one other box with an Ante brings in Envy Bonus, in cents."""
        self._check(ENVY)
        return self._checked.envy()

    def joint(self, question: AnalysisQuestion) -> Joint:
        """Best play for all bets of ``question.bets`` together."""
        self._check_box(question)
        return self._checked.joint(question)

    def boxes(self, question: AnalysisQuestion) -> BoxCovariances | None:
        """Covariances of bets and boxes; None for a family without them."""
        if question.bets:
            self._check_box(question)
        else:
            jackpot = (JACKPOT,) if question.meter is not None else ()
            self._check(ANTE, *side_bets(self._game), *jackpot)
        return self._checked.boxes(question)

    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """The value of every action, for the bets of the question or, if none, for the Ante alone."""
        self._check_box(question)
        return self._checked.advise(spot, question)

    def gone_on(self, question: AnalysisQuestion) -> Fraction:
        """The value in Antes of a hand that has gone on before the flop and that only its player sees."""
        self._check_box(question)
        return self._checked.gone_on(question)

    def _check_box(self, question: AnalysisQuestion) -> None:
        envied = JACKPOT in question.bets and question.others and self._game.gives_envy
        self._check(ANTE, *question.bets, *((ENVY,) if envied else ()))

    def _check(self, *bets: str) -> None:
        for bet in bets:
            check_read(self._game, bet, self.reads, self.family)
