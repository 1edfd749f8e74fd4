"""The gains of the jackpot bet in the stud game, read from the sheet."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.analysis import payoffs
from pitboss.analysis.best_play import JACKPOT, LinearGain
from pitboss.analysis.categories import jackpot_lines
from pitboss.analysis.jackpot import line_pays
from pitboss.sheets.game import Game


def jackpot_gains(game: Game, stakes: Mapping[str, int], line: int | None) -> tuple[LinearGain, LinearGain]:
    """The gains of the jackpot bet when the hand stays and when it folds; ``line`` is None for no line."""
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
    """For the hands of a category: the share of suits, with the gains of the jackpot bet (stay, fold)."""
    for line, suits in jackpot_lines(game, category).items():
        yield Fraction(suits, 4), *jackpot_gains(game, stakes, line)
