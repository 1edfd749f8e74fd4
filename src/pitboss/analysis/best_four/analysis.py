"""The mathematics of the best four of five cards against the best four of the Dealer's six."""

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pitboss.analysis.model import (
    Advice,
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    CountProgress,
    DecisionSpot,
    Strategy,
)
from pitboss.analysis.plain import PlainFamily
from pitboss.analysis.spots import check_spot
from pitboss.sheets.game import Game

if TYPE_CHECKING:
    from pitboss.analysis.best_four.main_game import MainGame

METHOD: Final = (
    "The Dealer's 20,358,520 hands of six cards are added, lowest first, to counters that say how many of "
    "the hands so far hold a given face-up card and a given set of up to four other cards. Each of the "
    "player's hands, one for all that differ only in the names of suits, asks them before and after the "
    "hands of its own rank are added: how many of the Dealer's hands hold the face-up card and none of the "
    "player's five follows by inclusion and exclusion. A hand takes the choice that is worth most. All "
    "167,439,136,344,480 deals are counted, over 122,151,120 hands with a face-up card."
)
"""The counting method, as the report tells it."""


def analyse(game: Game, progress: CountProgress) -> "BestFour":
    """The analysis of a sheet of the best four cards."""
    return BestFour(game, progress)


class BestFour(PlainFamily):
    """The mathematics of one such sheet; counts are made lazily."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self.game = game
        self._progress = progress

    @cached_property
    def _main(self) -> "MainGame":
        from pitboss.analysis.best_four.main_game import main_game
        from pitboss.analysis.best_four.rules import rules_of

        return main_game(rules_of(self.game), self._progress)

    def main(self) -> BetOdds:
        """The whole main game per unit of Ante under optimal play."""
        from pitboss.analysis.best_four.main_game import main_odds

        return main_odds(self._main)

    def strategy(self) -> Strategy:
        """The optimal play of the main game."""
        from pitboss.analysis.best_four.main_game import strategy_of

        return strategy_of(self._main)

    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """The value of every action at a decision, for the bets of the main game."""
        check_spot(self.game, spot)
        if spot.hand is None or spot.option:
            raise AnalysisFault("hand: this family of games advises on a hand that is seen")
        if spot.up is None:
            raise AnalysisFault("up: the decision is taken by the Dealer's face-up card, so name it: --up Kd")
        from pitboss.analysis.best_four.spot import worth_of_spot

        worth = worth_of_spot(self.game, spot.hand, spot.up, spot.dead)
        most = max(worth.values())
        return Advice(worth, next(action for action, value in worth.items() if value == most))
