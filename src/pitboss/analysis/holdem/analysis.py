"""The mathematics of hold'em, from its sheet."""

from fractions import Fraction
from functools import cached_property
from typing import Final

from pitboss.analysis import best_play
from pitboss.analysis.best_play import JACKPOT
from pitboss.analysis.bet_odds import own_hand_odds
from pitboss.analysis.boards.classes import CLASSES, HOLE_PAIRS
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.holdem.advice import CHECK, after_the_flop, before_the_flop
from pitboss.analysis.holdem.box import hands_of_box, line_chances, lines_by_category
from pitboss.analysis.holdem.cached_counts import FLOPS, flops
from pitboss.analysis.holdem.gains import bets_of
from pitboss.analysis.holdem.hole_cards import hole_cards_odds
from pitboss.analysis.holdem.main_game import HoldemMainGame, main_game, main_odds, strategy_of
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
from pitboss.analysis.payoffs import lost_by_a_fold
from pitboss.analysis.questions import stakes_of
from pitboss.analysis.reads import HOLE_CARDS, MET, Reads, jackpot_reads
from pitboss.reason import at, because

_READS: Final[Reads] = {
    **MET,
    **HOLE_CARDS,
    **jackpot_reads(("own_and_flop",), (5,)),
    "hands.community": frozenset({5}),
}


class Holdem(GameAnalysis):
    """The mathematics of a sheet with two hole cards and five community cards."""

    family = "holdem"
    reads = _READS
    method = (
        "Boards that differ only in the names of their suits stand for each other: 134,459 boards of five "
        "cards. On each, all pairs of hole cards are ranked once, and how many of the Dealer's pairs each "
        "beats, ties and loses to follows from counts of the pairs below it, less those that hold one of "
        "its cards. Summed over the rivers this says for 16,432 boards of four where a River gains, summed "
        "again for 1,755 flops where a Turn gains; no bet can fold after the flop, so each is placed where "
        "it gains by itself. A class of hole cards stays where that is worth more than folding it, all bets "
        "on the box considered. All 55,627,620,048,000 deals are counted."
    )

    @cached_property
    def _counts(self) -> HoldemMainGame:
        return main_game(self._game, self._progress)

    def _odds(self) -> BetOdds:
        return main_odds(self._game, self._counts)

    def _strategy(self) -> Strategy:
        hands = hands_of_box(self._game, self._counts, {"ante": 1})
        return strategy_of(self._game, self._counts, hands, Fraction(0), 1)

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the hand of seven, or on the hole cards of a box played by the optimal strategy."""
        if self._game.pays[bet].hands:
            return own_hand_odds(self._game, bet, stake)
        stays = [self._counts.stays(number) for number in range(len(CLASSES))]
        return hole_cards_odds(self._game, bet, stake, stays)

    def _jackpot(self) -> JackpotCounts:
        game = self._game
        lost = lost_by_a_fold(game, JACKPOT)
        lines = [Fraction(0)] * len(game.jackpot_pays)
        forfeited, reached = 0, lines_by_category(game)
        for number, (kind, made) in enumerate(zip(CLASSES, flops(game), strict=True)):
            if lost and not self._counts.stays(number):
                forfeited += kind.size * FLOPS
                continue
            for line, chance in line_chances(reached, made).items():
                lines[line] += kind.size * FLOPS * chance
        return JackpotCounts(lines=line_counts(game, lines), total=HOLE_PAIRS * FLOPS, forfeited=forfeited)

    def _joint(self, question: AnalysisQuestion) -> Joint:
        meter = question.meter or Fraction(0)
        hands = hands_of_box(self._game, self._counts, question.bets)
        strategy = strategy_of(self._game, self._counts, hands, meter, question.bets["ante"])
        return best_play.box_of(hands).joint(self._counts.bets.names[0], meter, strategy)

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        self._check_decided(spot)
        stakes, meter = stakes_of(question), question.meter or Fraction(0)
        if not spot.board:
            return before_the_flop(self._game, self._counts, spot, stakes, meter, self._progress)
        return after_the_flop(self._game, bets_of(self._game), spot, stakes, meter, self._progress)

    def _gone_on(self, question: AnalysisQuestion) -> Fraction:
        stakes, meter = stakes_of(question), question.meter or Fraction(0)
        hands = hands_of_box(self._game, self._counts, stakes)
        gained = sum((hand.size * best_play.total(hand.stay).at(meter) for hand in hands), Fraction(0))
        return gained / sum(hand.size for hand in hands) / stakes["ante"]

    def _check_decided(self, spot: DecisionSpot) -> None:
        """Refuse earlier decisions that the dealing script does not allow."""
        decisions = self._game.script(self._game.device).decisions
        street = 0 if not spot.board else len(spot.board) - 2
        if len(spot.decided) > street:
            raise AnalysisFault(at("decided", because("spot.decided_most", most=street)))
        for word, decision in zip(spot.decided, decisions, strict=False):
            allowed = [decision.bet] + ([CHECK] if decision.otherwise == CHECK else [])
            if word not in allowed:
                raise AnalysisFault(
                    at("decided", because("spot.decided", given=word, allowed=tuple(allowed)))
                )
