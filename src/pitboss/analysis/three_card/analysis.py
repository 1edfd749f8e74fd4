"""The mathematics of a three-card game, from its sheet.

Modules that need numpy are imported lazily: advice on a seen hand does without.
"""

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec import structs

from pitboss.analysis import payoffs
from pitboss.analysis.best_play import ENVY, JACKPOT, HandGroup, LinearGain, box_of
from pitboss.analysis.bet_odds import own_hand_odds
from pitboss.analysis.jackpot import line_counts, line_pays
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
from pitboss.analysis.seen_hand import check_jackpot_list, hand_in_play
from pitboss.analysis.sets.analysis import OneDecision

if TYPE_CHECKING:
    from pitboss.analysis.sets.main_game import PlayCounts
    from pitboss.analysis.sets.policy import SetPolicy
    from pitboss.analysis.three_card.play import ThreeCardCounts


_READS: Final[Reads] = {
    **MET,
    **jackpot_reads(("own", "own_and_dealer", "own_and_community"), (3, 5)),
    **ENVY_BONUS,
}


class ThreeCard(OneDecision):
    """The mathematics of a sheet of three-card hands."""

    family = "three_card"
    reads = _READS
    method = (
        "Hands of three cards that differ only by a change of suits which the sheet does not tell apart "
        "stand for each other: 1,755 classes, each against all 18,424 hands of the Dealer. How many of them "
        "are lower, the same, higher or do not qualify follows by inclusion and exclusion over its cards. A "
        "hand is played where that is worth more than folding it, all bets on the box considered. A jackpot "
        "on the Dealer's cards too is counted over all 407,170,400 deals of both hands, one on community "
        "cards over all sets of two; an Envy Bonus over all deals of another box and the Dealer. "
        "Covariances of boxes are sums over every hand of the Dealer and every two hands without a common "
        "card."
    )
    _advised = False
    """Whether a seen hand has been advised on before."""

    @cached_property
    def counts(self) -> "ThreeCardCounts":
        """All hands as arrays."""
        from pitboss.analysis.three_card.play import ThreeCardCounts

        return ThreeCardCounts(self._game, self._progress)

    @property
    def _main(self) -> "PlayCounts":
        return self.counts.by_category

    def best_play(self) -> "SetPolicy":
        """Best play of every hand."""
        from pitboss.analysis.three_card.play import best_play

        return best_play(self._game)

    def _strategy(self) -> Strategy:
        from pitboss.analysis.three_card.play import hands_of_box, play_or_fold

        return play_or_fold(self._game, hands_of_box(self.counts, {"ante": 1}), Fraction(0))[0]

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the hand of three; one that can stand without an Ante stands alone. No cap applies."""
        if not payoffs.by_category(self._game, bet) and not payoffs.depends_on_play(self._game, bet):
            return own_hand_odds(self._game, bet, stake)
        payoffs.check_categories(self._game, bet)
        if self._game.sheet.bets[bet].needs_ante:
            return self.on_a_played_box(bet, stake)
        return self._main.side_bet_odds(self._game, bet, stake, lost=False, played_by="alone")

    def on_a_played_box(self, bet: str, stake: int | None = None) -> BetOdds:
        """The odds of a side bet beside an Ante, whose box is played by the optimal strategy."""
        lost = payoffs.lost_by_a_fold(self._game, bet)
        return self._main.side_bet_odds(self._game, bet, stake, lost=lost)

    def _jackpot(self) -> JackpotCounts:
        from pitboss.analysis.three_card.deals import HANDS

        hands, size = self.counts.jackpot, self.counts.jackpot.classes.size
        if payoffs.lost_by_a_fold(self._game, JACKPOT):
            size = size * self.counts.main.played[hands.all_alike]
        lines = (hands.lines.sum(axis=1) * size[:, None]).sum(axis=0)
        return JackpotCounts(
            lines=line_counts(self._game, lines.tolist()),
            total=HANDS * hands.sets,
            forfeited=(HANDS - int(size.sum())) * hands.sets,
        )

    def _envy(self) -> Fraction:
        if not self._game.gives_envy:
            return Fraction(0)
        from pitboss.analysis.three_card.play import hands_of_box

        one = hands_of_box(self.counts, {"ante": 1, JACKPOT: 1}, 1)
        return one.box.value(ENVY, self.counts.main.played[self.counts.jackpot.all_alike].tolist()).fixed

    def _joint(self, question: AnalysisQuestion) -> Joint:
        from pitboss.analysis.three_card.play import hands_of_box, play_or_fold

        self._check_sides(question.bets)
        meter = question.meter or Fraction(0)
        hands = hands_of_box(self.counts, question.bets, question.others)
        strategy, _ = play_or_fold(self._game, hands, meter)
        return hands.box.joint(payoffs.decision_bet(self._game), meter, strategy)

    def _boxes(self, question: AnalysisQuestion) -> BoxCovariances:
        """Covariances of the bets named in the question, or of all bets under the main game's strategy."""
        from pitboss.analysis.three_card.covariance import bets_of, covariances
        from pitboss.analysis.three_card.play import hands_of_box, play_or_fold

        game, meter, side = self._game, question.meter, payoffs.side_bets(self._game)
        self._check_sides(side)
        if "ante" in question.bets:
            names = tuple(bet for bet in ("ante", *side, JACKPOT) if bet in question.bets)
            stakes = question.bets
        else:
            names = ("ante", *side, *((JACKPOT,) if meter is not None else ()))
            stakes = {"ante": 1}
        hands = hands_of_box(self.counts, stakes, question.others)
        played = play_or_fold(game, hands, meter or Fraction(0))[1]
        jackpot = question.bets.get(JACKPOT, question.jackpot_bet)
        pays = line_pays(game, jackpot) if JACKPOT in names else ()
        bets = bets_of(self.counts, played, next((bet for bet in side if bet in names), None), pays)
        return covariances(self.counts, bets, names, jackpot, meter or Fraction(0))

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        stakes = stakes_of(question)
        self._check_sides(stakes)
        if JACKPOT in stakes:
            check_jackpot_list(self._game)
        if spot.hand is None:
            from pitboss.analysis.three_card.deals import card_number
            from pitboss.analysis.three_card.play import hands_of_box

            dead = tuple(map(card_number, spot.dead))
            box = hands_of_box(self.counts, stakes, question.others, dead).box
        else:
            hand = hand_in_play(self._game, spot, stakes, self._met(spot))
            if JACKPOT in stakes and question.others and self._game.gives_envy:
                hand = self._with_envy(hand, spot, question.others)
            box = box_of([hand])
        bet = payoffs.decision_bet(self._game)
        return box.advice(bet, spot, question.meter or Fraction(0), stakes["ante"])

    def _met(self, spot: DecisionSpot) -> list[int] | None:
        """The Dealer's hands by outcome, from the counts of all hands: one hand alone is quicker without."""
        before, self._advised = self._advised, True
        if spot.dead or not before:
            return None
        try:
            from pitboss.analysis.three_card.deals import ALL_SUITS_ALIKE, classes, hand_number
        except ModuleNotFoundError:
            return None
        row = classes(ALL_SUITS_ALIKE).of_hand[hand_number(spot.hand or ())]
        met: list[int] = self.counts.main.meetings[row].tolist()
        return met

    def _with_envy(self, hand: HandGroup, spot: DecisionSpot, others: int) -> HandGroup:
        """A hand with what other boxes bring it in Envy Bonus."""
        import numpy as np

        from pitboss.analysis.three_card.deals import card_number, hand_number
        from pitboss.analysis.three_card.jackpot_hands import envied_without, totals

        envied = envied_without(self.counts.envied, tuple(map(card_number, spot.dead)))
        of_one = int(totals(envied, np.array([hand_number(spot.hand or ())]))[0])
        brings = LinearGain(Fraction(others * of_one, envied.deals))
        kept = LinearGain(Fraction(0)) if self._game.readings.envy_after_fold == "lost" else brings
        return structs.replace(hand, stay={**hand.stay, ENVY: brings}, fold={**hand.fold, ENVY: kept})
