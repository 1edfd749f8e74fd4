"""A game with hands of other sizes that is only a sheet, beside an enumeration that knows its rules."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np

from pitboss.analysis.decisions import simple
from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import odds, silent, strategy_odds
from pitboss.cards import DECK
from pitboss.sheets import read_folder
from pitboss.simulation.engine import Engine
from tests.independent.test_other_shapes import kind_of

GAME = read_folder(Path(__file__).parents[2] / "examples" / "sheets" / "three-against-four-v1")
ORDER = ("odd", "pair", "flush", "straight", "threes", "straight flush")
BONUS = {"straight": 1, "threes": 4, "straight flush": 5}
ROUNDS = 400


def enumerated() -> Fraction:
    """What best play gains: every hand up to suits against each of the Dealer's, the best three of four."""
    threes = list(combinations(range(52), 3))
    told = [kind_of(tuple(DECK[card] for card in hand)) for hand in threes]
    height = [(ORDER.index(kind), *ranks) for kind, ranks in told]
    level = {each: place for place, each in enumerate(sorted(set(height)))}
    strength = np.zeros((52, 52, 52), dtype=np.int64)
    strength[tuple(np.array(threes).T)] = [level[each] for each in height]
    fours = np.array(list(combinations(range(52), 4)))
    dealers = np.max([strength[tuple(fours[:, list(part)].T)] for part in combinations(range(4), 3)], axis=0)
    masks = (np.int64(1) << fours).sum(axis=1)
    classes: Counter[tuple[int, ...]] = Counter()
    example = {}
    for number, hand in enumerate(threes):
        suits = (sum(1 << card % 13 for card in hand if card // 13 == suit) for suit in range(4))
        alike = tuple(sorted(suits))
        classes[alike] += 1
        example[alike] = number
    total = 0
    for alike, size in classes.items():
        hand, (kind, _) = threes[example[alike]], told[example[alike]]
        met = dealers[masks & sum(1 << card for card in hand) == 0]
        won = int((met <= strength[hand]).sum())
        lost = len(met) - won
        played = (won * (2 + bet) - lost * (1 + bet) + len(met) * BONUS.get(kind, 0) for bet in (1, 2))
        total += size * max(-len(met), *played)
    return Fraction(total, comb(52, 3) * comb(49, 4))


def test_its_figure_is_that_of_an_enumeration() -> None:
    found = odds(GAME, AnalysisQuestion()).bets["ante"]
    assert found.figures.ev == enumerated() == Fraction(-3183574, 58530745)
    assert found.table.total == comb(52, 3) * comb(49, 4)


def test_rounds_of_it_by_the_engine_are_near_what_is_counted() -> None:
    exact = strategy_odds(GAME, simple(GAME), silent).figures
    run = Engine(GAME, 1, "simple", silent).run(rounds=ROUNDS, seed=7, done=lambda rounds: None)
    times = run.tally.cells[0].sum(axis=1).tolist()
    gained = sum(
        number * sum(cell.gains, Fraction(0)) for number, cell in zip(times, run.plan.cells, strict=True)
    )
    assert sum(times) == ROUNDS
    assert abs(float(gained / ROUNDS - exact.ev)) < 4 * exact.standard_deviation / ROUNDS**0.5
