"""What the bets of a box gain in the stud game, read from the sheet."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.analysis import payoffs
from pitboss.analysis.best_play import JACKPOT, LinearGain
from pitboss.analysis.categories import jackpot_lines
from pitboss.analysis.jackpot import line_pays
from pitboss.sheets.game import Game


def jackpot_gains(game: Game, stakes: Mapping[str, int], line: int | None) -> tuple[LinearGain, LinearGain]:
    """What the jackpot bet on a hand that reaches a line, or none, gains when it stays and when it folds."""
    stake = stakes.get(JACKPOT, 0)
    spent = LinearGain(Fraction(-stake))
    if line is None or not stake:
        return spent, spent
    pay = line_pays(game, stake)[line]
    won = LinearGain(Fraction(pay.cents - stake), pay.share)
    return won, spent if payoffs.lost_by_a_fold(game, JACKPOT) else won


def jackpot_by_suits(
    game: Game, stakes: Mapping[str, int], category: str
) -> Iterator[tuple[Fraction, LinearGain, LinearGain]]:
    """The same for the hands of a category: in which share of the suits it gains so much."""
    for line, suits in jackpot_lines(game, category).items():
        yield Fraction(suits, 4), *jackpot_gains(game, stakes, line)
