"""The main game of the best four cards under best play: every hand takes the choice worth most."""

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.analysis import count_cache
from pitboss.analysis.arrays import Ints
from pitboss.analysis.best_four.packing import FIELD
from pitboss.analysis.best_four.rules import OUTCOMES, Rules
from pitboss.analysis.decisions import action_name
from pitboss.analysis.model import BetOdds, CombinationRow, CombinationTable, CountProgress, Strategy
from pitboss.analysis.payoffs import RESULTS, gain_in_words
from pitboss.analysis.statistics import distribution, figures

_HANDS: Final = comb(52, 5)
_FACE_UP: Final = 47
MET: Final = comb(46, 5)
"""The Dealer's hands with one face-up card, once the player's five are known."""
DEALS: Final = _HANDS * _FACE_UP * MET


class MainGame(Struct, frozen=True, eq=False):
    """The deals of a main game by line, choice (a fold first) and outcome."""

    rules: Rules
    deals: Ints

    def gain(self, line: int, choice: int, outcome: int) -> Fraction:
        """What the main game gains, in Antes."""
        rules = self.rules
        if not choice:
            return Fraction(rules.fold, rules.unit)
        held, raised = rules.gains[line, :, outcome].tolist()
        return Fraction(held + rules.decision.sizes[choice - 1] * raised, rules.unit)

    def named(self, choice: int) -> str:
        """A choice in words."""
        decision = self.rules.decision
        return action_name(decision, decision.sizes[choice - 1] if choice else None)


def main_game(rules: Rules, progress: CountProgress) -> MainGame:
    """Count the main game of a sheet, or take the counts from the cache."""
    rows = _counted(rules, progress)
    number, mask = rows[:, 1], (1 << FIELD) - 1
    line, beaten, same = rows[:, 0] >> 2 * FIELD, rows[:, 0] >> FIELD & mask, rows[:, 0] & mask
    met = np.stack([beaten, same, MET - beaten - same], axis=1)
    worth = worth_of_choices(rules, line, met)
    choice = worth.argmax(axis=1)
    deals = np.zeros((len(rules.names), worth.shape[1], len(OUTCOMES)), dtype=np.int64)
    np.add.at(deals, (line, choice), met * number[:, None])
    return MainGame(rules, deals)


def worth_of_choices(rules: Rules, line: Ints, met: Ints) -> Ints:
    """What each choice gains on hands of these lines, summed over the Dealer's hands; a fold first."""
    held = (rules.gains[line, 0] * met).sum(axis=1)
    raised = (rules.gains[line, 1] * met).sum(axis=1)
    folded = rules.fold * met.sum(axis=1)
    return np.stack([folded, *(held + size * raised for size in rules.decision.sizes)], axis=1)


def _counted(rules: Rules, progress: CountProgress) -> Ints:
    subject = {"ranks": [rank.strength for rank in rules.levels.ranks], "lines": rules.lines.tolist()}
    counted = count_cache.cached_arrays("best four 1", subject, lambda: _count(rules, progress))
    return counted["rows"]


def _count(rules: Rules, progress: CountProgress) -> count_cache.Arrays:
    from pitboss.analysis.best_four import kernel

    told, parts = "all deals of five and six cards", 3
    progress(told, 0, parts)
    levels = levels_of_four(rules)
    number = len(rules.lines)
    dealers, start = kernel.dealers_by_level(kernel.levels_of_dealers(levels), number)
    progress(told, 1, parts)
    hands, weights, level_of = kernel.players_hands(levels)
    order = np.argsort(level_of, kind="stable")
    first = np.searchsorted(level_of[order], np.arange(number + 1))
    rows = kernel.count_deals(dealers, start, hands[order], weights[order], first, rules.lines, levels)
    progress(told, parts, parts)
    return {"rows": rows}


def levels_of_four(rules: Rules) -> "np.ndarray[tuple[int], np.dtype[np.int16]]":
    """The level of every set of four cards, in the order of the kernels."""
    sets = [(a, b, c, d) for d in range(52) for c in range(d) for b in range(c) for a in range(b)]
    return rules.levels.of_cards(np.array(sets, dtype=np.int64)).astype(np.int16)


def main_odds(main: MainGame) -> BetOdds:
    """The odds of the whole main game per unit of Ante."""
    rules = main.rules
    rows: Counter[tuple[str, Fraction]] = Counter()
    gains: Counter[Fraction] = Counter()
    wager = 0
    for line, choice, outcome in zip(*(each.tolist() for each in main.deals.nonzero()), strict=True):
        times, gain = int(main.deals[line, choice, outcome]), main.gain(line, choice, outcome)
        size = rules.decision.sizes[choice - 1] if choice else 0
        wager += (rules.stakes + size) * times
        gains[gain] += times
        said = f"{main.named(choice)}, {RESULTS[OUTCOMES[outcome]]}, {rules.names[line]}"
        rows[said if choice else main.named(0), gain] += times
    spread = distribution(gains)
    ordered = sorted(rows.items(), key=lambda row: (-row[0][1], row[0][0]))
    return BetOdds(
        bet="ante",
        played_by="main",
        table=CombinationTable(
            tuple(CombinationRow(name, times, gain_in_words(gain), gain) for (name, gain), times in ordered),
            DEALS,
        ),
        distribution=spread,
        figures=figures(spread, Fraction(wager, DEALS)),
    )


def strategy_of(main: MainGame) -> Strategy:
    """Best play in words: how often each choice is worth most."""
    by_choice = main.deals.sum(axis=(0, 2)).tolist()
    shares = {main.named(choice): Fraction(int(times), DEALS) for choice, times in enumerate(by_choice)}
    told = ", ".join(f"{name} {float(share):.2%}" for name, share in shares.items())
    return Strategy(
        contract={
            "hands": _HANDS * _FACE_UP,
            "choices": [f"{name}: {int(share * _HANDS * _FACE_UP)}" for name, share in shares.items()],
        },
        sentence=f"Every hand and face-up card takes the choice worth most: {told}.",
    )
