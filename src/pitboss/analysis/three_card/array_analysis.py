"""The part of the three-card mathematics that needs numpy: everything over all hands."""

from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.analysis import best_play, payoffs
from pitboss.analysis.bet_odds import NamedGains, odds_by_category
from pitboss.analysis.jackpot import line_counts, line_pays
from pitboss.analysis.model import (
    Advice,
    AnalysisQuestion,
    BetOdds,
    BoxCovariances,
    CountProgress,
    DecisionSpot,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.questions import stakes_of
from pitboss.analysis.three_card.box import ENVY, BoxValues, HandRows, box
from pitboss.analysis.three_card.covariance import bets_of, covariances
from pitboss.analysis.three_card.deals import (
    ALL_SUITS_ALIKE,
    HANDS,
    card_number,
    categories,
    classes,
    hand_number,
)
from pitboss.analysis.three_card.envy import envied_without, totals
from pitboss.analysis.three_card.main_game import ThreeCardMainGame, main_odds
from pitboss.analysis.three_card.rows import ExtraBets, ThreeCardCounts, all_hands, hands_without
from pitboss.analysis.three_card.strategy import best_value, joint, play_or_fold
from pitboss.cards import Card
from pitboss.sheets.game import Game


class ArrayAnalysis:
    """The mathematics of one three-card sheet over all hands; counts are made lazily."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self._game = game
        self._counts = ThreeCardCounts(game, progress)

    def main_game(self) -> ThreeCardMainGame:
        """The counts behind the main game's figures."""
        return self._counts.main

    def main(self) -> BetOdds:
        """The whole main game per unit of Ante under optimal play, with the Ante alone on the box."""
        return main_odds(self._game, self._counts.main)

    def strategy(self) -> Strategy:
        """The optimal play of the main game."""
        return play_or_fold(self._game, self._box({"ante": 1}, 0), Fraction(0))[0]

    def side_bet(self, bet: str, stake: int | None, *, on_a_played_box: bool = False) -> BetOdds:
        """The odds of a side bet on the hand of three; no cap applies.

        A bet that can stand without an Ante stands alone, unless it is asked for on a box with one.
        """
        game, size = self._game, classes(ALL_SUITS_ALIKE).size
        by_strategy = on_a_played_box or game.sheet.bets[bet].needs_ante
        lost = by_strategy and payoffs.lost_by_a_fold(game, bet)
        hands = NamedGains()
        for rank, there in categories(game.ranking.order):
            folded = there[~self._counts.main.played[there]] if lost else there[:0]
            lying, gain = int(size[folded].sum()), payoffs.by_hand_exactly(game, bet, rank)
            hands["fold", Fraction(-1)] += lying
            hands[payoffs.listed(game, rank), gain] += int(size[there].sum()) - lying
        return odds_by_category(game, bet, stake, hands, "main" if by_strategy else "alone")

    def jackpot(self) -> JackpotCounts:
        """How often each jackpot line is paid, the box played by the main game's optimal strategy."""
        hands, lost = self._counts.jackpot, payoffs.lost_by_a_fold(self._game, "jackpot")
        played = self._counts.main.played[hands.all_alike]
        size = np.where(played, hands.classes.size, 0) if lost else hands.classes.size
        lines = (hands.lines.sum(axis=1) * size[:, None]).sum(axis=0)
        return JackpotCounts(
            lines=line_counts(self._game, lines.tolist()),
            total=HANDS * hands.sets,
            forfeited=(HANDS - int(size.sum())) * hands.sets,
        )

    def envy(self) -> Fraction:
        """The Envy Bonus expected from one other box with an Ante, in cents."""
        if not self._game.gives_envy:
            return Fraction(0)
        one = self._box({"ante": 1, "jackpot": 1}, 1)
        return one.value(ENVY, self._counts.main.played[self._counts.jackpot.all_alike])[0]

    def joint(self, question: AnalysisQuestion) -> Joint:
        """Best play for all bets of ``question.bets`` together."""
        without = {bet: stake for bet, stake in question.bets.items() if bet != "jackpot"}
        with_all = self._box(question.bets, question.others)
        return joint(self._game, with_all, self._box(without, 0), question)

    def advise_unseen(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """The value of every action for an unseen hand."""
        stakes = stakes_of(question)
        if spot.dead:
            needs = self._needs(stakes, question.others)
            rows = hands_without(self._counts, needs, tuple(card_number(card) for card in spot.dead))
            at = box(self._game, rows, stakes, question.others)
        else:
            at = self._box(stakes, question.others)
        bet, meter = payoffs.decision_bet(self._game), question.meter or Fraction(0)
        every = np.ones(len(at.hands.size), dtype=np.bool_)
        worth = {"fold": at.total(~every, meter) / at.ante, bet: at.total(every, meter) / at.ante}
        return best_play.choice(worth, bet, spot, best_value(at, meter) / at.ante)

    def envy_of_hand(self, hand: tuple[Card, ...], dead: tuple[Card, ...]) -> Fraction:
        """The Envy Bonus that one other box brings a played hand, in cents."""
        others = envied_without(self._counts.envied, tuple(card_number(card) for card in dead))
        return Fraction(int(totals(others, np.array([hand_number(hand)]))[0]), others.deals)

    def boxes(self, question: AnalysisQuestion) -> BoxCovariances:
        """Covariances of the bets named in the question, or of all bets under the main game's strategy."""
        meter = question.meter
        side = payoffs.side_bets(self._game)
        if question.bets and "ante" in question.bets:
            names = tuple(bet for bet in ("ante", *side, "jackpot") if bet in question.bets)
            stakes = question.bets
        else:
            names = ("ante", *side, *(("jackpot",) if meter is not None else ()))
            stakes = {"ante": 1}
        at = self._box(stakes, question.others)
        played = play_or_fold(self._game, at, meter or Fraction(0))[1]
        jackpot = question.bets.get("jackpot", question.jackpot_bet)
        pays = line_pays(self._game, jackpot) if "jackpot" in names else ()
        bets = bets_of(self._counts, played, next((bet for bet in side if bet in names), None), pays)
        return covariances(self._counts, bets, names, jackpot, meter or Fraction(0))

    def _box(self, stakes: dict[str, int], others: int) -> BoxValues:
        return box(self._game, self._all(self._needs(stakes, others)), stakes, others)

    def _needs(self, stakes: dict[str, int], others: int) -> ExtraBets:
        return ExtraBets("jackpot" in stakes, "jackpot" in stakes and others > 0 and self._game.gives_envy)

    def _all(self, needs: ExtraBets) -> HandRows:
        if needs not in self._known:
            self._known[needs] = all_hands(self._counts, needs)
        return self._known[needs]

    @cached_property
    def _known(self) -> dict[ExtraBets, HandRows]:
        return {}
