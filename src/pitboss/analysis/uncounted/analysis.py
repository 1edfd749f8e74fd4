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
    Strategy,
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

    def side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the player's own hand."""
        check_read(self._game, bet, self.reads, self.family)
        return super().side_bet(bet, stake)

    def main(self) -> BetOdds:
        """Refuse: no family counts the main game."""
        self._refuse()

    def strategy(self) -> Strategy:
        """Refuse: no family counts the main game."""
        self._refuse()

    def jackpot(self) -> JackpotCounts:
        """Refuse: which boxes stay in is not known."""
        self._refuse()

    def envy(self) -> Fraction:
        """Refuse: which boxes stay in is not known."""
        self._refuse()

    def joint(self, question: AnalysisQuestion) -> Joint:
        """Refuse: no family counts the main game."""
        self._refuse()

    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """Refuse: no family counts the main game."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        # A rule is the reason only where the game is otherwise dealt and decided as a family's.
        rule = rule_not_counted(self._game) if family_shape(self._game) else None
        raise AnalysisFault(rule or at("hands", because("count.no_family")))


FAMILY: Final = Uncounted
