"""Runs: the same figures for any number of workers, agreement with the exact odds, faults that are found."""

import numpy as np
import pytest

from pitboss.analysis.odds import silent
from pitboss.cli.analysis_options import sheet_with
from pitboss.sheets.game import Game
from pitboss.sheets.library import library
from pitboss.simulation import run
from pitboss.simulation.checks import RunVerdict, exact_poisson, exact_values, verdict
from pitboss.simulation.model import Plan
from pitboss.simulation.plans import plan_of
from pitboss.simulation.results import count_interval, results
from pitboss.simulation.run import CHUNK, Tally, simulate

SHEETS = ("3CP", "ML3", "P3CP")


def game_of(name: str) -> Game:
    found = library().find(name)
    assert found is not None
    return found.game


def ignore(done: int) -> None:
    """Show nothing."""


def judged(plan: Plan, tally: Tally) -> RunVerdict:
    return verdict(plan, tally, results(plan, tally), exact_values(plan, silent))


@pytest.mark.parametrize("name", SHEETS)
def test_rounds_agree_with_the_exact_odds(name: str) -> None:
    plan = plan_of(game_of(name), 1, "exact", silent)
    tally = simulate(plan, rounds=1_000_000, seed=3, workers=1, done=ignore)
    found = judged(plan, tally)
    assert found.agrees
    assert not found.missing
    assert {check.what.partition(":")[0] for check in found.checks} == {"ante", "pair_plus", "jackpot"}


def test_the_figures_are_the_same_for_any_number_of_workers() -> None:
    plan = plan_of(game_of("P3CP"), 3, "exact", silent)
    rounds = 2 * CHUNK + 77
    runs = [simulate(plan, rounds=rounds, seed=11, workers=workers, done=ignore) for workers in (1, 2, 3)]
    for other in runs[1:]:
        assert (runs[0].cells == other.cells).all()
        assert (runs[0].house == other.house).all()
        assert (runs[0].products, runs[0].envy, runs[0].batches) == (
            other.products,
            other.envy,
            other.batches,
        )
    assert runs[0].house.sum() == rounds
    assert (runs[0].cells.sum(axis=(1, 2)) == rounds).all()


def test_seven_boxes_have_the_exact_covariance_of_two() -> None:
    plan = plan_of(game_of("3CP"), 7, "exact", silent)
    tally = simulate(plan, rounds=20 * CHUNK // 16, seed=5, workers=2, done=ignore)
    found = judged(plan, tally)
    assert found.agrees
    assert any(check.what == "house" for check in found.checks)


def test_a_wrong_pay_a_wrong_strategy_and_a_wrong_line_are_found() -> None:
    """A simulator that is wrong by little fails the tests that a right one passes."""
    plan = plan_of(game_of("3CP"), 1, "exact", silent)
    exact = exact_values(plan, silent)
    others = {
        "pair_plus": plan_of(sheet_with("3CP", ["pair_plus.straight=6"])[0], 1, "exact", silent),
        "ante": plan_of(game_of("3CP"), 1, "simple", silent),
    }
    for bet, other in others.items():
        tally = simulate(other, rounds=2_000_000, seed=3, workers=2, done=ignore)
        found = verdict(other, tally, results(other, tally), exact)
        assert found.agrees is False
        assert any(check.failed and check.what == bet for check in found.checks)
    tally = simulate(plan, rounds=1_000_000, seed=3, workers=2, done=ignore)
    tally.cells[0, :, [0, 1]] = tally.cells[0, :, [1, 0]]
    failed = [check.what for check in judged(plan, tally).checks if check.failed]
    assert failed == ["jackpot"]


def test_an_interrupted_run_keeps_the_rounds_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK", 1024)
    plan = plan_of(game_of("3CP"), 1, "exact", silent)

    def interrupt(done: int) -> None:
        if done >= 4096:
            raise KeyboardInterrupt

    tally = simulate(plan, rounds=100_000, seed=3, workers=2, done=interrupt)
    assert 4096 <= tally.rounds < 100_000
    assert tally.rounds % 1024 == 0
    again = simulate(plan, rounds=tally.rounds, seed=3, workers=1, done=ignore)
    assert (again.cells == tally.cells).all()


def test_the_simple_and_the_blind_strategy_have_no_exact_values() -> None:
    for strategy in ("simple", "blind"):
        plan = plan_of(game_of("3CP"), 1, strategy, silent)
        tally = simulate(plan, rounds=10_000, seed=3, workers=1, done=ignore)
        assert judged(plan, tally).agrees is None
        folds = int(tally.cells[0, [cell.folded for cell in plan.cells]].sum())
        assert (folds > 0) == (strategy == "simple")


def test_intervals_of_counts_are_those_of_garwood() -> None:
    """The limits that tables of the Poisson distribution have for 95 in 100."""
    for count, low, high in ((0, 0.0, 3.689), (1, 0.0253, 5.572), (10, 4.795, 18.390), (50, 37.111, 65.919)):
        assert count_interval(count, 0.95) == pytest.approx((low, high), abs=5e-4)
    low, high = count_interval(10_000, 0.95)
    assert (low, high) == pytest.approx((9804.96, 10197.96), abs=0.05)
    assert exact_poisson(0, 0.0) == 1.0
    assert exact_poisson(1, 0.0) == 0.0
    assert exact_poisson(0, 5.0) == pytest.approx(2 * np.exp(-5.0))
