"""Ante, Flop, Turn and River under optimal play, by classes of hole cards, and that play in words."""

from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import Final

from msgspec import Struct

from pitboss.analysis.best_play import HandGroup
from pitboss.analysis.bet_odds import main_game_odds, main_game_row
from pitboss.analysis.boards.classes import CLASSES, HOLE_PAIRS
from pitboss.analysis.hand_kinds import examples
from pitboss.analysis.holdem.cached_counts import DEALS_OF_A_PAIR, DealNumbers, deals
from pitboss.analysis.holdem.gains import CELLS, WIDTH, MainBets, StakeGains, bets_of
from pitboss.analysis.model import BetOdds, Borderline, CountProgress, Strategy, StrategyTable
from pitboss.analysis.payoffs import listed
from pitboss.reason import Reason, because
from pitboss.sheets.game import Game


class HoldemMainGame(Struct, frozen=True):
    """The main game of hold'em by class of hole cards; gains in units of the Ante."""

    bets: MainBets
    cells: tuple[tuple[DealNumbers, ...], ...]
    """The deals of each class by the bets on the layout."""
    stay: tuple[Fraction, ...]
    """The expected gain of each class when it stays."""

    def stays(self, number: int) -> bool:
        """Whether a class stays when the Ante is alone on the box."""
        return self.stay[number] > -1


def main_game(game: Game, progress: CountProgress) -> HoldemMainGame:
    """Count the main game of a sheet, or take it from the cache."""
    bets = bets_of(game)
    cells = deals(game, bets, progress)
    gains = [gains_of_cell(bets, cell) for cell in range(len(CELLS))]
    stay = tuple(
        Fraction(sum(sum(map(mul, *pair)) for pair in zip(of_class, gains, strict=True)), _deals(number))
        for number, of_class in enumerate(cells)
    )
    return HoldemMainGame(bets, cells, stay)


def gains_of_cell(bets: MainBets, cell: int) -> list[int]:
    """The summed gain of the bets of a cell: with a win by each category, a tie, a loss."""
    placed = [(1, bets.ante), *_on_layout(bets, cell)]
    outcomes = zip(*((*gains.wins, gains.tie, gains.loss) for _, gains in placed), strict=True)
    return [sum(size * gain for (size, _), gain in zip(placed, each, strict=True)) for each in outcomes]


def main_odds(game: Game, main: HoldemMainGame) -> BetOdds:
    """The odds of the whole main game per unit of Ante."""
    staying = [of_class for number, of_class in enumerate(main.cells) if main.stays(number)]
    folded = sum(_deals(number) for number in range(len(CLASSES)) if not main.stays(number))
    results = [*(f"higher, {listed(game, rank)}" for rank in examples(game.ranking)), "same", "lower"]
    rows, wager = [], folded
    for cell in range(len(CELLS)):
        numbers = [sum(of_class[cell][place] for of_class in staying) for place in range(WIDTH)]
        wager += sum(numbers) * (1 + sum(size for size, _ in _on_layout(main.bets, cell)))
        said = layout_in_words(game, main.bets, cell)
        for result, gain, times in zip(results, gains_of_cell(main.bets, cell), numbers, strict=True):
            rows.append(main_game_row(f"{result}, {said}", times, gain))
    rows.append(main_game_row("fold", folded, -1))
    return main_game_odds(rows, Fraction(wager, HOLE_PAIRS * DEALS_OF_A_PAIR))


def _on_layout(bets: MainBets, cell: int) -> list[tuple[int, StakeGains]]:
    """The decision bets on the layout in a cell, with their sizes in Antes."""
    placed = (True, *CELLS[cell])
    return [
        bet for bet, there in zip(zip(bets.sizes, bets.decided, strict=True), placed, strict=True) if there
    ]


def layout_in_words(game: Game, bets: MainBets, cell: int) -> str:
    """A cell in words: which of the bets that may be checked are on the layout."""
    titles = [game.sheet.bets[bet].title for bet in bets.names[1:]]
    placed = [title for title, there in zip(titles, CELLS[cell], strict=True) if there]
    return f"{' and '.join(placed)} bet" if placed else "checked twice"


def _deals(number: int) -> int:
    return CLASSES[number].size * DEALS_OF_A_PAIR


_CLOSEST: Final = 12


def strategy_of(
    game: Game, main: HoldemMainGame, hands: Sequence[HandGroup], meter: Fraction, ante: int
) -> Strategy:
    """Best play of a box at a displayed value; ``meter`` and ``ante`` are in cents."""
    gains = [hand.gain().at(meter) / ante for hand in hands]
    folds = [hand.name for hand, gain in zip(hands, gains, strict=True) if gain <= 0]
    staying = sum(hand.size for hand, gain in zip(hands, gains, strict=True) if gain > 0)
    first, second, third = main.bets.names
    closest = sorted(zip(gains, hands, strict=True), key=lambda item: abs(item[0]))[:_CLOSEST]
    return Strategy(
        contract={"folded": folds, f"{first}_bet": staying, "hands": HOLE_PAIRS},
        followed=_followed((second, third), hands, main.cells),
        reason=_reason(game, main, folds, staying),
        borderline=tuple(
            Borderline(hand.name, first if gain > 0 else "fold", abs(gain)) for gain, hand in closest
        ),
        details=(
            StrategyTable(
                f"Before the flop: what {first} gains on fold, and how often {second} and {third} follow",
                ("hand", "pairs", f"{first} over fold", second, third),
                tuple(
                    (
                        hand.name,
                        str(hand.size),
                        f"{float(gain):+.6f}",
                        *(f"{often:.2%}" for often in _often(cells)),
                    )
                    for hand, gain, cells in zip(hands, gains, main.cells, strict=True)
                ),
            ),
        ),
    )


def _reason(game: Game, main: HoldemMainGame, folds: list[str], staying: int) -> Reason:
    first, second, third = (game.sheet.bets[bet].title for bet in main.bets.names)
    return because(
        "strategy.pairs",
        folds=tuple(folds),
        bet=first,
        staying=staying,
        pairs=HOLE_PAIRS,
        second=second,
        third=third,
    )


def _followed(
    bets: tuple[str, str], hands: Sequence[HandGroup], cells: Sequence[Sequence[DealNumbers]]
) -> dict[str, dict[str, float]]:
    """For each later bet the share of deals in which it follows a hand that has stayed."""
    often = {hand.name: _often(of_hand) for hand, of_hand in zip(hands, cells, strict=True)}
    return {bet: {name: shares[place] for name, shares in often.items()} for place, bet in enumerate(bets)}


def _often(cells: Sequence[DealNumbers]) -> tuple[float, float]:
    """The shares of deals in which the second and the third bet are placed."""
    deals = [sum(cell) for cell in cells]
    whole = sum(deals)
    turn, river = (
        sum(number for number, placed in zip(deals, CELLS, strict=True) if placed[bet]) for bet in (0, 1)
    )
    return turn / whole, river / whole
