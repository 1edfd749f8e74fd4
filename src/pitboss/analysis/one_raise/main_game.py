"""The main game of hold'em with one bet, under best play by classes of hole cards."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitboss.analysis.arrays import Ints
from pitboss.analysis.holdem.cached_counts import DEALS_OF_A_PAIR
from pitboss.analysis.holdem.classes import CLASSES, HOLE_PAIRS
from pitboss.analysis.met_gains import outcome_in_words
from pitboss.analysis.model import (
    BetOdds,
    Borderline,
    CombinationRow,
    CombinationTable,
    CountProgress,
    Strategy,
    StrategyTable,
)
from pitboss.analysis.one_raise.rules import OneRaiseRules
from pitboss.analysis.statistics import distribution, figures
from pitboss.sheets.game import Game

_CLOSEST: Final = 12
_OPEN: Final = {0: "before the flop", 3: "on the flop", 4: "on the turn", 5: "on the river"}


class OneRaiseMainGame(Struct, frozen=True, eq=False):
    """The counts of a main game."""

    rules: OneRaiseRules
    totals: Ints
    cells: Ints
    endings: list[tuple[int, int]]

    def values(self, number: int) -> dict[str, Fraction]:
        """What each choice before the flop is worth for a class, in Antes; the other choice first."""
        rules = self.rules
        held, raised, waiting = (int(total) for total in self.totals[number])
        whole = CLASSES[number].size * DEALS_OF_A_PAIR * rules.unit
        folds, *sizes = rules.sizes[0]
        first = Fraction(rules.fold, rules.unit) if folds else Fraction(waiting, whole)
        found = {"fold" if folds else "check": first}
        for size in sizes:
            found[self.named(0, size)] = Fraction(held + size * raised, whole)
        return found

    def best(self, number: int) -> int:
        """The place of the best choice before the flop for a class; on equal values the first."""
        worth = list(self.values(number).values())
        return worth.index(max(worth))

    def named(self, street: int, size: int) -> str:
        """A bet by its name, with its size where it may have several on a street."""
        several = len(self.rules.sizes[street]) > 2
        return f"{self.rules.bet} x {size}" if several else self.rules.bet

    def deals(self) -> Iterator[tuple[int, int, Ints]]:
        """The deals by street and choice at which the decisions end, line and outcome."""
        for number in range(len(CLASSES)):
            choice = self.best(number)
            if choice or self.rules.sizes[0][0]:
                yield 0, choice, self.cells[number].sum(axis=0)
                continue
            for place, (street, at_end) in enumerate(self.endings):
                yield street, at_end, self.cells[number, place]


def main_game(rules: OneRaiseRules, progress: CountProgress) -> OneRaiseMainGame:
    """Count the main game of a sheet, or take it from the cache."""
    from pitboss.analysis.one_raise.counting import counted, endings

    found = counted(rules, progress)
    return OneRaiseMainGame(rules, found["totals"], found["cells"], endings(rules))


def main_odds(game: Game, main: OneRaiseMainGame) -> BetOdds:
    """The odds of the whole main game per unit of Ante."""
    rules = main.rules
    rows: Counter[tuple[str, Fraction]] = Counter()
    gains: Counter[Fraction] = Counter()
    wager, first = 0, sum(rules.stakes.values())
    for street, choice, deals in main.deals():
        folds = choice == 0 and rules.sizes[street][0] == 1
        size = rules.sizes[street][choice] if choice else 0
        wager += (first + size) * int(deals.sum())
        said = _said(game, main, street, choice)
        for line, of_line in enumerate(deals.tolist()):
            for place, times in enumerate(of_line):
                if not times:
                    continue
                parts = rules.fold if folds else _gain(rules, line, place, size)
                gain = Fraction(parts, rules.unit)
                rows[said if folds else f"{said}, {outcome_in_words(place)}", gain] += times
                gains[gain] += times
    spread, total = distribution(gains), HOLE_PAIRS * DEALS_OF_A_PAIR
    ordered = sorted(rows.items(), key=lambda row: (-row[0][1], row[0][0]))
    return BetOdds(
        bet="ante",
        played_by="main",
        table=CombinationTable(
            tuple(
                CombinationRow(name, times, f"{'+' if gain > 0 else ''}{gain}", gain)
                for (name, gain), times in ordered
            ),
            total,
        ),
        distribution=spread,
        figures=figures(spread, Fraction(wager, total)),
    )


def strategy_of(game: Game, main: OneRaiseMainGame) -> Strategy:
    """Best play in words: the choice before the flop, and how often the bet is made on each street."""
    ends: Counter[str] = Counter()
    for street, choice, deals in main.deals():
        ends[_said(game, main, street, choice)] += int(deals.sum())
    whole = sum(ends.values())
    shares = ", ".join(f"{said} {times / whole:.2%}" for said, times in ends.items() if times)
    return Strategy(
        contract={"hands": HOLE_PAIRS, "ends": [f"{said}: {times}" for said, times in ends.items()]},
        sentence=f"Every decision takes what is worth most; of all deals, {shares}.",
        borderline=tuple(_closest(main)),
        details=(
            StrategyTable(
                "Before the flop: what each choice is worth, in Antes",
                ("hand", "pairs", *main.values(0)),
                tuple(
                    (kind.name, str(kind.size), *(f"{float(v):+.6f}" for v in main.values(number).values()))
                    for number, kind in enumerate(CLASSES)
                ),
            ),
        )
        if len(main.rules.sizes[0]) > 1
        else (),
    )


def _closest(main: OneRaiseMainGame) -> list[Borderline]:
    """The closest decisions before the flop, if there are any."""
    if len(main.rules.sizes[0]) == 1:
        return []
    found = []
    for number, kind in enumerate(CLASSES):
        worth = main.values(number)
        best, second = sorted(worth.values(), reverse=True)[:2]
        found.append(Borderline(kind.name, list(worth)[main.best(number)], best - second))
    return sorted(found, key=lambda line: line.gain)[:_CLOSEST]


def _gain(rules: OneRaiseRules, line: int, outcome: int, size: int) -> int:
    held, raised = rules.gains[line, :, outcome].tolist()
    return int(held + size * raised)


def _said(game: Game, main: OneRaiseMainGame, street: int, choice: int) -> str:
    """An end of the decisions in words."""
    if not choice:
        return f"fold {_OPEN[street]}" if main.rules.sizes[street][0] else "no bet"
    title = game.sheet.bets[main.rules.bet].title
    return f"{title} x {main.rules.sizes[street][choice]} {_OPEN[street]}"
