"""Mistakes on the command line and in files: each is answered in words that say what is wanted, and where."""

import json
import re
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.sheets.library import using
from tests.sheets.own import own_sheet
from tests.test_sheet_file import least

SHEET = 'sheet = "rws-three-card-v3"\n'
ROUND = '[[round]]\nsteps = ["bet 1 ann ante 25", "close", "deal 1 As Ks 2d", "fold 1", "settle"]\n'
FILES = {"round.toml": b"\xff\x80", "empty.toml": b"", "zip.whl": b"no archive"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    own_sheet(tmp_path, "dated-v1", "DATED", changes={"in_force_from": "2026-01-01"})
    own_sheet(tmp_path, "seven-v1", "SEVEN", changes={"size": "7"})
    binary = own_sheet(tmp_path, "binary-v1", "BIN")
    (binary / "sheet.toml").write_bytes(b"\x80")
    (tmp_path / "short.toml").write_text('sheet = "3CP"\n' + ROUND)
    (tmp_path / "tie.toml").write_text(SHEET + ROUND.replace("ante", "tie"))
    (tmp_path / "withdrawn.toml").write_text(SHEET + ROUND.replace('"close"', '"! withdraw 1 tie", "close"'))
    return tmp_path


MISTAKES: dict[str, tuple[int, str]] = {
    "forecast empty.toml": (2, "empty.toml: the section [link] is missing"),
    "serve --config empty.toml": (2, "empty.toml: the section [floor] is missing"),
    "version --against nofile.whl": (2, "nofile.whl: it cannot be read (No such file or directory)"),
    "version --against zip.whl": (2, "zip.whl is not a wheel"),
    "sheets check binary-v1": (1, "binary-v1/sheet.toml: it is not text in UTF-8\n"),
    "sheets check dated-v1": (
        1,
        ": 2026-01-01 is not a date and time with its offset, such as 2026-",
    ),
    "sheets check seven-v1": (
        1,
        "ranking.size: 7 is not one of 3, 4, 5; a ranking list orders the hands",
    ),
    "exposure 3CP --limits ante": (2, "limits: 'ante' is not a bet with its amount, such as ante=25"),
    "exposure 3CP --limits tie=5": (2, "limits.tie: it is not a bet of this game"),
    "simulate 3CP --rounds 1e99": (2, "rounds: '1e99' is too large a number"),
    f"odds 3CP --bets ante={'9' * 400}": (2, "99…' is not an amount such as 25"),
    "par 3CP -o nowhere/x.html": (
        2,
        "cannot be written to 'nowhere/x.html': No such file or directory",
    ),
    "verify round.toml": (2, "round.toml: the file is not text in UTF-8"),
    "verify nofile.toml": (2, "nofile.toml: the file cannot be read"),
    "settle short.toml": (2, "a round file calls 3CP by its id, rws-three-card-v3"),
    "settle tie.toml": (2, "tie; the bets of 3 Card Poker are ante, play, pair_plus, jackpot"),
    "settle withdrawn.toml": (2, "no sheet has a bet called tie"),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_told(words: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, says = MISTAKES[words]
    with using():
        assert run(words.split()) == status
    told = capsys.readouterr()
    assert says in told.out + told.err
    assert "is no " not in told.err


def test_a_report_that_cannot_be_written_is_refused_before_it_is_counted(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(*_: object) -> None:
        pytest.fail("it is counted first")

    monkeypatch.setattr("pitboss.cli.par.analyse", count)
    (here / "folder.html").mkdir()
    for path in ("nowhere/x.html", "folder.html"):
        assert run(["par", "3CP", "-o", path]) == 2


@pytest.mark.parametrize(
    ("section", "note"),
    [
        ("[tabel.limits]\nante = ['100', '200']\n", "[tabel] is ignored, as every section"),
        ("[Table]\nboxes = 3\n", "is it [table]?"),
        ("[limits]\nante = ['100', '200']\n", "is it [table.limits]?"),
        ("[jackpots]\nvalue = '5'\n", "is it [jackpot]?"),
        ("[weather]\nsun = 'much'\n", ""),
        ("[table.limits]\nante = ['5', '200']\n", ""),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_section_that_looks_misspelt_is_noted(
    section: str, note: str, form: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import pitboss as pb

    text = SHEET + section + ROUND
    (here / "odd.toml").write_text(text)
    assert run(["settle", *form, "odd.toml"]) == 0
    told = capsys.readouterr()
    assert bool(told.err) == bool(note)
    assert note in told.err
    assert not form or json.loads(told.out)["rounds"], "the contract's JSON is as it was"
    assert "".join(pb.settle(text).notes) == told.err.removeprefix("note: odd.toml: ").strip()


def test_a_misspelt_section_is_noted_of_a_file_that_fails_too(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = "[tabel.limits]\nante = ['100', '200']\n"
    (here / "odd.toml").write_text(SHEET + limits + ROUND.replace('"bet 1 ann ante', '"! bet 1 ann ante'))
    assert run(["settle", "odd.toml"]) == 1
    note, fault = capsys.readouterr().err.splitlines()
    assert note.startswith("note: odd.toml: [tabel] is ignored")
    assert "it is allowed" in fault


def test_a_bet_of_another_game_is_refused_by_the_round(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "bonus.toml").write_text(SHEET + ROUND.replace("ante", "bonus"))
    assert run(["settle", "bonus.toml"]) == 1
    assert "(" in capsys.readouterr().err, "with its clauses"


def test_the_notes_on_a_draft_are_one_sentence(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = here / "least-v1"
    folder.mkdir()
    (folder / "sheet.toml").write_text(least())
    (folder / "clauses.toml").write_text("")
    assert run(["sheets", "check", "least-v1"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert len(re.findall("no clause is named yet", out)) == 1
    assert "places, in " in out
    assert "the register has 0" in out
    assert "0 clauses," in out, "those that are written"
    assert run(["sheets", "check", "least-v1", "--json"]) == 0
    notes = json.loads(capsys.readouterr().out)["notes"]
    assert sum(note["message"] == "no clause is named yet" for note in notes) > 10
