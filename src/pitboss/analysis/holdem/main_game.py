"""Ante, Flop, Turn and River under optimal play, by classes of hole cards."""

from collections import Counter
from fractions import Fraction
from operator import mul

from msgspec import Struct

from pitboss.analysis.categories import examples
from pitboss.analysis.holdem.cells import CELLS, WIDTH
from pitboss.analysis.holdem.classes import CLASSES, HOLE_PAIRS
from pitboss.analysis.holdem.counts import DEALS_OF_A_PAIR, Deals, deals
from pitboss.analysis.holdem.gains import Bets, Gains, bets_of
from pitboss.analysis.model import BetOdds, CombinationTable, Progress, Row
from pitboss.analysis.payoffs import listed
from pitboss.analysis.statistics import distribution, figures
from pitboss.sheets.game import Game


class MainGame(Struct, frozen=True):
    """The main game by classes of hole cards; gains in units of the Ante."""

    bets: Bets
    cells: tuple[tuple[Deals, ...], ...]
    """The deals of each class by the bets on the layout."""
    stay: tuple[Fraction, ...]
    """What each class gains when it stays."""

    def stays(self, number: int) -> bool:
        """Whether a class stays when the Ante is alone on the box."""
        return self.stay[number] > -1


def main_game(game: Game, progress: Progress) -> MainGame:
    """The main game of a sheet."""
    bets = bets_of(game)
    cells = deals(game, bets, progress)
    gains = [gains_of_cell(bets, cell) for cell in range(len(CELLS))]
    stay = tuple(
        Fraction(sum(sum(map(mul, *pair)) for pair in zip(of_class, gains, strict=True)), _deals(number))
        for number, of_class in enumerate(cells)
    )
    return MainGame(bets, cells, stay)


def gains_of_cell(bets: Bets, cell: int) -> list[int]:
    """What the bets on the layout gain together: with a win by each category, a tie, a loss."""
    placed = [(1, bets.ante), *_on_layout(bets, cell)]
    outcomes = zip(*((*gains.wins, gains.tie, gains.loss) for _, gains in placed), strict=True)
    return [sum(size * gain for (size, _), gain in zip(placed, each, strict=True)) for each in outcomes]


def main_odds(game: Game, main: MainGame) -> BetOdds:
    """The whole main game per unit of Ante."""
    staying = [of_class for number, of_class in enumerate(main.cells) if main.stays(number)]
    folded = sum(_deals(number) for number in range(len(CLASSES)) if not main.stays(number))
    results = [*(f"higher, {listed(game, rank)}" for rank in examples(game.ranking)), "same", "lower"]
    rows, wager = [Row("fold", folded, "-1", Fraction(-1))], folded
    for cell in range(len(CELLS)):
        numbers = [sum(of_class[cell][place] for of_class in staying) for place in range(WIDTH)]
        wager += sum(numbers) * (1 + sum(size for size, _ in _on_layout(main.bets, cell)))
        said = _said(game, main.bets, cell)
        for result, gain, times in zip(results, gains_of_cell(main.bets, cell), numbers, strict=True):
            rows.append(Row(f"{result}, {said}", times, f"{gain:+d}" if gain else "0", Fraction(gain)))
    gains: Counter[Fraction] = Counter()
    for row in rows:
        gains[row.net or Fraction(0)] += row.combinations
    total = HOLE_PAIRS * DEALS_OF_A_PAIR
    spread = distribution(gains)
    return BetOdds(
        bet="ante",
        played_by="main",
        table=CombinationTable(tuple(row for row in (*rows[1:], rows[0]) if row.combinations), total),
        distribution=spread,
        figures=figures(spread, Fraction(wager, total)),
    )


def _on_layout(bets: Bets, cell: int) -> list[tuple[int, Gains]]:
    """The decision bets on the layout in a cell, with their sizes in Antes."""
    placed = (True, *CELLS[cell])
    return [
        bet for bet, there in zip(zip(bets.sizes, bets.decided, strict=True), placed, strict=True) if there
    ]


def _said(game: Game, bets: Bets, cell: int) -> str:
    """Which of the bets that may be checked are on the layout."""
    titles = [game.sheet.bets[bet].title for bet in bets.names[1:]]
    placed = [title for title, there in zip(titles, CELLS[cell], strict=True) if there]
    return f"{' and '.join(placed)} bet" if placed else "checked twice"


def _deals(number: int) -> int:
    return CLASSES[number].size * DEALS_OF_A_PAIR
