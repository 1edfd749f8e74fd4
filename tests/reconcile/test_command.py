"""``pitboss reconcile`` at the prompt: what it prints, writes and answers."""

import csv
import json
import sqlite3
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.store.open import open_journal
from tests.reconcile.day import Clock, play_the_days

Capture = pytest.CaptureFixture[str]
HEADER = "day,scope,name,shift,figure,detail,count,dollars,exact_cents"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    clock = Clock()
    path = tmp_path_factory.mktemp("played") / "journal.db"
    with open_journal(path, clock=clock) as journal:
        play_the_days(journal, clock)
    return str(path)


@pytest.mark.parametrize("columns", [80, 160])
def test_it_fits_the_terminal(
    played: str, columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run(["reconcile", played, "--day", "2025-03-11"]) == 0
    printed = capsys.readouterr().out
    assert max(len(line) for line in printed.splitlines()) <= columns
    for words in ("win, ante", "fixed jackpot pays", "1,003.30", "= closing pool", "agrees", "whole day"):
        assert words in printed
    assert printed.endswith("Everything agrees.\n")


def test_the_command_prints_tables_and_links_of_a_day(
    played: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["reconcile", played, "--day", "2025-03-11"]) == 0
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    for line in (
        "T2 3 0 210.00 210.00 25.00",
        "T1 4 2 85.00 -165.00 20.00",
        "all 7 2 295.00 45.00 45.00",
        "win, jackpot -90.00 0.00 0.00 -90.00",
        "adjustments 0.00 -25.00 0.00 -25.00",
        "opening pool 1,002.00",
        "+ seed funding 1,000.00",
        "- paid 1,003.30 1 hit",
        "+/- corrections 1.10",
        "+/- moved -1.00",
        "= closing pool 1,003.00 agrees",
        "closing by the ledger 1,003.00",
        "sign at closing 1,000.00",
        "liability 1,003.40 pool, reserve and overflow",
        "wagers in 70.00 70.00 at the tables",
        "contributions 7.00 7.00 by the rate",
        "1 T2/3 1 ann 1,003.30 royal flush",
        "Not paid when the day ended: T1/5/1/ann, royal flush, 1,003.00.",
    ):
        assert line in printed, line


def test_the_csv_has_its_header_and_every_figure(played: str, tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "day.csv"
    assert run(["reconcile", played, "--day", "2025-03-11", "--csv", str(target)]) == 0
    assert f"The figures are written to {target}." in capsys.readouterr().out
    text = target.read_text(encoding="utf-8")
    assert text.splitlines()[0] == HEADER
    rows = list(csv.DictReader(text.splitlines()))
    assert {row["day"] for row in rows} == {"2025-03-11"}
    wagers = [row for row in rows if row["figure"] == "wagers"]
    assert sum(int(row["exact_cents"]) for row in wagers) == 29_500
    assert {row["detail"] for row in wagers} == {"ante", "play", "jackpot", "ante_bonus"}
    (slip,) = (row for row in rows if row["figure"] == "slip")
    assert (slip["name"], slip["detail"], slip["dollars"]) == (
        "grand",
        "1: T2/3/1/ann, royal flush",
        "1003.30",
    )
    link = {row["figure"]: row for row in rows if row["scope"] == "link" and row["name"] == "grand"}
    assert link["hits"]["count"] == "1"
    assert link["closing_pool"]["exact_cents"] == link["expected_closing_pool"]["exact_cents"] == "100300"
    assert link["liability"]["dollars"] == "1003.40"


def test_the_json_is_exact(played: str, capsys: Capture) -> None:
    assert run(["reconcile", played, "--day", "2025-03-11", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["day"], data["agrees"], data["alarms"]) == ("2025-03-11", True, [])
    grand, silver = data["links"]
    assert (grand["name"], silver["name"]) == ("grand", "silver")
    assert Fraction(grand["expected_closing_pool"]) == Fraction(grand["closing"]["pool"]) == 100_300
    assert grand["liability"] == "100340/1"
    tables = {table["name"]: table for table in data["tables"]}
    assert tables["T1"]["total"]["win"]["jackpot"] == -9000
    assert list(tables["T1"]["shifts"]) == ["day", "swing", "night"]


def test_a_day_without_entries_says_so(played: str, capsys: Capture) -> None:
    assert run(["reconcile", played, "--day", "2025-03-13"]) == 0
    said = "The journal has no entry of the gaming day 2025-03-13: it holds 2025-03-10 to 2025-03-12.\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("day", ["2025-02-30", "yesterday", "2025-3-11", "20250311", " ", "٢٠٢٥-03-11"])
def test_rejects_an_invalid_day(played: str, day: str, capsys: Capture) -> None:
    assert run(["reconcile", played, "--day", day]) == 2
    assert "is not a day: write 2025-03-10" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nowhere/journal.db", "does not exist"),
        ("mysql://here", "mysql:// is not known"),
        ("sqlite://", "does not name a file"),
        ("README.md", "not a journal"),
    ],
)
def test_rejects_an_invalid_journal(url: str, words: str, capsys: Capture) -> None:
    assert run(["reconcile", url, "--day", "2025-03-11"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert captured.err.count("\n") == 1


def test_a_file_that_cannot_be_written(played: str, tmp_path: Path, capsys: Capture) -> None:
    assert run(["reconcile", played, "--day", "2025-03-11", "--csv", str(tmp_path)]) == 2
    assert "the figures cannot be written" in capsys.readouterr().err


def test_an_edited_journal_raises_an_alarm_and_exits_1(played: str, tmp_path: Path, capsys: Capture) -> None:
    """An insider takes the trigger away and pays bob's lost Ante, 25.00, as 5.00."""
    path = tmp_path / "edited.db"
    path.write_bytes(Path(played).read_bytes())
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER events_stay")
        (position, data), *_ = (
            row
            for row in db.execute("SELECT position, data FROM events WHERE kind = 'TransfersPosted'")
            if b"T2/2/settled-0" in row[1]
        )
        cheaper = data.replace(b'"amount":"2500/1"', b'"amount":"500/1"')
        db.execute("UPDATE events SET data = ? WHERE position = ?", (cheaper, position))
    db.close()
    assert run(["reconcile", str(path), "--day", "2025-03-11"]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "ALARM table T2: in the day shift its settlements and rulings move the float by 75.00," in printed
    assert run(["reconcile", str(path), "--day", "2025-03-11", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["agrees"] is False


def test_reading_leaves_the_journal_as_it_is(played: str) -> None:
    before = Path(played).read_bytes()
    run(["reconcile", played, "--day", "2025-03-11"])
    assert Path(played).read_bytes() == before


def test_several_days_stand_side_by_side(
    played: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    several = ["reconcile", played, "--day", "2025-03-10", "--to", "2025-03-12"]
    assert run(several) == 0
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert printed[0] == "day rounds wagers win awards liability alarms state"
    assert [line.split()[0] for line in printed[2:]] == ["2025-03-10", "2025-03-11", "2025-03-12"]
    assert printed[3].startswith("2025-03-11 7 ")
    assert printed[3].endswith(" 0 open")
    assert run([*several, "--json"]) == 0
    assert [row["day"] for row in json.loads(capsys.readouterr().out)][1] == "2025-03-11"
    for wrong, why in (
        (["--to", "2025-03-09"], "is before 2025-03-10"),
        (["--to", "2025-06-11"], "at most 93 gaming days"),
        (["--to", "tomorrow"], "is not a day"),
        (["--to", "2025-03-12", "--csv", "days.csv"], "--csv takes one gaming day"),
    ):
        assert run(["reconcile", played, "--day", "2025-03-10", *wrong]) == 2
        assert why in capsys.readouterr().err
    assert run(["reconcile", played, "--day", "2024-01-01", "--to", "2024-01-31"]) == 0
    assert "no entry of a gaming day from" in capsys.readouterr().out
