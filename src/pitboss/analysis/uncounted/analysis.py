"""The mathematics of a game of no family: the bets on one's own hand, and a sentence for every other."""

from fractions import Fraction
from typing import Final, NoReturn

from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import (
    Advice,
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    DecisionSpot,
    JackpotCounts,
    Joint,
)
from pitboss.analysis.reads import OWN_HAND, check_read
from pitboss.analysis.shapes import family_shape, rule_not_counted
from pitboss.reason import at, because

METHOD: Final = (
    "No family of the mathematics is dealt and decided as this game is, so its main game is not counted. "
    "A bet on the player's own hand is counted over every hand, with the community cards where they belong "
    "to it."
)
"""The counting method, as the report tells it."""


class Uncounted(GameAnalysis):
    """The mathematics of a sheet that fits no family: its play is not counted."""

    family = "uncounted"
    reads = OWN_HAND

    @property
    def _main(self) -> NoReturn:
        # A rule is the reason only where the game is otherwise dealt and decided as a family's.
        rule = rule_not_counted(self._game) if family_shape(self._game) else None
        raise AnalysisFault(rule or at("hands", because("count.no_family")))

    def _check(self, *bets: str) -> None:
        """Nothing is checked: that no family counts the play says more than a key that none reads."""

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        check_read(self._game, bet, self.reads, self.family)
        return super()._side_bet(bet, stake)

    def _jackpot(self) -> JackpotCounts:
        return self._main

    def _envy(self) -> Fraction:
        return self._main

    def _joint(self, question: AnalysisQuestion) -> Joint:
        return self._main

    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """Refuse: no family counts the main game."""
        return self._main


FAMILY: Final = Uncounted
