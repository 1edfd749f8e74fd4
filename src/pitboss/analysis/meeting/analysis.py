"""The mathematics of a game of one decision, from its sheet."""

from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pitboss.analysis import payoffs
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import AnalysisFault, BetOdds, DecisionSpot
from pitboss.analysis.reads import MET
from pitboss.cards import DECK, Card
from pitboss.reason import at, because

if TYPE_CHECKING:
    from pitboss.analysis.meeting.main_game import MeetingMainGame, MeetingRules

METHOD: Final = (
    "The Dealer's hands are added, lowest first, to counters that say how many of the hands so far hold a "
    "given set of cards. Each of the player's hands, one for all that differ only in the names of suits, "
    "asks them before and after the hands of its own rank are added: how many of the Dealer's hands hold the "
    "face-up card, if there is one, and none of the player's follows by inclusion and exclusion. A hand is "
    "played, in the size worth most, where that is worth more than folding it. All deals are counted."
)
"""The counting method, as the report tells it."""


class Meeting(GameAnalysis):
    """The mathematics of a sheet of one decision."""

    reads = MET

    @cached_property
    def _rules(self) -> "MeetingRules":
        from pitboss.analysis.meeting.main_game import rules_of

        return rules_of(self._game)

    @cached_property
    def _main(self) -> "MeetingMainGame":
        from pitboss.analysis.meeting.main_game import main_game

        return main_game(self._game, self._rules, self._progress)

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the player's own hand; one that a fold loses is on a box played by the strategy."""
        if not payoffs.depends_on_play(self._game, bet) or not self._game.pays[bet].hands:
            return super()._side_bet(bet, stake)
        return self._main.side_bet_odds(self._game, bet, stake)

    def _worth(self, spot: DecisionSpot, hand: tuple[Card, ...]) -> dict[str, Fraction]:
        if self._rules.face_up and spot.up is None:
            raise AnalysisFault(at("up", because("spot.name_up")))
        import numpy as np

        from pitboss.analysis.hand_kinds import card_number

        rules, up = self._rules, () if spot.up is None else (spot.up,)
        gone = {*hand, *up, *spot.dead}
        left = [card_number(card) for card in DECK if card not in gone]
        hidden = np.array(list(combinations(left, rules.dealer - len(up))), dtype=np.int64)
        shown = np.broadcast_to([card_number(card) for card in up], (len(hidden), len(up)))
        dealers = rules.levels.of_cards(np.concatenate([hidden, shown.astype(np.int64)], axis=1))
        own = rules.levels.of_cards(np.array([[card_number(card) for card in hand]]))[0]
        compared = np.where(dealers < own, 0, np.where(dealers == own, 1, 2))
        met = np.bincount(compared + 3 * rules.qualifies[dealers], minlength=6)
        held, raised = (int(gained) for gained in rules.gains[own] @ met)
        whole = len(dealers) * rules.unit
        found = {"fold": Fraction(rules.fold, rules.unit)}
        for size in rules.sizes:
            name = f"{rules.bet} x {size}" if len(rules.sizes) > 1 else rules.bet
            found[name] = Fraction(held + size * raised, whole)
        return found


FAMILY: Final = Meeting
