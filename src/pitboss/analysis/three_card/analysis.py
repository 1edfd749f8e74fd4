"""The mathematics of a three-card game, from its sheet.

Modules that need numpy are imported lazily: advice on a seen hand does without.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec import structs

from pitboss.analysis import best_play, payoffs
from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain
from pitboss.analysis.bet_odds import own_hand_odds
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.model import (
    Advice,
    AnalysisQuestion,
    BetOdds,
    BoxCovariances,
    DecisionSpot,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.questions import stakes_of
from pitboss.analysis.reads import ENVY_BONUS, MET, Reads, jackpot_reads
from pitboss.analysis.three_card.spot import DealerCounts, check_jackpot_list, hand_in_play
from pitboss.cards import Card

if TYPE_CHECKING:
    from pitboss.analysis.three_card.array_analysis import ArrayAnalysis


METHOD: Final = (
    "Hands of three cards that differ only by a change of suits which the sheet does not tell apart stand "
    "for each other: 1,755 classes, each against all 18,424 hands of the Dealer. How many of them are lower, "
    "the same, higher or do not qualify follows by inclusion and exclusion over its cards. A hand is "
    "played where that is worth more than folding it, all bets on the box considered. A jackpot on the "
    "Dealer's cards too is counted over all 407,170,400 deals of both hands, one on community cards over all "
    "sets of two; an Envy Bonus over all deals of another box and the Dealer. Covariances of boxes are sums "
    "over every hand of the Dealer and every two hands without a common card."
)
"""The counting method, as the report tells it."""


_READS: Final[Reads] = {
    **MET,
    **jackpot_reads(("own", "own_and_dealer", "own_and_community"), (3, 5)),
    **ENVY_BONUS,
}


class ThreeCard(GameAnalysis):
    """The mathematics of a sheet of three-card hands; :class:`ArrayAnalysis` does what needs numpy."""

    family = "three_card"
    reads = _READS
    _advised = False
    """Whether a seen hand has been advised on before."""

    @cached_property
    def _dealer_counts(self) -> DealerCounts:
        return DealerCounts(self._game.ranking)

    @cached_property
    def _arrays(self) -> "ArrayAnalysis":
        from pitboss.analysis.three_card.array_analysis import ArrayAnalysis

        return ArrayAnalysis(self._game, self._progress)

    def _odds(self) -> BetOdds:
        return self._arrays.main()

    def _strategy(self) -> Strategy:
        return self._arrays.strategy()

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        if not payoffs.by_category(self._game, bet) and not payoffs.depends_on_play(self._game, bet):
            return own_hand_odds(self._game, bet, stake)
        payoffs.check_categories(self._game, bet)
        return self._arrays.side_bet(bet, stake)

    def _jackpot(self) -> JackpotCounts:
        return self._arrays.jackpot()

    def _envy(self) -> Fraction:
        return self._arrays.envy()

    def _joint(self, question: AnalysisQuestion) -> Joint:
        self._check_sides(question.bets)
        return self._arrays.joint(question)

    def _boxes(self, question: AnalysisQuestion) -> BoxCovariances:
        self._check_sides(payoffs.side_bets(self._game))
        return self._arrays.boxes(question)

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        stakes = stakes_of(question)
        self._check_sides(stakes)
        if JACKPOT in stakes:
            check_jackpot_list(self._game)
        if spot.hand is None:
            return self._arrays.advise_unseen(spot, question)
        # One hand alone is quicker without the counts, which serve all that follow.
        counts = self._dealer_counts if self._advised else None
        self._advised = True
        hand = hand_in_play(self._game, spot.hand, spot.dead, stakes, counts)
        if JACKPOT in stakes and question.others and self._game.gives_envy:
            hand = self._with_envy(hand, spot.hand, spot.dead, question.others)
        meter, bet = question.meter or Fraction(0), payoffs.decision_bet(self._game)
        return best_play.value_of_actions([hand], bet, spot, meter, stakes["ante"])

    def _check_sides(self, bets: Iterable[str]) -> None:
        """Refuse side bets that are counted alone, and not together with others."""
        for bet in bets:
            if bet in payoffs.side_bets(self._game):
                payoffs.check_categories(self._game, bet)

    def _with_envy(
        self, hand: HandGroup, cards: tuple[Card, ...], dead: tuple[Card, ...], others: int
    ) -> HandGroup:
        brings = LinearGain(others * self._arrays.envy_of_hand(cards, dead))
        kept = LinearGain(Fraction(0)) if self._game.readings.envy_after_fold == "lost" else brings
        return structs.replace(hand, stay={**hand.stay, "envy": brings}, fold={**hand.fold, "envy": kept})


FAMILY: Final = ThreeCard
