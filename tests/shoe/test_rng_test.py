"""``pitboss rng-test`` as a person or a script runs it."""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.cards import DECK, Card
from pitboss.cli import practice, rng_test
from pitboss.cli.main import run
from pitboss.shoe import commitment
from pitboss.shoe.battery import CONTROLS, as_bits, as_numbers
from pitboss.shoe.health import health_test
from pitboss.shuffle import ORDERS, arranged, shuffled
from tests.programs import LONGEST, PITBOSS, running
from tests.waiting import PATIENCE, until

FEW = ["--shuffles", "10000"]
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables' way from a number to an order, with numbers that are the same in every run."""
    rng = random.Random(11)
    monkeypatch.setattr(rng_test, "shuffled", lambda: arranged(rng.randrange(ORDERS)))


def naive() -> Callable[[], tuple[Card, ...]]:
    rng = random.Random(1)

    def shuffle() -> tuple[Card, ...]:
        deck = list(DECK)
        for place in range(52):
            other = rng.randrange(52)
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)

    return shuffle


def answer(capsys: Capture, *arguments: str) -> tuple[int, dict[str, Any]]:
    status = run(["rng-test", *FEW, "--json", *arguments])
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, data


def test_a_good_shuffle_passes_and_the_wrong_ones_are_caught(capsys: Capture) -> None:
    status, data = answer(capsys)
    assert status == 0
    assert data["passed"]
    assert data["false_alarm_rate"] == 1e-4
    assert data["shuffles"] == 10_000
    assert len(data["tests"]) == 8
    assert all(test["passed"] and 0 < test["p"] <= 1 for test in data["tests"])
    assert [check["passed"] for check in data["health"]] == [True] * 4
    assert len(data["controls"]) == 5
    assert all(control["caught_by"] and control["seed"] == 1 for control in data["controls"])


def test_a_biased_shuffle_at_the_tables_fails(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng_test, "shuffled", naive())
    status, data = answer(capsys)
    assert status == 1
    assert not data["passed"]
    assert "card by position" in [test["name"] for test in data["tests"] if not test["passed"]]
    assert run(["rng-test", *FEW]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "THE SHUFFLE FAILS: card by position" in out
    assert "once in 10,000" in out


def test_a_run_that_misses_a_wrong_shuffle_proves_nothing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fine(rng: np.random.Generator, count: int) -> Any:
        numbers = random.Random(4)
        return as_numbers([arranged(numbers.randrange(ORDERS)) for _ in range(count)])

    monkeypatch.setitem(CONTROLS, "five riffles", fine)
    assert run(["rng-test", *FEW]) == 1
    out = capsys.readouterr().out
    assert "five riffles            NOTHING" in out
    assert "THIS RUN PROVES NOTHING: it did not catch five riffles." in " ".join(out.split())


def test_a_failed_health_test_fails_the_run(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = health_test(source=bytes)
    monkeypatch.setattr(rng_test, "health_test", lambda: checks)
    assert run(["rng-test", *FEW]) == 1
    out = capsys.readouterr().out
    assert "Health test, repetition count: FAILS" in out
    assert "THE SHUFFLE FAILS: health test: repetition count, health test:" in " ".join(out.split())


def test_another_seed_makes_other_wrong_shuffles_that_are_caught_too(capsys: Capture) -> None:
    status, data = answer(capsys, "--seed-biased", "77")
    assert status == 0
    assert {control["seed"] for control in data["controls"]} == {77}


@pytest.mark.parametrize("form", ["bits", "cards"])
def test_the_dump_holds_the_shuffles_that_were_tested(
    form: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks: list[tuple[Card, ...]] = []
    rng = random.Random(2)

    def shuffle() -> tuple[Card, ...]:
        decks.append(arranged(rng.randrange(ORDERS)))
        return decks[-1]

    monkeypatch.setattr(rng_test, "shuffled", shuffle)
    file = tmp_path / "dump"
    assert run(["rng-test", "--shuffles", "10001", "--dump", str(file), "--dump-as", form]) == 0
    assert len(decks) == 10_001
    shuffles = as_numbers(decks)
    assert file.read_bytes() == (as_bits(shuffles) if form == "bits" else shuffles.tobytes())


def test_a_dump_to_the_output_leaves_the_report_to_the_other(tmp_path: Path) -> None:
    done = subprocess.run(
        [PITBOSS, "rng-test", *FEW, "--dump", "-"], capture_output=True, check=False, timeout=LONGEST
    )
    assert len(done.stdout) == 60_000
    assert len(set(done.stdout)) == 256
    assert b"10,000 shuffles, as the tables get them" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--shuffles", "9999"], "--shuffles must be at least 10,000"),
        (["--shuffles", "-1"], "--shuffles must be at least 10,000"),
        ([*FEW, "--seed-biased", "-1"], "--seed-biased must not be below zero"),
        (
            [*FEW, "--dump", "/no/such/folder/x"],
            "the dump cannot be written to /no/such/folder/x: No such file",
        ),
        ([*FEW, "--dump", "/"], "the dump cannot be written to /: Is a directory"),
        ([*FEW, "--dump", "a\0b"], "the dump cannot be written to"),
    ],
)
def test_wrong_wishes_get_a_sentence(arguments: list[str], says: str, capsys: Capture) -> None:
    assert run(["rng-test", *arguments]) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.out == ""


def test_bytes_are_not_written_to_a_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(["rng-test", *FEW, "--dump", "-"]) == 2
    assert "a terminal cannot show" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number", "status", "deaf"), [(signal.SIGINT, 130, False), (signal.SIGTERM, 143, True)]
)
def test_it_can_be_interrupted(number: signal.Signals, status: int, deaf: bool, tmp_path: Path) -> None:
    dump = tmp_path / "dump"
    command = [PITBOSS, "rng-test", "--shuffles", "1000000000", "--dump", dump]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with running(command, deaf=deaf, **pipes) as process:
        until(lambda: dump.exists() and dump.stat().st_size, "the first shuffles are in the dump")
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert (out, err) == ("", "\nInterrupted.\n")


def test_the_bar_is_shown_to_a_terminal_alone(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["rng-test", *FEW]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run(["rng-test", *FEW]) == 0
    err = capsys.readouterr().err
    assert "shuffles" in err
    assert "10000/10000" in err


def test_the_tested_shuffle_is_the_one_that_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert [vars(module)["shuffled"] for module in (rng_test, commitment, practice)] == [shuffled] * 3
