"""The odds of a bet from the rows of its combination table."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from pitboss.analysis.model import BetOdds, CombinationRow, CombinationTable, PlayedBy
from pitboss.analysis.payoffs import gain_in_words
from pitboss.analysis.statistics import distribution, figures
from pitboss.sheets.game import Game

NamedGains = Counter[tuple[str, Fraction]]
"""How many combinations each result has, by its name and its gain in units of the stake."""


def odds_of_rows(
    bet: str,
    played_by: PlayedBy,
    rows: Iterable[CombinationRow],
    *,
    average_wager: Fraction = Fraction(1),
    stake: int | None = None,
    cap_binds_from: Mapping[str, Fraction] | None = None,
) -> BetOdds:
    """The odds of a bet, whose rows all have a gain; a row without combinations is left out."""
    there = tuple(row for row in rows if row.combinations)
    gains: Counter[Fraction] = Counter()
    for row in there:
        gains[row.net or Fraction(0)] += row.combinations
    spread = distribution(gains)
    return BetOdds(
        bet=bet,
        played_by=played_by,
        table=CombinationTable(there, sum(gains.values())),
        distribution=spread,
        figures=figures(spread, average_wager),
        stake=stake,
        cap_binds_from=dict(cap_binds_from or {}),
    )


def main_game_odds(rows: Iterable[CombinationRow], average_wager: Fraction) -> BetOdds:
    """The odds of a whole main game per unit of Ante."""
    return odds_of_rows("ante", "main", rows, average_wager=average_wager)


def main_game_row(name: str, combinations: int, gain: Fraction | int) -> CombinationRow:
    """A result of the main game, its gain in Antes with a sign."""
    return CombinationRow(name, combinations, f"{'+' if gain > 0 else ''}{gain}", Fraction(gain))


def main_game_rows(results: NamedGains) -> list[CombinationRow]:
    """The results of a main game, the highest gain first and equal ones by name."""
    ordered = sorted(results.items(), key=lambda result: (-result[0][1], result[0][0]))
    return [main_game_row(name, times, gain) for (name, gain), times in ordered]


def odds_by_category(
    game: Game, bet: str, stake: int | None, hands: NamedGains, played_by: PlayedBy
) -> BetOdds:
    """The odds of a bet on the own hand from its hands, highest category first; other names come last."""
    height = {name.replace("_", " "): place for place, name in enumerate(game.ranking.order)}
    listed = sorted(hands.items(), key=lambda hand: (height.get(hand[0][0], len(height)), -hand[0][1]))
    rows = (CombinationRow(name, times, gain_in_words(gain), gain) for (name, gain), times in listed)
    return odds_of_rows(bet, played_by, rows, stake=stake)
