"""The engine and the compiled loops play the same rounds: the same cards bring every bet the same money."""

from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis.decisions import StrategyName
from pitboss.analysis.hand_kinds import CARDS
from pitboss.analysis.odds import silent
from pitboss.citation import Clause
from pitboss.sheets.library import library
from pitboss.sheets.loader import make_game
from pitboss.simulation.dealing import deal_rounds
from pitboss.simulation.engine import ANTE_CENTS, Engine
from pitboss.simulation.model import NoLoop
from pitboss.simulation.plans import plan_of
from pitboss.simulation.run import simulate
from tests.random_edits import bases
from tests.simulation.test_runs import game_of, ignore, judged

FOLDER = Path(__file__).parents[2] / "examples/sheets"
SEED = 9
ONE_DECISION = ("four-card-v1", "three-against-four-v1")
"""Examples that the loop of hands without community cards knows."""
CASES: list[tuple[str, StrategyName, int]] = [
    ("3CP", "exact", 60),
    ("ML3", "exact", 60),
    ("P3CP", "exact", 60),
    ("MSS", "simple", 50),
    ("MLTH", "simple", 40),
    ("MLTH", "blind", 10),
    ("four-card-v1", "exact", 60),
    ("four-card-v1", "simple", 20),
    ("three-against-four-v1", "exact", 60),
    ("three-against-four-v1", "blind", 20),
]


def compare(name: str, boxes: int, strategy: StrategyName, rounds: int, first: int) -> None:
    """Play rounds both ways, and compare each box of each round."""
    game = game_of(name) if name not in ONE_DECISION else library().add(FOLDER / name).game
    plan, engine = plan_of(game, boxes, strategy, silent), Engine(game, boxes, strategy, silent)
    totals, before = plan.totals(), plan.counts()
    dealt = deal_rounds(np.uint64(SEED), np.uint64(first), rounds, plan.cards, plan.cuts)
    for number, row in enumerate(dealt.tolist()):
        now = plan.counts()
        plan.play(SEED, first, number + 1, now, totals)
        by_engine = engine.play(tuple(CARDS[card] for card in row))
        for box in range(boxes):
            ((cell,), (line,)) = np.nonzero(now.cells[box] - before.cells[box])
            by_loop = plan.cells[cell]
            money = tuple(int(gain * ANTE_CENTS) for gain in by_loop.gains)
            found = by_engine[box]
            assert (money, int(line), by_loop.folded) == (found.gains, found.line, found.folded)
        before = now


@pytest.mark.parametrize(("name", "strategy", "rounds"), CASES)
def test_each_round_brings_the_same_money(name: str, strategy: StrategyName, rounds: int) -> None:
    compare(name, 1, strategy, rounds, 0)
    compare(name, 3, strategy, rounds // 5, 1024)


@pytest.mark.long
@pytest.mark.parametrize("name", ["MSS", "MLTH"])
def test_each_round_brings_the_same_money_under_exact_play(name: str) -> None:
    """The tables of exact play take a count of the whole game."""
    compare(name, 1, "exact", 100, 0)
    compare(name, 7, "exact", 10, 1024)


def test_a_run_of_the_engine_has_the_tally_of_the_loop() -> None:
    game = game_of("3CP")
    plan = plan_of(game, 2, "exact", silent)
    by_loop = simulate(plan, rounds=300, seed=SEED, workers=1, done=ignore)
    run = Engine(game, 2, "exact", silent).run(rounds=300, seed=SEED, done=ignore)
    assert by_loop.products == run.tally.products
    gained = {int(at) + plan.lowest: int(by_loop.house[at]) for at in np.flatnonzero(by_loop.house)}
    there = np.flatnonzero(run.tally.house)
    assert gained == {int(at) + run.plan.lowest: int(run.tally.house[at]) for at in there}
    assert (by_loop.cells.sum(axis=1) == run.tally.cells.sum(axis=1)).all()


@pytest.mark.parametrize("name", ONE_DECISION)
def test_the_loop_agrees_with_the_exact_odds_of_an_own_sheet(name: str) -> None:
    """Each row of the main game and of the side bet, of a play that looks at more than the hand's level."""
    plan = plan_of(library().add(FOLDER / name).game, 2, "exact", silent)
    tally = simulate(plan, rounds=2_000_000, seed=3, workers=1, done=ignore)
    found = judged(plan, tally)
    assert found.agrees
    assert not set(found.missing) & set(plan.bets)
    assert {check.what.partition(",")[0] for check in found.checks} == set(plan.bets)


@pytest.mark.parametrize("name", sorted({folder.name for folder in FOLDER.iterdir()} - {*ONE_DECISION}))
def test_sheets_without_a_loop_are_played(name: str) -> None:
    game = library().add(FOLDER / name).game
    with pytest.raises(NoLoop, match=r"the compiled loops do not know this game$"):
        plan_of(game, 1, "simple", silent)
    for strategy in ("simple", "blind"):
        run = Engine(game, 2, strategy, silent).run(rounds=15, seed=SEED, done=ignore)
        assert run.tally.rounds == 15
        assert run.tally.house.sum() == 15


def test_a_second_side_bet_of_holdem_is_left_to_who_asked() -> None:
    """The engine plays it; not everybody who asks for the loops has it."""
    sheet, clauses = next(each for name, *each in bases() if name == "rws-multilink-holdem-v2")
    sheet = deepcopy(sheet)
    sheet["bets"]["trips"] = {**sheet["bets"]["bonus"], "title": "Trips"}
    lines = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
    sheet["pays"]["trips"] = {"clauses": ["4.1"], "hands": dict.fromkeys(lines, "3 to 1")}
    with pytest.raises(NoLoop, match=r"^bets\.trips: the loop of hold'em knows one side bet, on hole cards$"):
        plan_of(make_game(sheet, clauses), 1, "blind", silent)


def test_a_void_round_brings_nobody_anything() -> None:
    rates = {Clause("5.8.3"): Fraction(1)}
    run = Engine(game_of("3CP"), 1, "exact", silent).run(rounds=20, seed=SEED, done=ignore, rates=rates)
    (count,) = run.irregular
    assert (count.drawn, count.reported, count.void) == (20, 20, 20)
    assert {gain for cell in run.plan.cells for gain in cell.gains} == {Fraction(0)}


def test_irregularities_of_every_kind_leave_rounds_that_end() -> None:
    for name in ("3CP", "MSS", "MLTH"):
        game = game_of(name)
        rates = dict.fromkeys(map(Clause, game.sheet.irregularities), Fraction(1, 8))
        run = Engine(game, 2, "blind", silent).run(rounds=40, seed=SEED, done=ignore, rates=rates)
        assert run.tally.rounds == 40
        assert sum(count.reported for count in run.irregular) > 10
