"""What the mathematics of a sheet answers, for every family: each question checked, then counted.

No figure comes without a check of what the family reads: a bet whose money a key decides that the family does
not go by is refused. What a family counts in its own way are the methods with an underscore; those of a
family without a jackpot, envy or covariances stand here.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from pitboss.analysis.bet_odds import own_hand_odds
from pitboss.analysis.model import (
    Advice,
    AnalysisFault,
    AnalysisQuestion,
    BetOdds,
    BoxCovariances,
    CountProgress,
    DecisionSpot,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.payoffs import check_categories, side_bets
from pitboss.analysis.questions import check_spot, stakes_of
from pitboss.analysis.reads import ANTE, ENVY, JACKPOT, Reads, check_read
from pitboss.analysis.seen_hand import check_kept, gains_beside
from pitboss.cards import Card
from pitboss.reason import at, because
from pitboss.sheets.game import Game


class CountedMainGame(Protocol):
    """The counts of a main game under best play."""

    def odds(self, game: Game) -> BetOdds:
        """The odds of the whole main game per unit of Ante."""


class GameAnalysis:
    """The mathematics of one sheet, derived from its :class:`Game` alone; counts are made lazily.

    Raises :class:`AnalysisFault` for what is not counted.
    """

    family: str = "one"
    """The family as a refusal names it."""
    reads: Reads
    """The keys of a sheet that its counts go by."""
    method: str
    """How it is counted, as the report tells it."""

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self._game = game
        self._progress = progress

    def main(self) -> BetOdds:
        """The whole main game per unit of Ante under optimal play, with the Ante alone on the box."""
        self._check(ANTE)
        return self._odds()

    def strategy(self) -> Strategy:
        """The optimal play of the main game."""
        self._check(ANTE)
        return self._strategy()

    def side_bet(self, bet: str, stake: int | None) -> BetOdds:
        """A bet that is neither of the main game nor the jackpot's; caps apply to a stake in cents.

        A bet that can stand without an Ante stands alone; one that cannot is played by the main
        game's optimal strategy.
        """
        self._check(bet)
        return self._side_bet(bet, stake)

    def jackpot(self) -> JackpotCounts:
        """How often each jackpot line is paid, the box played by the main game's optimal strategy."""
        self._check(JACKPOT)
        return self._jackpot()

    def envy(self) -> Fraction:
        """What one other box with an Ante brings in Envy Bonus, in cents; nothing where there is none."""
        self._check(ENVY)
        return self._envy()

    def joint(self, question: AnalysisQuestion) -> Joint:
        """Best play for all bets of ``question.bets``, which hold an Ante, together."""
        self._check_box(question)
        return self._joint(question)

    def boxes(self, question: AnalysisQuestion) -> BoxCovariances | None:
        """Covariances of bets and boxes; None for a family without them."""
        if question.bets:
            self._check_box(question)
        else:
            jackpot = (JACKPOT,) if question.meter is not None else ()
            self._check(ANTE, *side_bets(self._game), *jackpot)
        return self._boxes(question)

    def advise(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        """The value of every action, for the bets of the question or, if none, for the Ante alone."""
        self._check_box(question)
        check_spot(self._game, spot)
        return self._advice(spot, question)

    def gone_on(self, question: AnalysisQuestion) -> Fraction:
        """The value in Antes of a hand that has gone on before the flop and that only its player sees."""
        self._check_box(question)
        return self._gone_on(question)

    def _check_box(self, question: AnalysisQuestion) -> None:
        envied = JACKPOT in question.bets and question.others and self._game.gives_envy
        self._check(ANTE, *question.bets, *((ENVY,) if envied else ()))

    def _check(self, *bets: str) -> None:
        for bet in bets:
            check_read(self._game, bet, self.reads, self.family)

    def _check_sides(self, bets: Iterable[str]) -> None:
        """Refuse side bets that are counted alone, and not together with others."""
        for bet in bets:
            if bet in side_bets(self._game):
                check_categories(self._game, bet)

    @property
    def _main(self) -> CountedMainGame:
        """The counts of the main game, made once."""
        raise NotImplementedError

    def _worth(self, spot: DecisionSpot, hand: tuple[Card, ...]) -> dict[str, Fraction]:
        """The value of every action at a decision on a hand that is seen, in Antes."""
        raise NotImplementedError

    def _odds(self) -> BetOdds:
        return self._main.odds(self._game)

    def _strategy(self) -> Strategy:
        raise NotImplementedError

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        return own_hand_odds(self._game, bet, stake)

    def _jackpot(self) -> JackpotCounts:
        raise AnalysisFault(at("jackpot", because("count.no_jackpot", family=self.family)))

    def _envy(self) -> Fraction:
        if self._game.gives_envy:
            raise AnalysisFault(at("jackpot.lines", because("count.no_envy", family=self.family)))
        return Fraction(0)

    def _joint(self, question: AnalysisQuestion) -> Joint:
        """All bets together: side bets that no fold loses do not change the play of the main game."""
        if JACKPOT in question.bets:
            raise AnalysisFault(at("bets.jackpot", because("count.no_jackpot", family=self.family)))
        values = {ANTE: question.bets[ANTE] * self._odds().figures.ev}
        for bet in side_bets(self._game):
            if bet in question.bets:
                check_kept(self._game, bet)
                stake = question.bets[bet]
                values[bet] = stake * self._side_bet(bet, stake).figures.ev
        return Joint(
            strategy=self._strategy(),
            values=values,
            breakpoints=(),
            break_even=None,
            jackpot_break_even=None,
        )

    def _boxes(self, question: AnalysisQuestion) -> BoxCovariances | None:
        return None

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        if spot.hand is None or spot.option:
            raise AnalysisFault(at("hand", because("count.seen_hands")))
        stakes = stakes_of(question)
        more = gains_beside(self._game, stakes, spot.hand, spot.board, spot.dead) / stakes[ANTE]
        worth = {action: value + more for action, value in self._worth(spot, spot.hand).items()}
        return Advice(worth, max(worth, key=worth.__getitem__))

    def _gone_on(self, question: AnalysisQuestion) -> Fraction:
        raise AnalysisFault(at("decided", because("count.unseen_later", family=self.family)))
