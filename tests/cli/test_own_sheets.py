"""Every command takes sheets of one's own: by ``--sheets``, by the environment, by the path of a folder."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.installed import compare
from pitboss.sheets import library
from pitboss.sheets.library import VARIABLE
from pitboss.sheets.loader import texts_in
from pitboss.store.open import open_journal
from tests.floor.house import House, plate
from tests.sheets.own import OWN, SHIPPED, own_sheet
from tests.sheets.shipped import shipped_folder

Capture = pytest.CaptureFixture[str]
Said = Callable[..., str]


@pytest.fixture
def said(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Said:
    """What a command prints; the library is put back after the test."""
    monkeypatch.setattr(library._Process, "library", None)

    def command(*words: str | Path, status: int = 0) -> str:
        assert run([str(word) for word in words]) == status
        captured = capsys.readouterr()
        return captured.err if status == 2 else captured.out + captured.err

    return command


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return own_sheet(tmp_path / "sheets", rounds=True, changes={"title": '"Acme Poker"'})


def test_the_option_stands_before_or_after_the_command(said: Said, own: Path) -> None:
    for words in (
        ("--sheets", own.parent, "clauses", "ACME", "--json"),
        (f"--sheets={own.parent}", "clauses", "ACME", "--json"),
        ("clauses", "--sheets", own.parent, "ACME", "--json"),
        ("clauses", "ACME", "--json", "--sheets", own),
        ("--sheets", own, "clauses", "ACME", "--json", "--sheets", own.parent),
        ("clauses", own, "--json"),
    ):
        assert list(json.loads(said(*words))) == [OWN]
    assert "'ACME' is not a sheet" in said("clauses", "ACME", status=2)


def test_the_environment_names_the_folder_too(said: Said, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(own.parent))
    assert "Acme Poker" in said("explain", "ACME", "4.7")
    monkeypatch.setenv(VARIABLE, str(own.parent / "nowhere"))
    assert "nowhere is not a folder" in said("explain", "3CP", "4.7", status=2)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("explain", "SHEET", "4.7"), "Acme Poker"),
        (("chart", "SHEET"), "Acme Poker"),
        (("diff", "SHEET", "P3CP"), "Acme Poker"),
        (("clauses", "SHEET"), "Acme Poker"),
        (("verify", "SHEET"), "of 106 clauses accounted for"),
        (("odds", "SHEET"), "3.3730 %"),
        (("odds", "--compare", "SHEET", "3CP"), "A: Acme Poker"),
        (("odds", "SHEET,pair_plus.straight=6"), "2.3167 %"),
        (("advise", "SHEET", "--hand", "Qs,6h,4d"), "Best: play."),
        (("sweep", "SHEET", "--over", "pair_plus.straight=5..6"), "0.02316742081"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
@pytest.mark.parametrize("how", ["by name", "by path"])
def test_commands_about_a_sheet(said: Said, own: Path, words: tuple[str, ...], says: str, how: str) -> None:
    name, more = ("ACME", ("--sheets", str(own.parent))) if how == "by name" else (str(own), ())
    status = 1 if words[0] == "verify" else 0  # Few of its clauses are proved here.
    assert says in said(*(word.replace("SHEET", name) for word in words), *more, status=status)


@pytest.mark.parametrize(
    "words",
    [
        ("explain", "SHEET", "4.7"),
        ("chart", "SHEET"),
        ("diff", "SHEET", "3CP"),
        ("clauses", "SHEET"),
        ("verify", "SHEET"),
        ("odds", "SHEET"),
        ("odds", "SHEET", "--json"),
        ("advise", "SHEET", "--hand", "Qs,6h,4d", "--json"),
        ("sweep", "SHEET", "--over", "pair_plus.straight=5..6", "--json"),
        ("settle", "FILE", "--sheets", "SHEET"),
        ("settle", "FILE", "--sheets", "SHEET", "--json"),
        ("sheets", "--sheets", "SHEET"),
        ("sheets", "check", "SHEET"),
        ("play", "SHEET"),
    ],
    ids=" ".join,
)
def test_a_draft_says_so_wherever_it_is_named(
    said: Said, tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = own_sheet(tmp_path, rounds=True, changes={"numbered_clauses": "106\ndraft = true"})
    file = str(own / "rounds" / "4.7_second-hand-gives-fifty.toml")
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    out = said(*(word.replace("SHEET", str(own)).replace("FILE", file) for word in words))
    assert '"draft": true' in out if "--json" in words else "draft" in out


def test_a_draft_may_lack_proof_but_not_be_wrong(said: Said, tmp_path: Path) -> None:
    own = own_sheet(tmp_path, rounds=True, changes={"numbered_clauses": "106\ndraft = true"})
    file = own / "rounds" / "4.7_second-hand-gives-fifty.toml"
    text = file.read_text()
    file.write_text(re.sub(r"\[proof\]\n.*\n", "", text))
    assert "UNPROVEN" not in said("verify", own)
    text = (own / "sheet.toml").read_text()
    (own / "sheet.toml").write_text(text.replace("draft = true", "draft = false"))
    assert "does not say in [proof]" in said("verify", own, status=1)
    (own / "sheet.toml").write_text(text)
    file.write_text(file.read_text().replace('bob = "120.00"', 'bob = "125.00"'))
    assert "FAILED" in said("verify", own, status=1)


def test_a_variant_of_a_shipped_sheet_is_compared_with_it(said: Said, tmp_path: Path) -> None:
    """They have one id: a folder that is named itself is the one that is meant."""
    variant = own_sheet(tmp_path, SHIPPED, "3CP", changes={"high_cards": '"K"'})
    assert "1 difference" in said("diff", "3CP", variant)
    assert "1 difference" in said("diff", variant, f"{shipped_folder(SHIPPED)}")
    assert f"two sheets have the id {SHIPPED}" in said("odds", "3CP", "--sheets", tmp_path, status=2)


def test_round_files_name_a_sheet_of_the_library(said: Said, own: Path) -> None:
    file = own / "rounds" / "4.7_second-hand-gives-fifty.toml"
    file = file.rename(own.parent / file.name)
    told = said("settle", file, status=2)
    assert f"'{OWN}' is not a sheet" in told
    assert told.endswith("; give its folder with --sheets\n")
    told = said("verify", file, status=1)
    assert told.startswith(f"{file}: cannot be read: '{OWN}' is not a sheet; the sheets are ")
    assert told.endswith("; give its folder with --sheets\n")
    assert "Acme Poker" in said("settle", file, "--sheets", own)
    assert "as expected" in said("verify", file, "--sheets", own.parent)


def test_a_round_file_beside_its_sheet_finds_it(
    said: Said, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = own / "rounds" / "4.7_second-hand-gives-fifty.toml"
    assert "Acme Poker" in said("settle", file)
    assert "as expected" in said("verify", file)
    monkeypatch.chdir(own / "rounds")
    assert "as expected" in said("verify", file.name)
    other = own.rename(own.parent / "other")
    assert f"'{OWN}' is not a sheet" in said("settle", other / "rounds" / file.name, status=2)
    (other / "sheet.toml").write_text("[")
    broken = other.rename(own)
    assert "sheet.toml" in said("settle", broken / "rounds" / file.name, status=2)


def test_the_library_comes_before_the_folder_of_the_file(said: Said, own: Path, tmp_path: Path) -> None:
    there = own_sheet(tmp_path / "there", OWN, "ACME", changes={"title": '"There Poker"'})
    file = own / "rounds" / "4.7_second-hand-gives-fifty.toml"
    assert "There Poker" in said("settle", file, "--sheets", there)


def recorded(db: Path, sheet: str, texts: tuple[str, str]) -> None:
    """One round on the record of a floor that has a sheet of these texts in force."""
    with open_journal(db) as journal:
        house = House(journal)
        house.floor.take_sheet(*texts)
        house.ok(house.floor.open_table("T1", plate(sheet), house.id()))
        house.begin("T1", "bet 1 ann ante 100", "close", "deal 1 Qs 6h 4d", "deal dealer Kh 8d 5s")
        house.play("T1", "bet 1 ann play 100", "reveal", "settle")


def test_a_recorded_round_brings_its_sheet_along(said: Said, own: Path, tmp_path: Path) -> None:
    """Played, told as a round file and proved; whoever has only the journal or the page settles it again."""
    db, file, page, out = (tmp_path / name for name in ("floor.db", "round.toml", "page.html", "out"))
    recorded(db, OWN, texts_in(own))
    said("checkpoint", db, "--key", f"{db}.key")
    told = said("replay", db, "T1/1", "-o", file, "--sheet-text", out)
    assert f"The sheet {OWN}" in told
    assert "is not installed here" in " ".join(told.split())
    assert f"'{OWN}' is not a sheet" in said("settle", file, status=2)
    assert "Acme Poker" in said("settle", file, "--sheets", out)
    assert "is not installed" not in said("replay", db, "T1/1", "-o", f"{file}2", "--sheets", out)
    assert "0 would have paid differently" in said("rerun", db, "--sheet", out / OWN)
    said("replay", db, "T1/1", "--dispute", page, "--key", f"{db}.key")
    assert "NOT PROVED" in said("replay", "--check", page, status=3)
    known = ("replay", "--check", page, "--key", f"{db}.key")
    checked = " ".join(said(*known).split())
    assert "No such text is installed here" in checked
    assert f"Played again by {OWN}, every act has the same consequences" in checked
    assert "is installed here too" in " ".join(said(*known, "--sheets", own).split())
    assert "takes a page and no journal" in said("replay", "--check", page, "--sheet-text", out, status=2)


def test_another_text_of_a_shipped_sheet_is_brought_along_too(said: Said, tmp_path: Path) -> None:
    other = own_sheet(tmp_path / "sheets", SHIPPED, "3CP", changes={"title": '"Acme Poker"'})
    db, file, out = (tmp_path / name for name in ("floor.db", "round.toml", "out"))
    recorded(db, SHIPPED, texts_in(other))
    told = said("replay", db, "T1/1", "-o", file, "--sheet-text", out)
    assert f"It was played by another text of {SHIPPED}" in told
    assert "Acme Poker" not in said("settle", file)
    assert "Acme Poker" in said("settle", file, "--sheets", out / SHIPPED)
    assert f"two sheets have the id {SHIPPED}" in said("settle", file, "--sheets", out, status=2)


def test_verify_plays_the_rounds_of_every_sheet_of_the_library(said: Said, own: Path) -> None:
    file = own / "rounds" / "4.7_second-hand-gives-fifty.toml"
    file.write_text(file.read_text().replace('bob = "120.00"', 'bob = "125.00"'))
    out = said("verify", own, status=1)
    assert f"{OWN}       " in out
    assert SHIPPED not in out
    assert f"FAILED {OWN} 4.7_second-hand-gives-fifty: players of bob" in out
    assert out.count("FAILED") == 1
    assert "is not a sheet" in said("verify", "XXX", status=2)
    assert "cannot be read" in said("verify", own / "nothing.toml", status=2)


def test_the_sheets_are_listed_with_where_they_come_from(said: Said, own: Path) -> None:
    rows = {row["id"]: row["from"] for row in json.loads(said("sheets", "--json", "--sheets", own.parent))}
    assert rows[OWN] == str(own)
    assert rows[SHIPPED] == "the package"
    listed = said("sheets", "--sheets", own.parent)
    assert str(own) in "".join(listed.split()), "a long path goes on in the next line"
    (own / "sheet.toml").write_text(
        (own / "sheet.toml").read_text().replace("most_boxes = 7", "most_boxes = 0")
    )
    out = said("sheets", "--sheets", own.parent, status=1)
    assert "sheet.toml, line " in out
    assert SHIPPED in out


def test_a_fault_of_an_own_sheet_is_told_with_its_line(said: Said, own: Path) -> None:
    (own / "sheet.toml").write_text((own / "sheet.toml").read_text().replace('"4.7"', '"4.99"', 1))
    for words in (("odds", str(own)), ("explain", str(own), "4.7"), ("verify", str(own))):
        assert "sheet.toml, line " in said(*words, status=2)


def test_a_round_of_a_broken_sheet_is_a_file_that_cannot_be_read(said: Said, own: Path) -> None:
    file = own / "rounds" / "4.7_second-hand-gives-fifty.toml"
    (own / "sheet.toml").write_text("id = 3")
    assert f"{file}: {own / 'sheet.toml'}, line 1: " in said("settle", file, "--sheets", own, status=2)


def test_a_folder_by_another_name_is_refused(said: Said, own: Path) -> None:
    moved = own.rename(own.parent / "another")
    for words in (("odds", str(moved)), ("odds", "another", "--sheets", str(moved.parent))):
        assert f"another holds the sheet '{OWN}'" in said(*words, status=2)


def test_a_folder_of_sheets_is_refused_as_a_sheet(said: Said, own: Path) -> None:
    assert "is a folder of sheets: name one of them" in said("odds", own.parent, status=2)
    assert "does not hold a sheet" in said("odds", own / "rounds", status=2)


def test_the_sheet_of_this_folder_is_found_by_its_name(
    said: Said, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own.parent)
    assert "Acme Poker" in said("clauses", OWN)
    monkeypatch.chdir(own)
    assert "Acme Poker" in said("clauses", ".")


def test_the_manifest_is_of_the_package_alone(said: Said, own: Path) -> None:
    """A sheet put into the package is an added file; one elsewhere is none of the build's business."""
    manifest = {"sheets/library.py": "x"}
    assert not [name for name in compare(manifest, own.parent).added if "pitboss" in name]
    package = own.parent.parent / "package"
    own_sheet(package / "sheets")
    assert f"added: sheets/{OWN}/sheet.toml" in list(compare({}, package).sentences())
    assert "checkout" in said("version", "--verify", "--sheets", own.parent, status=2)
