"""Simulated figures: settled by the engine, the same by the same seed, and called simulated."""

import json
from pathlib import Path

import pytest

from pitboss.analysis.model import AnalysisFault
from pitboss.analysis.odds import silent
from pitboss.analysis.simulation import simulate
from pitboss.cli.main import run
from pitboss.sheets import load, read_folder

pytestmark = pytest.mark.pure

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
THREE = "rws-three-card-v3"


def test_the_same_seed_deals_the_same_rounds() -> None:
    game = load(THREE)
    found = simulate(game, 60, 7, silent)
    assert found == simulate(game, 60, 7, silent)
    assert found != simulate(game, 60, 8, silent)
    assert list(found.bets) == ["ante", "pair_plus"]
    # The exact edges are 0.0337 and 0.0557; sixty rounds are far from them, but within five errors.
    assert abs(found.bets["pair_plus"].mean + 0.0557) < 5 * found.bets["pair_plus"].standard_error
    assert abs(found.bets["ante"].mean + 0.0337) < 5 * found.bets["ante"].standard_error


@pytest.mark.parametrize("name", ["let-it-ride-v1", "ultimate-holdem-v1", "four-card-v1"])
def test_every_course_of_a_round_is_played(name: str) -> None:
    found = simulate(read_folder(EXAMPLES / name), 5, 1, silent)
    assert "ante" in found.bets


def test_simulated_figures_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["odds", "3CP", "--simulate", "5", "--random-seed", "3"]
    assert run(arguments) == 0
    out = capsys.readouterr().out
    assert "Simulated: 5 rounds settled by the engine, dealt by the seed 3" in out
    assert "These are estimates, not counts" in out
    assert run([*arguments, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)["simulated"]
    assert answer["bets"]["ante"]["simulated"] is True
    assert answer["rounds"] == 5


def test_how_many_rounds_may_be_simulated() -> None:
    for rounds in (1, 1_000_001):
        with pytest.raises(AnalysisFault, match=r"^simulate: "):
            simulate(load(THREE), rounds, 1, silent)
