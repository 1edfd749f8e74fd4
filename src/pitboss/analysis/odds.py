"""The odds of all bets of a sheet, assembled from the analysis of its family, under best play or a strategy.

A bet that the family does not count gets the sentence that says why; the others are answered all the same.
The house's win on staked bets follows from the odds.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Final, TypeVar

from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.analysis.decisions import Chooser
from pitboss.analysis.families import UNCOUNTED, analyse, check_counted, family_of
from pitboss.analysis.game_analysis import GameAnalysis
from pitboss.analysis.jackpot import JackpotOdds, LinkTerms, LongRun, at_meter, jackpot_odds, long_run
from pitboss.analysis.model import (
    Advice,
    AnalysisFault,
    AnalysisQuestion,
    BetFigures,
    BetOdds,
    CountProgress,
    DecisionSpot,
    Distribution,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.payoffs import side_bets
from pitboss.reason import Reason, at, because
from pitboss.sheets.game import Game

ANTE: Final = "ante"
JACKPOT: Final = "jackpot"
JOINT: Final = "joint"

Found = TypeVar("Found")


class Odds(Struct, frozen=True, kw_only=True):
    """The answer to ``pitboss odds``."""

    game: Game
    question: AnalysisQuestion
    bets: dict[str, BetOdds]
    """``ante`` is the whole main game; side bets follow."""
    not_counted: dict[str, Reason]
    """The bets that have no figures, each with the sentence that says why; ``joint`` is best play for all."""
    strategy: Strategy | None
    """The main game's optimal play, which all figures of the bets assume; None where it is not counted."""
    jackpot_counts: JackpotCounts | None
    jackpot: tuple[JackpotOdds, ...]
    """The jackpot bet, for each multiple that may be bet; empty in a game without one."""
    at_meter: tuple[Distribution, BetFigures] | None
    """The jackpot bet of one unit at the displayed value, if one was named."""
    long_run: LongRun | None
    joint: Joint | None
    """Best play for all bets named, if an Ante is among them."""


def silent(what: str, done: int, of: int) -> None:
    """A progress callback that does nothing."""


def odds(
    game: Game, question: AnalysisQuestion, link: LinkTerms | None = None, progress: CountProgress = silent
) -> Odds:
    """Compute the odds of a sheet."""
    return assemble_odds(analyse(game, progress), game, question, link)


def assemble_odds(
    analysis: GameAnalysis,
    game: Game,
    question: AnalysisQuestion,
    link: LinkTerms | None,
    *,
    nothing_counted: bool = False,
) -> Odds:
    """Assemble the odds from an existing analysis, so that counts are shared.

    Where no bet at all is counted, there is no answer, unless ``nothing_counted`` allows it.
    """
    refused: dict[str, Reason] = {}
    main = _unless_refused(refused, ANTE, analysis.main)
    bets = {} if main is None else {ANTE: main}
    for bet in side_bets(game):
        stake = question.bets.get(bet)
        found = _unless_refused(refused, bet, partial(analysis.side_bet, bet, stake))
        if found is not None:
            bets[bet] = found
    jackpot = _jackpot(analysis, game, question, refused) if JACKPOT in game.sheet.bets else None
    sizes = jackpot.sizes if jackpot else ()
    if not bets and not sizes and not nothing_counted:
        raise AnalysisFault(refused[ANTE])
    meter, asked = question.meter, ANTE in question.bets
    return Odds(
        game=game,
        question=question,
        bets=bets,
        not_counted=refused,
        strategy=None if main is None else analysis.strategy(),
        jackpot_counts=jackpot.counts if jackpot else None,
        jackpot=sizes,
        at_meter=at_meter(game, jackpot.counts, question.jackpot_bet, meter)
        if jackpot and meter is not None
        else None,
        long_run=_long_run(game, jackpot.counts, sizes[0], link) if jackpot and link else None,
        joint=_joint(analysis, question, refused) if asked else None,
    )


class _Jackpot(Struct, frozen=True):
    counts: JackpotCounts
    sizes: tuple[JackpotOdds, ...]


def _jackpot(
    analysis: GameAnalysis, game: Game, question: AnalysisQuestion, refused: dict[str, Reason]
) -> _Jackpot | None:
    counts = _unless_refused(refused, JACKPOT, analysis.jackpot)
    others = question.others
    envy = _unless_refused(refused, JACKPOT, analysis.envy) if counts and others else Fraction(0)
    if counts is None or envy is None:
        return None
    envied = others * envy
    units = range(1, game.jackpot.most_units + 1)
    sizes = (jackpot_odds(game, counts, question.jackpot_bet, number, envied) for number in units)
    return _Jackpot(counts, tuple(sizes))


def _joint(analysis: GameAnalysis, question: AnalysisQuestion, refused: dict[str, Reason]) -> Joint | None:
    """Best play for all bets named; refused where the jackpot is among them and is not counted."""
    if JACKPOT in question.bets and JACKPOT in refused:
        refused[JOINT] = refused[JACKPOT]
        return None
    return _unless_refused(refused, JOINT, partial(analysis.joint, question))


def _unless_refused(refused: dict[str, Reason], name: str, count: Callable[[], Found]) -> Found | None:
    """What is counted, or None with the reason noted under ``name``."""
    try:
        return count()
    except AnalysisFault as fault:
        refused[name] = fault.reason
        return None


def _long_run(game: Game, counts: JackpotCounts, jackpot: JackpotOdds, link: LinkTerms) -> LongRun:
    found = long_run(game, counts, jackpot, link)
    if found is None:
        raise AnalysisFault(at("jackpot.lines", because("count.no_long_run")))
    return found


class HouseEdge:
    """The theoretical win of the house on staked bets of one sheet, from the exact edge of each.

    The main game is played by its optimal strategy and counts by its Ante; Play, Bet, Flop, Turn and River
    are in its edge. A jackpot bet is valued at what the sign showed, without envy. The constructor counts
    what is not in the cache.
    """

    def __init__(self, game: Game, progress: CountProgress) -> None:
        self._game = game
        self._analysis = analyse(game, progress)
        self._main = self._analysis.main().figures.house_edge
        self._counts = self._jackpot_counts() if game.sheet.jackpot else None
        self._side = cache(self._side_edge)

    def win(self, bet: str, stake: int, times: int) -> Fraction | None:
        """The theoretical win in cents on ``times`` bets; None for a bet that is not counted, and for one
        that the main game's edge holds, such as Play.
        """
        if bet == ANTE:
            return self._main * stake * times
        edge = self._side(bet, stake) if bet in side_bets(self._game) else None
        return None if edge is None else edge * stake * times

    def jackpot_win(self, stake: int, times: int, displayed: Fraction) -> Fraction | None:
        """The theoretical win in cents on ``times`` jackpot bets, or None where they are not counted;
        ``displayed`` sums their displays.
        """
        if self._counts is None:
            return None
        odds = jackpot_odds(self._game, self._counts, stake, 1, Fraction(0))
        return -(odds.slope * displayed + odds.constant * times)

    def _side_edge(self, bet: str, stake: int) -> Fraction | None:
        try:
            return self._analysis.side_bet(bet, stake).figures.house_edge
        except AnalysisFault:
            return None

    def _jackpot_counts(self) -> JackpotCounts | None:
        try:
            return self._analysis.jackpot()
        except AnalysisFault:
            return None


_ONE_DECISION: Final = frozenset({"three_card", "stud", "meeting"})


def strategy_odds(game: Game, choose: Chooser, progress: CountProgress) -> BetOdds:
    """The odds of the whole main game per unit of Ante under a strategy.

    The strategy is asked once about each information set; of those that differ in the names of suits alone,
    or in the order of community cards, one stands for all. Raises :class:`AnalysisFault` for a game that is
    not counted.
    """
    family = family_of(game)
    if family == UNCOUNTED:
        return analyse(game, progress).main()
    check_counted(game, ["ante"])
    if family in _ONE_DECISION:
        from pitboss.analysis.sets import main_game as one_decision

        return one_decision.main_game_by(game, one_decision.rules_of(game), choose, progress).odds(game)
    if family == "own_cards":
        from pitboss.analysis.own_cards import main_game as own_cards

        return own_cards.main_game_by(game, own_cards.rules_of(game), choose, progress).odds(game)
    raise AnalysisFault(at("strategy", because("count.strategy_on_boards")))


class StrategyAnalysis(GameAnalysis):
    """The mathematics of a sheet whose box is played by a strategy."""

    def __init__(self, game: Game, choose: Chooser, called: str, progress: CountProgress) -> None:
        super().__init__(game, progress)
        self._choose, self._name = choose, called
        self._best = analyse(game, progress)

    def _check(self, *bets: str) -> None:
        """Nothing is checked here: what counts the strategy, or best play, asks by itself."""

    @cached_property
    def _counted(self) -> BetOdds:
        return strategy_odds(self._game, self._choose, self._progress)

    def _odds(self) -> BetOdds:
        return self._counted

    def _strategy(self) -> Strategy:
        return Strategy(contract={"strategy": self._name}, reason=because("strategy.own", name=self._name))

    def _side_bet(self, bet: str, stake: int | None) -> BetOdds:
        if payoffs.depends_on_play(self._game, bet):
            raise AnalysisFault(at(f"bets.{bet}", because("count.lost_by_a_fold")))
        return self._best.side_bet(bet, stake)

    def _jackpot(self) -> JackpotCounts:
        if payoffs.lost_by_a_fold(self._game, "jackpot"):
            raise AnalysisFault(at("jackpot", because("count.lost_by_a_fold")))
        return self._best.jackpot()

    def _envy(self) -> Fraction:
        raise AnalysisFault(at("others", because("count.strategy_alone")))

    def _joint(self, question: AnalysisQuestion) -> Joint:
        """All bets together: the strategy plays whatever lies beside the Ante."""
        values = {"ante": question.bets["ante"] * self._counted.figures.ev}
        for bet, stake in question.bets.items():
            if bet == "jackpot":
                raise AnalysisFault(at("bets.jackpot", because("count.strategy_alone")))
            if bet != "ante":
                values[bet] = stake * self._side_bet(bet, stake).figures.ev
        return Joint(
            strategy=self._strategy(), values=values, breakpoints=(), break_even=None, jackpot_break_even=None
        )

    def _advice(self, spot: DecisionSpot, question: AnalysisQuestion) -> Advice:
        raise AnalysisFault(at("strategy", because("count.strategy_alone")))
