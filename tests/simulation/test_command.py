"""``pitboss simulate``: what it prints, and a sentence for what it cannot do."""

import json

import pytest

from pitboss.cli.main import run

FAULTS = {
    "--rounds 0": "rounds: a simulation has at least one round, not 0",
    "--rounds -5": "rounds: a simulation has at least one round, not -5",
    "--rounds 1e21": "the generator's counter ends after 36,893,488,147,419,103,232",
    "--rounds 1e999999999": "rounds: '1e999999999' is too large a number",
    "--rounds 2.5": "rounds: '2.5' is not a whole number such as 1000000 or 1e8",
    "--rounds many": "rounds: 'many' is not a whole number such as 1000000 or 1e8",
    "--boxes 8": "boxes: the layout has 1 to 7 boxes, not 8",
    "--boxes 0": "boxes: the layout has 1 to 7 boxes, not 0",
    "--strategy lucky": "strategy: 'lucky' is not one of exact, simple, blind",
    "--seed -1": "seed: -1 is not a number from 0 to 18446744073709551615",
    "--irregularity 5.8.3=0.1": "irregularity: only the engine knows them, so add --engine",
    "--engine --irregularity 9.9=0.1": "irregularity: '9.9' cannot be reported; the clauses are 5.4, 5.8.1",
    "--engine --irregularity 5.8.3=2": "irregularity: '2' is not a chance from 0 to 1, such as 0.001",
    "--engine --irregularity 5.8.3=x": "irregularity: 'x' is not a chance from 0 to 1, such as 0.001",
    "--engine --boxes 8": "boxes: the layout has 1 to 7 boxes, not 8",
    "--engine --rounds 1e9": "rounds: the engine plays at most 100,000,000",
    "--workers 0": "workers: 0 is not a number of workers from 1 to 1,024",
}


@pytest.mark.parametrize("options", FAULTS)
def test_an_impossible_simulation_is_refused_in_a_sentence(
    options: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", "3CP", *options.replace(" -5", "=-5").replace(" -1", "=-1").split()]) == 2
    out, err = capsys.readouterr()
    assert FAULTS[options] in err
    assert not out


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (
            "ML3,hands.shows_down=own_and_community",
            "this game; --engine with --strategy simple or blind plays",
        ),
        ("ML3,hands.shows_down=own_and_community --strategy blind", "this game; --engine plays it"),
        ("MSS,jackpot.hand=own_and_dealer", "jackpot.hand: it is own_and_dealer, "),
        ("MSS,jackpot.hand=own_and_dealer", "counts own; --engine plays it step by step"),
    ],
)
def test_options_beyond_the_loops_are_refused_with_their_alternative(
    asked: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", *asked.split()]) == 2
    assert says in capsys.readouterr().err


def test_a_run_is_told_with_its_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "3CP", "--rounds", "2e5", "--boxes", "2", "--seed", "4"]) == 0
    told = capsys.readouterr().out
    assert "200,000 rounds of 2 boxes, seed 4" in told
    assert "AKQ spades" in told
    assert "correlation of two boxes" in told
    assert "Agrees with the exact values: " in told


def test_the_engine_tells_its_irregularities(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", "3CP", "--engine", "--rounds", "30", "--seed", "4", "--irregularity", "5.8.3=1/2"]
    assert run(asked) == 0
    told = capsys.readouterr().out
    assert "through the engine" in told
    assert "No exact values to compare with." in told


def test_json_has_the_same_figures_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for workers in ("1", "2"):
        assert run(["simulate", "3CP", "--rounds", "1e5", "--seed", "4", "--workers", workers, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer.pop("run")["workers"] == int(workers)
        found.append(answer)
    assert found[0] == found[1]
    assert found[0]["verdict"]["agrees"] is True
