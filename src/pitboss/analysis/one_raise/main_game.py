"""The main game of hold'em with one bet, under best play by classes of hole cards."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import payoffs
from pitboss.analysis.arrays import Ints
from pitboss.analysis.bet_odds import HandsOfGains, main_game_odds, main_game_rows, told_apart
from pitboss.analysis.boards.classes import CLASSES, HOLE_PAIRS
from pitboss.analysis.holdem.cached_counts import DEALS_OF_A_PAIR
from pitboss.analysis.levels import five_cards
from pitboss.analysis.model import (
    BetOdds,
    Borderline,
    CountProgress,
    Strategy,
    StrategyTable,
)
from pitboss.analysis.one_raise.rules import OneRaiseRules
from pitboss.analysis.payoffs import outcome_in_words
from pitboss.reason import because
from pitboss.settlement.side_bets import ANTE_BONUS
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

    def odds(self, game: Game) -> BetOdds:
        """The odds of the whole main game per unit of Ante."""
        rules = self.rules
        results: HandsOfGains = {}
        hands = self._hands(game)
        wager, first = 0, sum(rules.stakes.values())
        for street, choice, deals in self.deals():
            folds = choice == 0 and rules.sizes[street][0] == 1
            size = rules.sizes[street][choice] if choice else 0
            wager += (first + size) * int(deals.sum())
            said = self._said(game, street, choice)
            for line, outcome in zip(*(axis.tolist() for axis in np.nonzero(deals)), strict=True):
                parts = rules.fold if folds else _gain(rules, line, outcome, size)
                name = said if folds else f"{said}, {outcome_in_words(outcome)}"
                by_hand = results.setdefault((name, Fraction(parts, rules.unit)), {})
                # The deals of a line are not parted by its hands.
                for hand in hands[line]:
                    by_hand.setdefault(hand, 0)
                by_hand[hands[line][0]] += int(deals[line, outcome])
        ranked = list(dict.fromkeys(hand for line in rules.lines[::-1].tolist() for hand in hands[line]))
        return main_game_odds(
            main_game_rows(told_apart(results, ranked)), Fraction(wager, HOLE_PAIRS * DEALS_OF_A_PAIR)
        )

    def _hands(self, game: Game) -> dict[int, list[str]]:
        """The hands of each line as rows name them, the highest first."""
        rules, found = self.rules, dict[int, dict[str, None]]()
        bets = (*rules.stakes, rules.bet, ANTE_BONUS)
        ranks = five_cards(rules.order).ranks
        for line, rank in zip(rules.lines[::-1].tolist(), reversed(ranks), strict=True):
            found.setdefault(line, {})[payoffs.paid_hand(game, rank, *bets)] = None
        return {line: list(hands) for line, hands in found.items()}

    def strategy(self, game: Game) -> Strategy:
        """Best play in words: the choice before the flop, and how often the bet is made on each street."""
        ends: Counter[str] = Counter()
        for street, choice, deals in self.deals():
            ends[self._said(game, street, choice)] += int(deals.sum())
        whole = sum(ends.values())
        shares = tuple(
            because("strategy.end", end=said, share=f"{times / whole:.2%}")
            for said, times in ends.items()
            if times
        )
        return Strategy(
            contract={"hands": HOLE_PAIRS, "ends": [f"{said}: {times}" for said, times in ends.items()]},
            reason=because("strategy.streets", shares=shares),
            borderline=tuple(self._closest()),
            details=(
                StrategyTable(
                    "Before the flop: what each choice is worth, in Antes",
                    ("hand", "pairs", *self.values(0)),
                    tuple(
                        (
                            kind.name,
                            str(kind.size),
                            *(f"{float(v):+.6f}" for v in self.values(number).values()),
                        )
                        for number, kind in enumerate(CLASSES)
                    ),
                ),
            )
            if len(self.rules.sizes[0]) > 1
            else (),
        )

    def _closest(self) -> list[Borderline]:
        """The closest decisions before the flop, if there are any."""
        if len(self.rules.sizes[0]) == 1:
            return []
        found = []
        for number, kind in enumerate(CLASSES):
            worth = self.values(number)
            best, second = sorted(worth.values(), reverse=True)[:2]
            found.append(Borderline(kind.name, list(worth)[self.best(number)], best - second))
        return sorted(found, key=lambda line: line.gain)[:_CLOSEST]

    def _said(self, game: Game, street: int, choice: int) -> str:
        """An end of the decisions in words."""
        if not choice:
            return f"fold {_OPEN[street]}" if self.rules.sizes[street][0] else "no bet"
        title = game.sheet.bets[self.rules.bet].title
        return f"{title} x {self.rules.sizes[street][choice]} {_OPEN[street]}"


def main_game(rules: OneRaiseRules, progress: CountProgress) -> OneRaiseMainGame:
    """Count the main game of a sheet, or take it from the cache."""
    from pitboss.analysis.one_raise.counting import counted, endings

    found = counted(rules, progress)
    return OneRaiseMainGame(rules, found["totals"], found["cells"], endings(rules))


def _gain(rules: OneRaiseRules, line: int, outcome: int, size: int) -> int:
    held, raised = rules.gains[line, :, outcome].tolist()
    return int(held + size * raised)
