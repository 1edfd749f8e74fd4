"""Ante, Flop, Turn and River under optimal play, by classes of hole cards."""

from collections import Counter
from fractions import Fraction

from msgspec import Struct

from pitboss.analysis.categories import examples
from pitboss.analysis.holdem.classes import CLASSES, HOLE_PAIRS
from pitboss.analysis.holdem.counts import CELLS, DEALS_OF_A_PAIR, Cell, deals
from pitboss.analysis.holdem.gains import Bets, Gains, bets_of
from pitboss.analysis.model import BetOdds, CombinationTable, Progress, Row
from pitboss.analysis.payoffs import listed
from pitboss.analysis.statistics import distribution, figures
from pitboss.sheets.game import Game


class MainGame(Struct, frozen=True):
    """The main game by classes of hole cards; gains in units of the Ante."""

    bets: Bets
    cells: tuple[tuple[Cell, ...], ...]
    """Of each class."""
    stay: tuple[Fraction, ...]
    """What each class gains when it stays."""

    def stays(self, number: int) -> bool:
        """Whether a class stays when the Ante is alone on the box."""
        return self.stay[number] > -1


def main_game(game: Game, progress: Progress) -> MainGame:
    """The main game of a sheet."""
    bets = bets_of(game)
    cells = deals(game, bets, progress)
    stay = tuple(
        Fraction(sum(_gained(bets, cell, place) for place, cell in enumerate(of_class)), _deals(number))
        for number, of_class in enumerate(cells)
    )
    return MainGame(bets, cells, stay)


def on_layout(bets: Bets, cell: int) -> list[tuple[int, Gains]]:
    """The bets on the layout in a cell, with their sizes in Antes."""
    first, second, third = zip(bets.sizes, bets.decided, strict=True)
    turn, river = CELLS[cell]
    return [(1, bets.ante), first, *([second] if turn else []), *([third] if river else [])]


def main_odds(game: Game, main: MainGame) -> BetOdds:
    """The whole main game per unit of Ante."""
    counted: Counter[tuple[str, int]] = Counter()
    wager = Fraction(0)
    ranks = examples(game.ranking)
    for number, of_class in enumerate(main.cells):
        if not main.stays(number):
            counted["fold", -1] += _deals(number)
            wager += _deals(number)
            continue
        for place, cell in enumerate(of_class):
            bets = on_layout(main.bets, place)
            wager += sum(size for size, _ in bets) * (sum(cell.wins) + cell.ties + cell.losses)
            said = _said(game, main.bets, place)
            for kind, times in enumerate(cell.wins):
                gain = sum(size * gains.wins[kind] for size, gains in bets)
                counted[f"higher, {listed(game, ranks[kind])}{said}", gain] += times
            tie, loss = (
                sum(size * gains.tie for size, gains in bets),
                sum(size * gains.loss for size, gains in bets),
            )
            counted[f"same{said}", tie] += cell.ties
            counted[f"lower{said}", loss] += cell.losses
    gains: Counter[Fraction] = Counter()
    for (_, gain), times in counted.items():
        gains[Fraction(gain)] += times
    total = HOLE_PAIRS * DEALS_OF_A_PAIR
    spread = distribution(gains)
    return BetOdds(
        bet="ante",
        played_by="main",
        table=CombinationTable(
            tuple(
                Row(name, times, f"{gain:+d}" if gain else "0", Fraction(gain))
                for (name, gain), times in counted.items()
                if times
            ),
            total,
        ),
        distribution=spread,
        figures=figures(spread, wager / total),
    )


def _said(game: Game, bets: Bets, cell: int) -> str:
    """Which of the bets that may be checked are on the layout."""
    placed = [
        game.sheet.bets[bet].title
        for bet, bet_placed in zip(bets.names[1:], CELLS[cell], strict=True)
        if bet_placed
    ]
    return f", {' and '.join(placed)} bet" if placed else ", checked twice"


def _gained(bets: Bets, cell: Cell, place: int) -> int:
    return sum(
        size
        * (sum(map(int.__mul__, gains.wins, cell.wins)) + gains.tie * cell.ties + gains.loss * cell.losses)
        for size, gains in on_layout(bets, place)
    )


def _deals(number: int) -> int:
    return CLASSES[number].size * DEALS_OF_A_PAIR
