"""``pitboss impact``: what a change costs, against rerun and against the exact edges."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.analysis.model import AnalysisQuestion
from pitboss.analysis.odds import odds, silent
from pitboss.cli.main import run
from pitboss.sheets import load, read_folder
from tests.replay.test_commands import evening, new_sheet

__all__ = ["evening", "new_sheet"]


def asked(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = run(["impact", *map(str, arguments)])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_new_sheet_changes_rounds_edges_and_money(
    capsys: pytest.CaptureFixture[str], evening: Path, new_sheet: Path
) -> None:
    db = evening / "evening.db"
    status, out, _ = asked(capsys, db, "--sheet", new_sheet, "--json")
    assert status == 0
    found = json.loads(out)
    assert found["settled_again"] == 4
    assert found["differ"] == ["T1/2"]
    assert found["house"] == "125.00"
    (sheet,) = found["sheets"]
    pair_plus = sheet["bets"]["pair_plus"]
    edges = [
        odds(game, AnalysisQuestion(), progress=silent).bets["pair_plus"].figures.house_edge
        for game in (load("ML3"), read_folder(new_sheet))
    ]
    assert [Fraction(pair_plus["edge_then"]), Fraction(pair_plus["edge_now"])] == edges
    year = (edges[1] - edges[0]) * Fraction(pair_plus["staked"]) * 365 / sheet["days"]
    assert abs(Fraction(pair_plus["per_year"]) - year) < Fraction(1, 100)
    assert sheet["bets"]["ante"]["edge_then"] == sheet["bets"]["ante"]["edge_now"]
    assert sheet["bets"]["ante"]["per_year"] == "0.00"
    assert found["per_year"] == pair_plus["per_year"]


def test_it_prints_a_table_and_says_which_display_it_takes(
    capsys: pytest.CaptureFixture[str], evening: Path, new_sheet: Path
) -> None:
    status, out, _ = asked(capsys, evening / "evening.db", "--sheet", new_sheet)
    assert status == 0
    assert "4 rounds settled again, 1 would have paid differently" in out
    assert "the house would have gained +125.00" in out
    assert "In a year at the pace of these days the house gains" in out
    assert "The jackpot bet is at the mean display of these rounds" in out


def test_faults_are_told_in_the_words_of_rerun(capsys: pytest.CaptureFixture[str], evening: Path) -> None:
    status, _, err = asked(capsys, evening / "evening.db")
    assert status == 2
    assert "name what to settle by: --sheet, --reading or both" in err
    status, _, err = asked(capsys, evening / "missing.db", "--sheet", "3CP")
    assert status == 2
    assert len(err.splitlines()) == 1
