"""The counts of a three-card sheet, memoised; each is made lazily."""

from functools import cached_property

from pitboss.analysis.model import CountProgress
from pitboss.analysis.three_card.envy import Envied, envied
from pitboss.analysis.three_card.jackpot_hands import JackpotHands, jackpot_hands
from pitboss.analysis.three_card.main_game import ThreeCardMainGame, main_game
from pitboss.sheets.game import Game


class ThreeCardCounts:
    """The counts of one three-card sheet."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self.game = game
        self.progress = progress

    @cached_property
    def main(self) -> ThreeCardMainGame:
        """The main game, by class under all permutations of suits."""
        return main_game(self.game)

    @cached_property
    def jackpot(self) -> JackpotHands:
        """The jackpot's hands, by class under the permutations of suits that the sheet's lines allow."""
        return jackpot_hands(self.game, self.progress)

    @cached_property
    def envied(self) -> Envied:
        """The hands of another box that bring an Envy Bonus."""
        return envied(self.game, self.jackpot, self.main.played, self.progress)
