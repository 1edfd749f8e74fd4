"""The mathematics of games on boards, from their sheets: hold'em, and hold'em with one bet."""

from fractions import Fraction
from functools import cached_property
from typing import Final

from pitboss.analysis import best_play
from pitboss.analysis.best_play import JACKPOT
from pitboss.analysis.bet_odds import own_hand_odds
from pitboss.analysis.boards.advice import CHECK, after_the_flop, before_the_flop, worth_of_spot
from pitboss.analysis.boards.classes import CLASSES, HOLE_PAIRS, class_number
from pitboss.analysis.boards.course import Course, holdem_course, one_raise_course
from pitboss.analysis.boards.hole_cards import hole_cards_odds
from pitboss.analysis.boards.main_game import (
    FLOPS,
    BoardMainGame,
    flops,
    hands_of_box,
    line_chances,
    lines_by_category,
    main_game,
    strategy,
    strategy_of_box,
)
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
from pitboss.analysis.payoffs import depends_on_play, lost_by_a_fold
from pitboss.analysis.questions import stakes_of
from pitboss.analysis.reads import HOLE_CARDS, MET, Reads, jackpot_reads
from pitboss.cards import Card
from pitboss.reason import at, because

_READS: Final[Reads] = {**MET, **HOLE_CARDS}
_WITH_JACKPOT: Final[Reads] = {
    **_READS,
    **jackpot_reads(("own_and_flop",), (5,)),
    "hands.community": frozenset({5}),
}


class Holdem(GameAnalysis):
    """The mathematics of hold'em whose first bet keeps a hand in and whose later ones may be checked."""

    family = "holdem"
    reads = _WITH_JACKPOT
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
    def _course(self) -> Course:
        return holdem_course(self._game)

    @cached_property
    def _main(self) -> BoardMainGame:
        return main_game(self._course, self._progress)

    def _strategy(self) -> Strategy:
        hands = hands_of_box(self._game, self._main, {"ante": 1})
        return strategy_of_box(self._game, self._main, hands, Fraction(0), 1)

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the hand of seven, or on the hole cards of a box played by the optimal strategy."""
        if self._game.pays[bet].hands:
            return own_hand_odds(self._game, bet, stake)
        stays = [self._main.stays(number) for number in range(len(CLASSES))]
        return hole_cards_odds(self._game, bet, stake, stays)

    def _jackpot(self) -> JackpotCounts:
        game = self._game
        lost = lost_by_a_fold(game, JACKPOT)
        lines = [Fraction(0)] * len(game.jackpot_pays)
        forfeited, reached = 0, lines_by_category(game)
        for number, (kind, made) in enumerate(zip(CLASSES, flops(game), strict=True)):
            if lost and not self._main.stays(number):
                forfeited += kind.size * FLOPS
                continue
            for line, chance in line_chances(reached, made).items():
                lines[line] += kind.size * FLOPS * chance
        return JackpotCounts(lines=line_counts(game, lines), total=HOLE_PAIRS * FLOPS, forfeited=forfeited)

    def _joint(self, question: AnalysisQuestion) -> Joint:
        meter = question.meter or Fraction(0)
        hands = hands_of_box(self._game, self._main, question.bets)
        played = strategy_of_box(self._game, self._main, hands, meter, question.bets["ante"])
        return best_play.box_of(hands).joint(self._course.streets[0].bet, meter, played)

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        self._check_decided(spot)
        stakes, meter = stakes_of(question), question.meter or Fraction(0)
        if not spot.board:
            return before_the_flop(self._game, self._main, spot, stakes, meter, self._progress)
        return after_the_flop(self._game, self._course, spot, stakes, meter, self._progress)

    def _gone_on(self, question: AnalysisQuestion) -> Fraction:
        stakes, meter = stakes_of(question), question.meter or Fraction(0)
        hands = hands_of_box(self._game, self._main, stakes)
        return best_play.box_of(hands).total(meter, stay=True) / stakes["ante"]

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
    def _course(self) -> Course:
        return one_raise_course(self._game)

    @cached_property
    def _main(self) -> BoardMainGame:
        return main_game(self._course, self._progress)

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the hand of seven, or on the hole cards where no fold loses it."""
        if self._game.pays[bet].hole_lines and not depends_on_play(self._game, bet):
            return hole_cards_odds(self._game, bet, stake, [True] * len(CLASSES))
        return super()._side_bet(bet, stake)

    def _strategy(self) -> Strategy:
        return strategy(self._main)

    def _worth(self, spot: DecisionSpot, hand: tuple[Card, ...]) -> dict[str, Fraction]:
        if not spot.board and not spot.dead:
            return self._main.values[class_number(hand)]
        return worth_of_spot(self._course, spot)
