"""The exposure of a table against what the exact mathematics says of one box, and against a walk by hand."""

import json

import numpy as np
import pytest

from pitboss.analysis.families import analyse
from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import silent
from pitboss.cli.main import run
from pitboss.forecast.exposure import Exposure, exposure, walk_days
from pitboss.sheets import load

GAME = load("3CP")


def found(limits: dict[str, int], **changed: int) -> Exposure:
    asked = {"boxes": 1, "rounds_per_day": 100, "rounds": 1_000_000, "days": 2_000, "seed": 3} | changed
    return exposure(GAME, AnalysisQuestion(bets=limits), progress=silent, **asked)


def test_one_box_has_the_exact_mean_and_deviation() -> None:
    one = found({"ante": 100_000})
    exact = analyse(GAME, silent).main().figures
    error = 1_000 * exact.std_dev / 1_000
    assert abs(one.mean_round - 1_000 * float(exact.house_edge)) < 5 * error
    assert one.std_dev_round == pytest.approx(1_000 * exact.std_dev, rel=0.01)
    assert one.bound_of_a_round == one.worst_round == 7_000
    assert one.mean_day == pytest.approx(100 * one.mean_round)


def test_limits_weigh_each_bet_and_boxes_add_up() -> None:
    both = found({"ante": 100_000, "pair_plus": 50_000}, boxes=3)
    assert both.bound_of_a_round == 3 * (7_000 + 40 * 500)
    assert both.limits == {"ante": 1_000, "pair_plus": 500}
    assert both.worst_round <= both.bound_of_a_round


def test_the_same_seed_gives_the_same_answer() -> None:
    assert found({"ante": 2_500}, rounds=10_000) == found({"ante": 2_500}, rounds=10_000)


def test_a_day_is_the_sum_of_its_rounds_and_the_float_its_lowest_point() -> None:
    ends, lows = np.empty(500), np.empty(500)
    rng = np.random.Generator(np.random.Philox(key=1))
    walk_days(np.array([-3.0, 1.0]), np.array([1, 4]), 40, rng, ends, lows)
    assert set((ends - 40) % 4) == {0.0}
    assert (lows <= np.minimum(ends, 0)).all()
    assert abs(ends.mean()) < 5 * np.sqrt(3 * 40 / 500)


def test_the_command_prints_and_gives_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["exposure", "3CP", "--limits", "ante=1000,pair_plus=500", "--rounds", "1e4", "--days", "200"]
    assert run(asked) == 0
    assert "It never costs more than S$189,000" in capsys.readouterr().out
    assert run([*asked, "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["float_needed"]) == ["50%", "95%", "99%", "99.9%"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--limits", "pair_plus=5"), "limits: name the most on an Ante"),
        (("--limits", "ante=5,jackpot=5"), "limits.jackpot: the jackpot pays from the link's money"),
        (("--limits", "ante=5", "--boxes", "8"), "boxes: the layout has 1 to 7 boxes, not 8"),
        (("--limits", "ante=5", "--days", "0"), "days: 0 is not a number from 1"),
        (("--limits", "ante=5", "--rounds-per-day", "0"), "rounds-per-day: 0"),
        (("--limits", "ante=5", "--rounds", "0"), "rounds: a simulation has at least one round"),
        (("--limits", "ante"), "limits: 'ante' is not a bet with its amount"),
    ],
)
def test_bad_input_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert run(["exposure", "3CP", *arguments]) == 2
    assert says in capsys.readouterr().err
