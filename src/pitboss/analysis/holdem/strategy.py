"""A strategy of hold'em in words, and its closest decisions before the flop."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from pitboss.analysis.best_play import HandGroup
from pitboss.analysis.boards.classes import HOLE_PAIRS
from pitboss.analysis.holdem.cached_counts import Deals
from pitboss.analysis.holdem.gains import CELLS
from pitboss.analysis.holdem.main_game import HoldemMainGame
from pitboss.analysis.model import Borderline, Strategy, StrategyTable
from pitboss.sheets.game import Game

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
        sentence=_sentence(game, main, folds, staying),
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


def _sentence(game: Game, main: HoldemMainGame, folds: list[str], staying: int) -> str:
    first, second, third = (game.sheet.bets[bet].title for bet in main.bets.names)
    dropped = f"Fold {', '.join(folds)}, {first} the rest" if folds else f"{first} every hand"
    return (
        f"{dropped} ({staying:,} of {HOLE_PAIRS:,} pairs); {second} and {third} where that bet alone gains."
    )


def _followed(
    bets: tuple[str, str], hands: Sequence[HandGroup], cells: Sequence[Sequence[Deals]]
) -> dict[str, dict[str, float]]:
    """For each later bet the share of deals in which it follows a hand that has stayed."""
    often = {hand.name: _often(of_hand) for hand, of_hand in zip(hands, cells, strict=True)}
    return {bet: {name: shares[place] for name, shares in often.items()} for place, bet in enumerate(bets)}


def _often(cells: Sequence[Deals]) -> tuple[float, float]:
    """The shares of deals in which the second and the third bet are placed."""
    deals = [sum(cell) for cell in cells]
    whole = sum(deals)
    turn, river = (
        sum(number for number, placed in zip(deals, CELLS, strict=True) if placed[bet]) for bet in (0, 1)
    )
    return turn / whole, river / whole
