"""The odds of all bets of a sheet, assembled from the analysis of its family."""

from fractions import Fraction

from msgspec import Struct

from pitboss.analysis.jackpot import JackpotOdds, LinkTerms, LongRun, at_meter, jackpot_odds, long_run
from pitboss.analysis.model import (
    AnalysisFault,
    AnalysisQuestion,
    BetFigures,
    BetOdds,
    CountProgress,
    Distribution,
    JackpotCounts,
    Joint,
    Strategy,
)
from pitboss.analysis.payoffs import side_bets
from pitboss.analysis.protocol import GameAnalysis, analyse
from pitboss.sheets.game import Game


class Odds(Struct, frozen=True, kw_only=True):
    """The answer to ``pitboss odds``."""

    game: Game
    question: AnalysisQuestion
    bets: dict[str, BetOdds]
    """``ante`` is the whole main game; side bets follow."""
    strategy: Strategy
    """The main game's optimal play, which all figures of the bets assume."""
    jackpot_counts: JackpotCounts | None
    """None in a game without a jackpot."""
    jackpot: tuple[JackpotOdds, ...]
    """The jackpot bet, for each multiple that may be bet; none in a game without a jackpot."""
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
    analysis: GameAnalysis, game: Game, question: AnalysisQuestion, link: LinkTerms | None
) -> Odds:
    """Assemble the odds from an existing analysis, so that counts are shared."""
    bets = {"ante": analysis.main()}
    for bet in side_bets(game):
        bets[bet] = analysis.side_bet(bet, question.bets.get(bet))
    counts = analysis.jackpot() if game.sheet.jackpot else None
    meter, unit = question.meter, question.jackpot_bet
    jackpot: tuple[JackpotOdds, ...] = ()
    if counts:
        envy = question.others * analysis.envy() if question.others else Fraction(0)
        sizes = range(1, game.jackpot.most_units + 1)
        jackpot = tuple(jackpot_odds(game, counts, unit, units, envy) for units in sizes)
    return Odds(
        game=game,
        question=question,
        bets=bets,
        strategy=analysis.strategy(),
        jackpot_counts=counts,
        jackpot=jackpot,
        at_meter=at_meter(game, counts, unit, meter) if counts and meter is not None else None,
        long_run=_long_run(game, counts, jackpot[0], link) if counts else None,
        joint=analysis.joint(question) if "ante" in question.bets else None,
    )


def _long_run(
    game: Game, counts: JackpotCounts, jackpot: JackpotOdds, link: LinkTerms | None
) -> LongRun | None:
    if link is None:
        return None
    found = long_run(game, counts, jackpot, link)
    if found is None:
        raise AnalysisFault("jackpot.lines: no line takes the display down, so it has no long run")
    return found
