"""The mathematics of games without community cards, from their sheets: stud, and other games of one decision.

Modules that need numpy are imported lazily: advice on a seen hand of stud does without.
"""

from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final

from pitboss.analysis import payoffs
from pitboss.analysis.best_play import Box, box_of
from pitboss.analysis.bet_odds import own_hand_odds
from pitboss.analysis.game_analysis import GameAnalysis
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
from pitboss.analysis.questions import stakes_of
from pitboss.analysis.reads import MET, Reads, jackpot_reads
from pitboss.analysis.seen_hand import hand_in_play
from pitboss.cards import DECK, Card
from pitboss.reason import at, because

if TYPE_CHECKING:
    from pitboss.analysis.arrays import Ints
    from pitboss.analysis.sets.main_game import MeetingRules, PlayCounts, PlayResults
    from pitboss.analysis.sets.policy import SetPolicy
    from pitboss.analysis.sets.stud import StudMainGame


_READS: Final[Reads] = {**MET, **jackpot_reads(("own",), (5,))}


class OneDecision(GameAnalysis):
    """The mathematics of a sheet whose hands are played or folded once, before they meet the Dealer's."""

    def results(self) -> "PlayResults":
        """What every hand may gain, without a count."""
        from pitboss.analysis.levels import hand_levels
        from pitboss.analysis.sets.main_game import whole_categories

        ranks = hand_levels(self._game.ranking.size, self._game.ranking.order).ranks
        return whole_categories(self._game, tuple({rank.category: rank for rank in ranks}.values()))

    def met(self) -> "Ints":
        """By kind, choice and outcome: the deals of the main game under best play."""
        return self._main.met

    def best_play(self) -> "SetPolicy":
        """Best play of every hand of the main game."""
        raise NotImplementedError

    @property
    def _main(self) -> "PlayCounts":
        raise NotImplementedError

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet on the player's own hand; one that a fold loses is on a box played by the strategy."""
        if not payoffs.depends_on_play(self._game, bet) or not self._game.pays[bet].hands:
            return own_hand_odds(self._game, bet, stake)
        if self.results().by_category:
            payoffs.check_categories(self._game, bet)
        return self._main.side_bet_odds(self._game, bet, stake)


class Stud(OneDecision):
    """The mathematics of a sheet whose hands have five cards, one of the Dealer's face up."""

    family = "stud"
    reads = _READS
    method = (
        "The Dealer's 2,598,960 hands are added, lowest first, to counters that say how many of the hands "
        "so far hold a given face-up card and a given set of up to three other cards. Each of the player's "
        "hands, one for all that differ only in the names of suits, asks them before and after the hands of "
        "its own rank are added: how many of the Dealer's hands hold the face-up card and none of the "
        "player's five follows by inclusion and exclusion. A hand bets where that is worth more than "
        "folding it, all bets on the box considered. All 19,933,230,517,200 deals are counted, over "
        "122,151,120 hands with a face-up card."
    )

    @cached_property
    def _counts(self) -> "StudMainGame":
        from pitboss.analysis.sets.stud import main_game, meetings

        return main_game(self._game, meetings(self._game, self._progress))

    @cached_property
    def _main(self) -> "PlayCounts":
        from pitboss.analysis.sets.stud import play_counts

        return play_counts(self._game, self._counts)

    def best_play(self) -> "SetPolicy":
        """Best play of every hand against every face-up card."""
        from pitboss.analysis.sets.stud import best_play

        return best_play(self._game, self._progress)

    def _strategy(self) -> Strategy:
        from pitboss.analysis.sets.stud import bet_or_fold

        return bet_or_fold(self._game, self._counts, {"ante": 1}, Fraction(0))

    def _jackpot(self) -> JackpotCounts:
        from pitboss.analysis.sets.stud import jackpot_counts

        return jackpot_counts(self._game, self._main)

    def _joint(self, question: AnalysisQuestion) -> Joint:
        from pitboss.analysis.sets.stud import bet_or_fold, hands_of_box

        self._check_sides(question.bets)
        meter = question.meter or Fraction(0)
        hands = hands_of_box(self._game, self._counts, question.bets)
        strategy = bet_or_fold(self._game, self._counts, question.bets, meter)
        return box_of(hands).joint(self._counts.bet, meter, strategy)

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        stakes, bet = stakes_of(question), payoffs.decision_bet(self._game)
        self._check_sides(stakes)
        box = self._box(spot, stakes)
        return box.advice(bet, spot, question.meter or Fraction(0), stakes["ante"])

    def _box(self, spot: DecisionSpot, stakes: dict[str, int]) -> Box:
        """The hands that a spot may be of."""
        if spot.up is None and spot.hand is not None:
            raise AnalysisFault(at("up", because("spot.name_up")))
        if spot.hand is not None:
            return box_of([hand_in_play(self._game, spot, stakes)])
        if spot.up is None and spot.dead:
            raise AnalysisFault(at("up", because("spot.name_up_dead")))
        from pitboss.analysis.sets.stud import hands_of_box, main_game, meetings_of_spot

        if spot.up is None:
            return box_of(hands_of_box(self._game, self._counts, stakes))
        met = meetings_of_spot(self._game, spot.up, spot.dead, self._progress)
        return box_of(hands_of_box(self._game, main_game(self._game, met), stakes))


class Meeting(OneDecision):
    """The mathematics of a sheet of one decision."""

    reads = MET
    method = (
        "The Dealer's hands are added, lowest first, to counters that say how many of the hands so far hold "
        "a given set of cards. Each of the player's hands, one for all that differ only in the names of "
        "suits, asks them before and after the hands of its own rank are added: how many of the Dealer's "
        "hands hold the face-up card, if there is one, and none of the player's follows by inclusion and "
        "exclusion. A hand is played, in the size worth most, where that is worth more than folding it. All "
        "deals are counted."
    )

    @cached_property
    def _rules(self) -> "MeetingRules":
        from pitboss.analysis.sets.main_game import rules_of

        return rules_of(self._game)

    @cached_property
    def _main(self) -> "PlayCounts":
        from pitboss.analysis.sets.main_game import main_game

        return main_game(self._game, self._rules, self._progress)

    def results(self) -> "PlayResults":
        """What every hand may gain, in each size of the bet."""
        from pitboss.analysis.sets.main_game import results_of

        return results_of(self._rules)

    def best_play(self) -> "SetPolicy":
        """Best play of every hand, against every face-up card where there is one."""
        from pitboss.analysis.sets.main_game import best_play

        return best_play(self._game, self._rules, self._progress)

    def _strategy(self) -> Strategy:
        from pitboss.analysis.sets.main_game import strategy_of

        return strategy_of(self._game, self._rules, self._main)

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
