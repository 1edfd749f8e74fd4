"""What the bets of a box gain in the stud game, read from the sheet."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from pitboss.analysis import payoffs
from pitboss.analysis.best_play import JACKPOT, Line
from pitboss.analysis.categories import jackpot_lines
from pitboss.analysis.jackpot import line_pays
from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.payoffs import OUTCOMES
from pitboss.hands import Rank
from pitboss.sheets.game import Game

_LARGEST: Final = 10**12
"""Gains up to this many Antes are added without overflow."""


def decision_bet(game: Game) -> str:
    """The bet that stays in."""
    return game.script("shuffler").decisions[0].bet


def gains_of_bet(game: Game, own: Rank) -> list[int]:
    """What a hand that bets gains with each outcome, in units of the Ante."""
    bet = decision_bet(game)
    size = game.sheet.bets[bet].times_ante
    bonus = payoffs.ante_bonus(game, own, folded=False)
    gains = [
        bonus
        + payoffs.compared(game, "ante", outcome, own)
        + size * payoffs.compared(game, bet, outcome, own)
        if outcome in game.sheet.showdown
        else 0
        for outcome in OUTCOMES
    ]
    if max(abs(gain) for gain in gains) > _LARGEST:
        raise AnalysisFault(f"bets.{bet}.times_ante: gains beyond {_LARGEST:,} Antes are not counted")
    return gains


def gain_of_fold(game: Game, own: Rank) -> int:
    """What a folded hand gains, in units of the Ante."""
    return payoffs.ante_bonus(game, own, folded=True) - 1


def jackpot_gains(game: Game, stakes: Mapping[str, int], line: int | None) -> tuple[Line, Line]:
    """What the jackpot bet on a hand that reaches a line, or none, gains when it stays and when it folds."""
    stake = stakes.get(JACKPOT, 0)
    spent = Line(Fraction(-stake))
    if line is None or not stake:
        return spent, spent
    pay = line_pays(game, stake)[line]
    won = Line(Fraction(pay.cents - stake), pay.share)
    return won, spent if payoffs.lost_by_a_fold(game, JACKPOT) else won


def jackpot_by_suits(
    game: Game, stakes: Mapping[str, int], category: str
) -> Iterator[tuple[Fraction, Line, Line]]:
    """The same for the hands of a category: in which share of the suits it gains so much."""
    for line, suits in jackpot_lines(game, category).items():
        yield Fraction(suits, 4), *jackpot_gains(game, stakes, line)
