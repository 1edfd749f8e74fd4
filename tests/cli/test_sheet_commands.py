"""``pitboss sheets new``, ``check`` and ``schema``: a sheet of one's own, from a draft to a sound one."""

import json
import re
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pitboss.cli.main import run
from pitboss.sheets import library, read_folder, sheet_ids
from pitboss.sheets.loader import texts_in
from pitboss.sheets.meanings import clauses_schema, sheet_schema
from tests.sheets.own import own_sheet
from tests.sheets.shipped import shipped_folder, shipped_texts

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "sheets").glob("*/sheet.toml"))


@pytest.fixture(autouse=True)
def library_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test adds to the library is gone after it."""
    monkeypatch.setattr(library._Process, "library", None)


def new(tmp_path: Path, base: str, *more: str) -> Path:
    assert run(["sheets", "new", "acme-game-v1", "--from", base, "--in", str(tmp_path), *more]) == 0
    return tmp_path / "acme-game-v1"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_draft_of_every_sheet_loads_and_is_commented(
    sheet: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new(tmp_path, sheet)
    assert run(["sheets", "check", str(folder)]) == 0
    assert "Acme Game (EX, version 1, draft): a draft that can be played" in capsys.readouterr().out
    text = (folder / "sheet.toml").read_text(encoding="utf-8")
    headers = {line.strip("[]").partition(".")[0] for line in text.splitlines() if line.startswith("[")}
    lines = text.splitlines()
    assert len(headers) > 12
    for header in headers:
        first = next(n for n, line in enumerate(lines) if line.strip("[]").partition(".")[0] == header)
        assert lines[first - 1].startswith("# "), header
    assert not list(folder.glob("rounds/*"))
    assert read_folder(folder).sheet.identity.draft


def test_a_time_zone_that_this_machine_does_not_know_is_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = own_sheet(tmp_path, changes={"time_zone": '"America/Newyork"'})
    assert run(["sheets", "check", str(folder)]) == 0
    told = capsys.readouterr().out
    line = (folder / "sheet.toml").read_text(encoding="utf-8").partition("time_zone")[0].count("\n") + 1
    assert f"sheet.toml, line {line}: identity.time_zone: this machine does not know America/Newyork" in told
    assert "it may be misspelt" in told
    assert "1 note." in told
    assert run(["sheets", "check", str(folder), "--json"]) == 0
    assert [note["path"] for note in json.loads(capsys.readouterr().out)["notes"]] == ["identity.time_zone"]


@pytest.mark.parametrize(
    ("name", "short"), [("a-b-c-d-e-f-g-h-i-j-k-l-m-v1", "ABCDEFGHIJKL"), ("six--card-v1", "SC")]
)
def test_a_draft_has_a_short_name(name: str, short: str, tmp_path: Path) -> None:
    assert run(["sheets", "new", name, "--from", "3CP", "--in", str(tmp_path)]) == 0
    assert read_folder(tmp_path / name).sheet.identity.short == short


def test_a_draft_of_ones_own_sheet_keeps_its_house(tmp_path: Path) -> None:
    folder = new(tmp_path, "3CP")
    edit(folder / "sheet.toml", 'house = "EX"', 'house = "Ours"')
    assert run(["sheets", "new", "acme-two-v1", "--from", str(folder), "--in", str(tmp_path)]) == 0
    text = (tmp_path / "acme-two-v1" / "sheet.toml").read_text(encoding="utf-8")
    assert 'house = "Ours"' in text
    assert text.count("# The title page.") == 1
    assert text.count("form = ") == 1


def test_a_draft_is_made_sound_by_its_number_of_clauses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new(tmp_path, "3CP", "--rounds")
    edit(folder / "sheet.toml", "draft = true # take it out when the register is whole\n", "")
    assert run(["sheets", "check", str(folder)]) == 1
    assert "numbered_clauses: this key is missing" in capsys.readouterr().out
    edit(folder / "sheet.toml", "# numbered_clauses = 0", "numbered_clauses = 106")
    for path in sorted(folder.glob("rounds/*"))[3:]:
        path.unlink()
    assert run(["sheets", "check", str(folder)]) == 0
    told = capsys.readouterr().out
    assert told.count("\n") == 1
    assert (
        "a sound sheet: 4 bets, 4 pay tables, 2 dealing procedures, 19 irregularities, 106 clauses, " in told
    )
    assert "3 of 3 round files as expected" in told


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = new(tmp_path, "3CP")
    edit(folder / "sheet.toml", "Acme Game", "Mine")
    assert run(["sheets", "new", "acme-game-v1", "--from", "MSS", "--in", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert read_folder(folder).sheet.identity.title == "Mine"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["new"], "name the draft"),
        (["new", "acme-v1"], "--from"),
        (["new", "../acme", "--from", "3CP"], "is not a sheet id"),
        (["new", "acme-v1", "--from", "none"], "is not a sheet"),
        (["check"], "name the folder"),
        (["check", "nowhere"], "is not a folder"),
    ],
)
def test_impossible_requests_are_refused(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    where = ["--in", str(tmp_path)] if arguments[0] == "new" else []
    assert run(["sheets", *arguments, *where]) == 2
    assert says in capsys.readouterr().err


def test_check_tells_every_fault_with_file_line_and_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new(tmp_path, "3CP")
    edit(folder / "sheet.toml", "most_boxes = 7", 'most_boxes = "seven"')
    edit(folder / "sheet.toml", 'result = "push"', 'result = "tie"')
    edit(folder / "clauses.toml", 'kind = "defines"', 'kind = "hints"')
    capsys.readouterr()
    assert run(["sheets", "check", str(folder)]) == 1
    told = capsys.readouterr().out
    assert told.count("\n") == 4
    assert f"{folder / 'sheet.toml'}, line " in told
    assert "showdown.same.ante.result: 'tie' is not one of lose, push, returned, win" in told
    assert run(["sheets", "check", str(folder), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["sound"] is False
    assert [(fault["file"], fault["key"]) for fault in answer["faults"]] == [
        ("sheet.toml", "most_boxes"),
        ("sheet.toml", "result"),
        ("clauses.toml", "kind"),
    ]
    lines = (folder / "sheet.toml").read_text(encoding="utf-8").splitlines()
    assert lines[answer["faults"][0]["line"] - 1] == 'most_boxes = "seven"'


def test_check_plays_the_rounds_and_minds_the_name_of_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new(tmp_path, "3CP", "--rounds")
    kept = folder / "rounds" / "4.1_even-money.toml"
    for path in folder.glob("rounds/*"):
        path.unlink()
    kept.write_text('sheet = "acme-game-v1"\n[expect]\noutcome = "void"\n', encoding="utf-8")
    assert run(["sheets", "check", str(folder)]) == 1
    assert f"{kept}: " in capsys.readouterr().out
    kept.write_text("[", encoding="utf-8")
    assert run(["sheets", "check", str(folder)]) == 1
    assert "cannot be read" in capsys.readouterr().out
    other = folder.rename(tmp_path / "other")
    assert run(["sheets", "check", str(other)]) == 1
    assert "its folder must be" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("proof", "says"),
    [
        ('[proof]\nclauses = ["77.7", "4.1"]', "[proof] names 77.7, which is no clause of acme-game-v1"),
        ('[proof]\nclauses = "4.1"', "does not say in [proof] which clauses it proves"),
        ("", "does not say in [proof] which clauses it proves"),
    ],
)
def test_check_and_verify_ask_the_same_of_a_round_file(
    proof: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new(tmp_path, "3CP", "--rounds")
    edit(folder / "sheet.toml", "draft = true # take it out when the register is whole\n", "")
    edit(folder / "sheet.toml", "# numbered_clauses = 0", "numbered_clauses = 106")
    first, *others = sorted(folder.glob("rounds/*"))
    for path in others:
        path.unlink()
    text = first.read_text(encoding="utf-8")
    first.write_text(re.sub(r"\[proof\]\nclauses = .*", lambda _: proof, text), encoding="utf-8")
    capsys.readouterr()
    assert run(["sheets", "check", str(folder)]) == 1
    told = capsys.readouterr().out
    assert f"{first}: {says}\n" in told
    assert "0 of 1 round file as expected" in told
    assert run(["verify", str(folder)]) == 1
    assert f"FAILED acme-game-v1 {first.stem}: {says}\n" in capsys.readouterr().err
    assert run(["verify", "--sheets", str(folder), str(first)]) == (1 if proof else 0)
    assert not proof or f"{first}: {says}\n" in capsys.readouterr().err


def test_a_folder_of_sheets_is_checked_sheet_by_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = new(tmp_path, "3CP")
    assert run(["sheets", "new", "acme-two-v1", "--from", "MSS", "--in", str(tmp_path)]) == 0
    capsys.readouterr()
    assert run(["sheets", "check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("a draft that can be played") == 2
    (folder / "clauses.toml").unlink()
    assert run(["sheets", "check", str(tmp_path), "--json"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["sound"] for answer in answers] == [False, True]
    assert answers[0]["faults"][0]["file"] == "clauses.toml"


def plain(value: Any) -> Any:
    """TOML data as JSON has it."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, datetime) else value


@pytest.mark.parametrize(
    "folder",
    [*(shipped_folder(sheet) for sheet in sheet_ids()), *(path.parent for path in EXAMPLES)],
    ids=str,
)
def test_every_sheet_is_valid_by_the_schema(folder: Path) -> None:
    sheet, clauses = (plain(tomllib.loads(text)) for text in texts_in(folder))
    validator = jsonschema_rs.validator_for(sheet_schema())
    assert [error.message for error in validator.iter_errors(sheet)] == []
    assert [
        error.message for error in jsonschema_rs.validator_for(clauses_schema()).iter_errors(clauses)
    ] == []


def test_the_schema_tells_keys_words_and_meanings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sheets", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema == json.loads(json.dumps(sheet_schema()))
    assert run(["sheets", "schema", "--clauses"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "A clause register (clauses.toml)"
    sheet = plain(tomllib.loads(shipped_texts(sheet_ids()[0])[0]))
    validator = jsonschema_rs.validator_for(schema)
    for path, wrong in (
        (("layout", "most_boxes"), "seven"),
        (("fold", "keeps"), []),
        (("refusals", "bad_mood"), ["3.1"]),
        (("readings", "envy_after_dark"), {"choice": "lost", "gist": "x", "clauses": ["3.1"]}),
        (("readings", "outcome_established", "choice"), "perhaps"),
    ):
        data = json.loads(json.dumps(sheet))
        holder = data
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = wrong
        assert not validator.is_valid(data), path
    for name, definition in schema["$defs"].items():
        for key, entry in definition["properties"].items():
            assert entry.get("description"), f"{name}.{key}"
