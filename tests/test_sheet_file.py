"""The document on sheet files: its reference is the model's; its tutorial and least sheet are tried."""

import os
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import pitboss
from pitboss.cli.main import run
from pitboss.records import play
from pitboss.records.round_file import parse_round_file
from pitboss.sheets import library
from pitboss.sheets.loader import examine
from pitboss.sheets.model import DealingProcedure
from pitboss.sheets.script import STEP_FORMS, read_script
from tests.api.processes import free_port
from tests.programs import running
from tests.test_docs import matches
from tests.waiting import until
from tools.documents.sheet_file import PAGE

TEXT = PAGE.read_text(encoding="utf-8")
TUTORIAL = PAGE.parents[1] / "tutorial" / "first-sheet.md"
BLOCK = re.compile(r'^```([a-z-]+)(?: title="(\S+)")?\n(.*?)^```$', re.S | re.M)
SERVE = "pitboss serve"


def section(title: str) -> str:
    return TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("step", STEP_FORMS)
def test_every_step_that_is_shown_can_be_read(step: str) -> None:
    assert read_script(DealingProcedure("shoe", "x", ((step, "1.1"),))).steps


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setattr(library._Process, "library", None)
    return tmp_path


def test_the_tutorial_ends_with_a_new_game_on_a_table(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = BLOCK.findall(TUTORIAL.read_text(encoding="utf-8"))
    assert len(blocks) > 12
    for kind, name, body in blocks:
        if kind == "diff":
            change(here / name, body)
        elif kind == "toml":
            (here / name).parent.mkdir(exist_ok=True)
            (here / name).write_text(body, encoding="utf-8")
        else:
            for command, shown in re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", body, re.S | re.M):
                tried(command, shown, capsys)


def tried(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    if command.startswith(SERVE):
        served(command)
        return
    capsys.readouterr()
    run(command.split()[1:])
    told = capsys.readouterr()
    assert matches(shown, told.out), f"{command}\n{told.out}{told.err}"


def change(path: Path, body: str) -> None:
    """Put the lines with a plus in the place of those with a minus, which must be there."""
    lines = body.splitlines()
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line.startswith(mark)) for mark in ("-", "+"))
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def served(command: str) -> None:
    """Serve, see the table with its game, and stop."""
    environment = os.environ | {"PYTHONPATH": str(Path(pitboss.__file__).parents[1]), "PYTHONUNBUFFERED": "1"}
    words = [sys.executable, "-m", *command.split(), "--port", str(free_port())]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with running(words, env=environment, **pipes) as server:
        assert server.stdout
        told = []
        for line in server.stdout:
            told.append(line)
            if found := re.search(r"http://[\w.]+:\d+", line):
                break
        else:
            pytest.fail("".join(told))
        tables = until(partial(answer_of, f"{found[0]}/api/tables"), "the server answers")
        assert "Harbour Three Card" in tables, tables
        assert "HTC-1" in tables


def answer_of(url: str) -> str:
    """What a server answers; nothing while it does not listen yet."""
    with suppress(httpx.ConnectError):
        return httpx.get(url).text
    return ""


def least() -> str:
    """The text of the least sheet."""
    return str(next(body for kind, _, body in BLOCK.findall(section("The least sheet")) if kind == "toml"))


def test_the_least_sheet_becomes_another_game(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(least(), encoding="utf-8")
    changes = [body for kind, _, body in BLOCK.findall(section("The least sheet")) if kind == "diff"]
    assert len(changes) == 5
    for body in changes:
        change(sheet, body)
    found, game = examine(sheet.read_text(encoding="utf-8"), "")
    assert found.faults == ()
    assert game is not None
    steps = ["bet 1 ann ante 10", "close", "deal 1 As Ah Ad 4c 4d", "deal dealer Ks Kh 9d 8c 2d"]
    steps += ["bet 1 ann play 20", "reveal", "settle"]
    data = {"sheet": game.sheet.id, "table": {"dealing": "shuffler"}, "round": [{"steps": steps}]}
    (played,) = play(parse_round_file(data, game), game)
    assert played.settlement.players() == {"ann": 1000 + 7 * 2000}


def test_the_least_sheet_loads_and_plays() -> None:
    block = least()
    found, game = examine(block, "")
    assert found.faults == ()
    assert game is not None
    steps = ["bet 1 ann ante 20", "close", "deal 1 Js Th 9d", "deal dealer Qd 8c 6s", "bet 1 ann play 20"]
    data = {"sheet": game.sheet.id, "table": {"dealing": "shuffler"}, "round": [{"steps": steps}]}
    steps += ["reveal", "settle"]
    (played,) = play(parse_round_file(data, game), game)
    assert played.settlement.players() == {"ann": 4000}
    steps[-2:] = ["report 9.1 action=return box=1 by=shift_manager", "settle"]
    (ruled,) = play(parse_round_file(data, game), game)
    assert ruled.settlement.players() == {"ann": 0}
    assert "draft" in tomllib.loads(block)["identity"]
    for left_out in ("[layout]", "[bets.play]", "[fold]", "[irregularities", "[leaving]", "[[dealing]]"):
        begins = block.index(left_out)
        ends = block.find("\n[", begins + 2)
        assert examine(block[:begins] + block[ends + 1 :], "")[0].faults, left_out
