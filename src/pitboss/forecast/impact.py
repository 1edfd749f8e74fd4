"""The impact of another sheet text or reading: on past rounds, edges, and money in a year.

Edges are exact. The money of a year is the change of an edge times the record's stakes
on the bet per gaming day, times 365.
"""

from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.analysis.model import AnalysisFault, AnalysisQuestion, CountProgress
from pitboss.analysis.odds import JACKPOT, Odds, odds
from pitboss.reason import Reason, at, because
from pitboss.replay.rerun import Rerun
from pitboss.sheets.game import Game

_DAYS: Final = 365


class BetImpact(Struct, frozen=True, kw_only=True):
    """One bet: its stakes on record, and its house edge by both texts."""

    bet: str
    staked: int
    """In cents, in the rounds that were settled again."""
    staked_per_year: Fraction
    """In cents."""
    edge_then: Fraction | None = None
    edge_now: Fraction | None = None
    not_counted: Reason | None = None
    """Why its edges cannot be calculated."""

    @property
    def per_year(self) -> Fraction | None:
        """The house's yearly gain from the change, in cents."""
        if self.edge_then is None or self.edge_now is None:
            return None
        return (self.edge_now - self.edge_then) * self.staked_per_year


class SheetImpact(Struct, frozen=True, kw_only=True):
    """The rounds played by one text."""

    sheet: str
    rounds: int
    days: int
    """Gaming days with such rounds."""
    display: Fraction | None
    """The mean display in cents that the jackpot bet's edges are for."""
    bets: tuple[BetImpact, ...]


class Impact(Struct, frozen=True, kw_only=True):
    """The whole answer."""

    rounds: int
    """Rounds settled again."""
    differ: tuple[Rerun, ...]
    house: int
    """The house's additional gain in those rounds, in cents."""
    sheets: tuple[SheetImpact, ...]

    @property
    def per_year(self) -> Fraction:
        """The house's yearly gain from the change, in cents, if its edges can be calculated."""
        return sum((bet.per_year or Fraction(0) for one in self.sheets for bet in one.bets), Fraction(0))


class StakesOfText(Struct, frozen=True, kw_only=True):
    """Stakes of the rounds played by one text; their edges depend on them besides the texts."""

    text: str
    """The hash of the text."""
    rounds: int
    days: int
    stakes: dict[str, int]
    """By bet, in cents."""
    jackpot_bet: int
    """The least jackpot bet, in cents."""
    display: str | None
    """The mean display, in exact cents."""

    @property
    def question(self) -> AnalysisQuestion:
        """Parameters of the odds."""
        meter = None if self.display is None else Fraction(self.display)
        return AnalysisQuestion(jackpot_bet=self.jackpot_bet, meter=meter)


BetEdges = dict[str, tuple[str | None, Reason | None]]
"""By bet, the exact house edge as a text, or the reason why it is not known."""
Edges = Callable[[StakesOfText], tuple[Game, BetEdges, BetEdges]]
"""The text of some rounds, and the edges by it and by the other text."""


def impact(
    found: Iterable[Rerun], texts: Callable[[str], tuple[Game, Game]], progress: CountProgress
) -> Impact:
    """The impact on rounds settled again; ``texts`` gives a round's own text and the other, by its hash."""

    def edges(stakes: StakesOfText) -> tuple[Game, BetEdges, BetEdges]:
        old, new = texts(stakes.text)
        then, now = (edges_of(game, stakes, progress) for game in (old, new))
        return old, then, now

    return impact_of(found, edges)


def impact_of(found: Iterable[Rerun], edges: Edges) -> Impact:
    """The impact on rounds settled again, with edges that are counted elsewhere."""
    settled = [one for one in found if one.now and one.then]
    differ = tuple(one for one in settled if one.changes)
    by_text: dict[str, list[Rerun]] = {}
    for one in settled:
        by_text.setdefault(one.text, []).append(one)
    return Impact(
        rounds=len(settled),
        differ=differ,
        house=sum(change.then - change.now for one in differ for change in one.changes),
        sheets=tuple(_of_text(stakes_of_text(text, rounds), edges) for text, rounds in by_text.items()),
    )


def stakes_of_text(text: str, rounds: list[Rerun]) -> StakesOfText:
    """Stakes of rounds of one text."""
    days: set[date] = {one.day for one in rounds}
    stakes: dict[str, int] = {}
    displays, unit = [], 0
    for settlement in (one.then for one in rounds if one.then):
        for line in settlement.lines:
            stakes[line.bet] = stakes.get(line.bet, 0) + line.stake
            if line.bet == JACKPOT:
                unit = min(unit or line.stake, line.stake) or unit
        if settlement.jackpot:
            displays.append(settlement.jackpot.before)
    display = str(sum(displays, Fraction(0)) / len(displays)) if displays else None
    return StakesOfText(
        text=text,
        rounds=len(rounds),
        days=len(days),
        stakes=stakes,
        jackpot_bet=unit or 100,
        display=display,
    )


def edges_of(game: Game, stakes: StakesOfText, progress: CountProgress) -> BetEdges:
    """The exact house edge of every bet that was staked."""
    answer = _odds(game, stakes.question, progress)
    found = {bet: _edge(answer, bet) for bet in stakes.stakes if bet in game.sheet.bets}
    return {bet: (None if edge is None else str(edge), why) for bet, (edge, why) in found.items()}


def _of_text(stakes: StakesOfText, edges: Edges) -> SheetImpact:
    old, then, now = edges(stakes)
    bets = [
        bet for bet, rule in old.sheet.bets.items() if rule.placed == "before_deal" and stakes.stakes.get(bet)
    ]
    return SheetImpact(
        sheet=old.sheet.id,
        rounds=stakes.rounds,
        days=stakes.days,
        display=None if stakes.display is None else Fraction(stakes.display),
        bets=tuple(_of_bet(bet, stakes, then, now) for bet in bets),
    )


def _odds(game: Game, question: AnalysisQuestion, progress: CountProgress) -> Odds | Reason:
    try:
        return odds(game, question, progress=progress)
    except AnalysisFault as fault:
        return fault.reason


def _of_bet(bet: str, stakes: StakesOfText, edges_then: BetEdges, edges_now: BetEdges) -> BetImpact:
    gone = (None, because("impact.no_bet"))
    (then, why), (now, other) = edges_then.get(bet, gone), edges_now.get(bet, gone)
    staked = stakes.stakes[bet]
    return BetImpact(
        bet=bet,
        staked=staked,
        staked_per_year=Fraction(staked * _DAYS, stakes.days),
        edge_then=None if then is None else Fraction(then),
        edge_now=None if now is None else Fraction(now),
        not_counted=why or other,
    )


def _edge(answer: Odds | Reason, bet: str) -> tuple[Fraction | None, Reason | None]:
    """The house edge of a bet, or the reason why it is not known."""
    if isinstance(answer, Reason):
        return None, answer
    if bet == JACKPOT and answer.jackpot and answer.question.meter is not None:
        one = answer.jackpot[0]
        return -one.value(answer.question.meter) / one.bet, None
    if bet in answer.bets:
        return answer.bets[bet].figures.house_edge, None
    return None, answer.not_counted.get(bet, at(bet, because("impact.no_figures")))
