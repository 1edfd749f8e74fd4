"""The mathematics of hold'em with one bet of the player's, from its sheet."""

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import BetOdds, DecisionSpot, Strategy
from pitboss.analysis.payoffs import depends_on_play
from pitboss.analysis.reads import HOLE_CARDS, MET, Reads
from pitboss.cards import Card

if TYPE_CHECKING:
    from pitboss.analysis.one_raise.main_game import OneRaiseMainGame

_READS: Final[Reads] = {**MET, **HOLE_CARDS}


class OneRaise(GameAnalysis):
    """The mathematics of a hold'em sheet whose player makes one bet, on the street of their choice."""

    reads = _READS
    method = (
        "Boards that differ only in the names of their suits stand for each other: 134,459 boards of five "
        "cards. On each, all pairs of hole cards are ranked once; how many of the Dealer's pairs each "
        "beats, ties and loses to, and how many do not qualify, follows from counts of the pairs below it, "
        "less those that hold one of its cards. What the bet is worth is summed over rivers, turns and "
        "flops; on each street it is made where that is worth more than waiting or folding. All "
        "55,627,620,048,000 deals are counted."
    )

    @cached_property
    def _main(self) -> "OneRaiseMainGame":
        from pitboss.analysis.one_raise.main_game import main_game
        from pitboss.analysis.one_raise.rules import rules_of

        return main_game(rules_of(self._game), self._progress)

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the hand of seven, or on the hole cards where no fold loses it."""
        from pitboss.analysis.boards.classes import CLASSES
        from pitboss.analysis.holdem.hole_cards import hole_cards_odds

        if self._game.pays[bet].hole_lines and not depends_on_play(self._game, bet):
            return hole_cards_odds(self._game, bet, stake, [True] * len(CLASSES))
        return super()._side_bet(bet, stake)

    def _strategy(self) -> Strategy:
        return self._main.strategy(self._game)

    def _worth(self, spot: DecisionSpot, hand: tuple[Card, ...]) -> dict[str, Fraction]:
        if not spot.board and not spot.dead:
            from pitboss.analysis.boards.classes import class_number

            return self._main.values(class_number(hand))
        from pitboss.analysis.one_raise.advice import worth_of_spot

        return worth_of_spot(self._game, spot)
