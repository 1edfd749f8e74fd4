"""The mathematics of a game without a Dealer's hand, from its sheet."""

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import AnalysisFault, DecisionSpot, Strategy
from pitboss.analysis.reads import DECIDED
from pitboss.cards import Card
from pitboss.reason import at, because

if TYPE_CHECKING:
    from pitboss.analysis.own_cards.main_game import OwnCardsMainGame
    from pitboss.analysis.own_cards.play import OwnCardsRules


class OwnCards(GameAnalysis):
    """The mathematics of a sheet without a Dealer's hand."""

    reads = DECIDED
    method = (
        "Hands that differ only in the names of their suits stand for each other. For each, every order of "
        "the community cards is dealt. What a bet gains is known by the final hand, so the value of a "
        "choice is the sum over the cards still to come; the last decision takes the choice worth most, and "
        "so back to the first. All orders of the community cards are counted."
    )

    @cached_property
    def _rules(self) -> "OwnCardsRules":
        from pitboss.analysis.own_cards.main_game import rules_of

        return rules_of(self._game)

    @cached_property
    def _main(self) -> "OwnCardsMainGame":
        from pitboss.analysis.own_cards.main_game import main_game

        return main_game(self._game, self._rules, self._progress)

    def _strategy(self) -> Strategy:
        return self._main.strategy(self._game)

    def _worth(self, spot: DecisionSpot, hand: tuple[Card, ...]) -> dict[str, Fraction]:
        from pitboss.analysis.hand_kinds import card_number
        from pitboss.analysis.own_cards.main_game import values
        from pitboss.analysis.own_cards.play import HandTree

        number, stakes, done = self._so_far(spot)
        own, board, dead = (tuple(map(card_number, cards)) for cards in (hand, spot.board, spot.dead))
        tree = HandTree(self._rules, own, board, frozenset(dead))
        return values(tree, number, stakes, done)

    def _so_far(self, spot: DecisionSpot) -> tuple[int, tuple[int, ...], frozenset[str]]:
        """The decision of a spot, with the stakes and the bets settled before it.

        Of a bet whose size is not named, such as ``third`` for ``third x 3``, the least is assumed.
        """
        rules, stakes, done = self._rules, list(self._rules.first), set[str]()
        answers = iter(spot.decided)
        for number, decision in enumerate(rules.decisions):
            if decision.bet in done:
                continue
            if decision.open == len(spot.board):
                return number, tuple(stakes), frozenset(done)
            word, _, size = next(answers, "check").partition(" x ")
            if word in (decision.bet, f"withdraw {decision.bet}", "withdraw"):
                done.add(decision.bet)
                staked = 0 if decision.takes_back else int(size or decision.sizes[0])
                stakes[rules.bets.index(decision.bet)] = staked
        raise AnalysisFault(at("board", because("spot.nothing_left")))
