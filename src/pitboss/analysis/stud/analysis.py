"""The mathematics of the stud game, from its sheet.

Modules that need numpy are imported lazily: advice on a seen hand does without.
"""

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pitboss.analysis import best_play, payoffs
from pitboss.analysis.best_play import JACKPOT, HandGroup, LinearGain
from pitboss.analysis.bet_odds import own_hand_odds
from pitboss.analysis.categories import jackpot_lines
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.jackpot import line_counts
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
from pitboss.analysis.payoffs import decision_bet, gain_of_fold, gains_of_bet
from pitboss.analysis.questions import stakes_of
from pitboss.analysis.reads import MET, Reads, jackpot_reads
from pitboss.analysis.stud.spot import dealers_hands, jackpot_gains
from pitboss.cards import Card
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.reason import at, because

if TYPE_CHECKING:
    from pitboss.analysis.stud.main_game import StudMainGame


METHOD: Final = (
    "The Dealer's 2,598,960 hands are added, lowest first, to counters that say how many of the hands so "
    "far hold a given face-up card and a given set of up to three other cards. Each of the player's "
    "hands, one for all that differ only in the names of suits, asks them before and after the hands of "
    "its own rank are added: how many of the Dealer's hands hold the face-up card and none of the "
    "player's five follows by inclusion and exclusion. A hand bets where that is worth more than folding "
    "it, all bets on the box considered. All 19,933,230,517,200 deals are counted, over 122,151,120 hands "
    "with a face-up card."
)
"""The counting method, as the report tells it."""


_READS: Final[Reads] = {**MET, **jackpot_reads(("own",), (5,))}


class Stud(GameAnalysis):
    """The mathematics of a sheet whose hands have five cards, one of the Dealer's face up."""

    family = "stud"
    reads = _READS

    @cached_property
    def _counts(self) -> "StudMainGame":
        from pitboss.analysis.stud.main_game import main_game
        from pitboss.analysis.stud.meetings import meetings

        return main_game(self._game, meetings(self._game, self._progress))

    def _odds(self) -> BetOdds:
        from pitboss.analysis.stud.main_game import main_odds

        return main_odds(self._game, self._counts)

    def _strategy(self) -> Strategy:
        from pitboss.analysis.stud.strategy import bet_or_fold

        return bet_or_fold(self._game, self._counts, {"ante": 1}, Fraction(0))

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the hand of five; one that a fold loses is on a box played by the optimal strategy."""
        if not payoffs.depends_on_play(self._game, bet) or not self._game.pays[bet].hands:
            return own_hand_odds(self._game, bet, stake)
        from pitboss.analysis.stud.main_game import side_bet_odds

        return side_bet_odds(self._game, self._counts, bet, stake)

    def _jackpot(self) -> JackpotCounts:
        from pitboss.analysis.stud.main_game import spots
        from pitboss.analysis.stud.meetings import FACE_UP
        from pitboss.analysis.stud.packing import HANDS

        game, main = self._game, self._counts
        lost = payoffs.lost_by_a_fold(game, JACKPOT)
        paid = main.advantage > 0 if lost else main.advantage == main.advantage
        lines = [Fraction(0)] * len(game.jackpot_pays)
        kept = 0
        for place, category in enumerate(FIVE_CARD_CATEGORIES):
            number = spots(main.meetings, paid, place)
            kept += number
            for line, suits in jackpot_lines(game, category).items():
                if line is not None:
                    lines[line] += Fraction(number * suits, 4)
        unit = 1 if lost else FACE_UP
        return JackpotCounts(
            lines=line_counts(game, [number / unit for number in lines]),
            total=HANDS * FACE_UP // unit,
            forfeited=(HANDS * FACE_UP - kept) // unit,
        )

    def _joint(self, question: AnalysisQuestion) -> Joint:
        from pitboss.analysis.stud.box import hands_of_box
        from pitboss.analysis.stud.strategy import bet_or_fold

        meter = question.meter or Fraction(0)
        hands = hands_of_box(self._game, self._counts, question.bets)
        strategy = bet_or_fold(self._game, self._counts, question.bets, meter)
        return best_play.joint(hands, self._counts.bet, meter, strategy)

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        stakes = stakes_of(question)
        hands = self._possible_hands(spot, stakes)
        meter = question.meter or Fraction(0)
        return best_play.value_of_actions(hands, decision_bet(self._game), spot, meter, stakes["ante"])

    def _possible_hands(self, spot: DecisionSpot, stakes: dict[str, int]) -> list[HandGroup]:
        if spot.hand is not None:
            if spot.up is None:
                raise AnalysisFault(at("up", because("spot.name_up")))
            return [self._one_hand(spot.hand, spot.up, spot.dead, stakes)]
        from pitboss.analysis.stud.box import hands_of_box
        from pitboss.analysis.stud.main_game import main_game
        from pitboss.analysis.stud.meetings import meetings_of_spot

        if spot.up is None and not spot.dead:
            return hands_of_box(self._game, self._counts, stakes)
        if spot.up is None:
            raise AnalysisFault(at("up", because("spot.name_up_dead")))
        met = meetings_of_spot(self._game, spot.up, spot.dead, self._progress)
        return hands_of_box(self._game, main_game(self._game, met), stakes)

    def _one_hand(
        self, cards: tuple[Card, ...], up: Card, dead: tuple[Card, ...], stakes: dict[str, int]
    ) -> HandGroup:
        game, ante = self._game, stakes["ante"]
        own = game.ranking.rank(cards)
        met = dealers_hands(game, cards, up, dead)
        gained = sum(gain * times for gain, times in zip(gains_of_bet(game, own), met, strict=True))
        line = game.jackpot_line(game.jackpot_ranking.rank(cards)) if game.sheet.jackpot else None
        won, lost = jackpot_gains(game, stakes, None if line is None else game.jackpot_pays.index(line))
        stay = {"ante": LinearGain(ante * Fraction(gained, sum(met))), JACKPOT: won}
        return HandGroup(
            " ".join(cards),
            1,
            stay,
            {"ante": LinearGain(Fraction(ante * gain_of_fold(game, own))), JACKPOT: lost},
        )


FAMILY: Final = Stud
