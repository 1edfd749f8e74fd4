"""Sheets edited between two questions of one script, as in a notebook; and a floor beside it."""

import os
import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss as pb
from pitboss.floor import Floor
from pitboss.records.proof import proof_files
from pitboss.refusal import Refusal
from pitboss.sheets import load
from pitboss.sheets.library import VARIABLE, library, text_of, using
from pitboss.store.open import open_journal
from tests.sheets.own import OWN, SHIPPED, own_sheet

EDGE, CHEAPER = Fraction(128, 5525), Fraction(308, 5525)
"""The house edge of Pair Plus with a straight paid 6 to 1, and 5 to 1."""
ASKED: list[tuple[str, Callable[[Path], object]]] = [
    ("sheet", lambda folder: pb.sheet(folder).odds().bets["pair_plus"].figures.house_edge),
    ("sheet by id", lambda _: pb.sheet(OWN).odds().bets["pair_plus"].figures.house_edge),
    ("odds", lambda folder: pb.odds(folder).bets["pair_plus"].figures.house_edge),
    ("odds by short name", lambda _: pb.odds("ACME").bets["pair_plus"].figures.house_edge),
]


@pytest.fixture(autouse=True)
def _library_of_its_own() -> Iterator[None]:
    with using():
        yield


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = own_sheet(tmp_path, rounds=True)
    rewrite(folder / "sheet.toml", 'straight = "5 to 1"', 'straight = "6 to 1"')
    pb.sheet(folder)
    return folder


def rewrite(path: Path, old: str, new: str) -> None:
    """Change a file and nothing that a listing of its folder shows."""
    before, text = path.stat(), path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize(("name", "ask"), ASKED, ids=[name for name, _ in ASKED])
def test_figures_are_those_of_the_files_as_they_are(
    name: str, ask: Callable[[Path], object], own: Path
) -> None:
    assert ask(own) == EDGE
    rewrite(own / "sheet.toml", 'straight = "6 to 1"', 'straight = "5 to 1"')
    assert ask(own) == CHEAPER, name
    rewrite(own / "sheet.toml", 'straight = "5 to 1"', 'straight = "6 to 1"')
    assert ask(own) == EDGE, "and back"


def test_play_advice_and_settlement_follow_an_edit(own: Path) -> None:
    steps = ["bet 1 ann pair_plus 5.00", "close", "deal 1 4s 5d 6c", "settle"]
    file = {"sheet": OWN, "round": [{"steps": steps}]}

    def gains() -> tuple[object, ...]:
        r = pb.sheet("acme").table().round()
        r.bet("ann", "pair_plus", 5)
        r.deal(ann="4s 5d 6c")
        played = pb.simulate(OWN, lambda _: "fold", rounds=200, bets={"pair_plus": 1}, seed=1)
        return r.settlement.players["ann"], pb.settle(file).players["ann"], played.total

    before = gains()
    assert before[:2] == (30, 30)
    rewrite(own / "sheet.toml", 'straight = "6 to 1"', 'straight = "9 to 1"')
    after = gains()
    assert after[:2] == (45, 45)
    assert after[2] != before[2]
    assert pb.advise(OWN, "Qs 6d 3c").best == "fold"


def test_registers_and_round_files_are_read_again(own: Path) -> None:
    gist = pb.sheet(own).clauses["4.7"]
    rewrite(own / "clauses.toml", gist, gist.upper())
    assert pb.sheet(own).clauses["4.7"] == gist.upper()
    proof = proof_files(OWN)[0]
    rewrite(proof.path, "ann", "eve")
    assert pb.sheet(own)
    assert proof_files(OWN)[0].data != proof.data
    proof.path.unlink()
    assert pb.sheet(own)
    assert proof.name not in [each.name for each in proof_files(OWN)]


def test_an_unchanged_file_is_not_read_twice(own: Path) -> None:
    game = pb.sheet(own).game
    rewrite(own / "sheet.toml", 'straight = "6 to 1"', 'straight = "6 to 1"')
    assert pb.sheet(own).game is game
    assert pb.sheet("3CP").game is pb.sheet("3CP").game


def test_a_fault_comes_and_goes_with_the_file(own: Path) -> None:
    rewrite(own / "sheet.toml", 'straight = "6 to 1"', 'straight = "6 to x"')
    for name in (own, OWN, "acme", str(own)):
        with pytest.raises(pb.LibraryFault, match=r"sheet\.toml, line \d+: pays\..*'6 to x' is"):
            pb.sheet(name)
        assert OWN not in pb.sheet_ids()
    rewrite(own / "sheet.toml", 'straight = "6 to x"', 'straight = "5 to 1"')
    assert pb.odds(OWN).bets["pair_plus"].figures.house_edge == CHEAPER
    assert OWN in pb.sheet_ids()


def test_a_folder_that_fails_at_once_is_not_in_the_library(tmp_path: Path) -> None:
    folder = own_sheet(tmp_path, changes={"numbered_clauses": '"many"'})
    shadow = own_sheet(tmp_path / "other", SHIPPED, "3CP", changes={"numbered_clauses": '"many"'})
    before = pb.sheet_ids()
    for each in (folder, shadow):
        with pytest.raises(pb.LibraryFault, match="numbered_clauses"):
            pb.sheet(each)
    assert pb.sheet_ids() == before
    with pytest.raises(pb.LibraryFault) as fault:
        pb.sheet("bluff")
    assert OWN not in str(fault.value)
    assert pb.sheet("3CP").id == SHIPPED, "nor does it stand in place of another"


def test_a_deleted_sheet_is_gone(own: Path, tmp_path: Path) -> None:
    named = own_sheet(tmp_path / "named", SHIPPED, "3CP", changes={"version": "4"})
    assert pb.sheet(named).version == pb.sheet("3CP").version == 4
    shutil.rmtree(named)
    assert pb.sheet("3CP").version == 3, "the one that ships stands again"
    (own / "sheet.toml").unlink()
    for name in (OWN, "acme", own):
        with pytest.raises(pb.LibraryFault, match=r"is not a sheet|cannot be read"):
            pb.sheet(name)
    assert OWN not in pb.sheet_ids()
    with pytest.raises(pb.FileFault, match="is not a sheet"):
        pb.settle({"sheet": OWN, "round": [{"steps": ["settle"]}]})


def test_folders_of_the_environment_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_sheet(tmp_path / "sheets")
    monkeypatch.setenv(VARIABLE, "sheets")
    monkeypatch.chdir(tmp_path)
    with using():
        assert pb.sheet("ACME").id == OWN
        own_sheet(tmp_path / "sheets", "acme-second", "SECOND")
        monkeypatch.chdir(tmp_path / "sheets")
        assert pb.sheet("SECOND").id == "acme-second"
        shutil.rmtree(tmp_path / "sheets" / OWN)
        assert OWN not in pb.sheet_ids()


def test_a_sheet_in_hand_stays_as_it_was_read(own: Path) -> None:
    game, folder = pb.sheet(own), Path(own)
    rewrite(folder / "sheet.toml", 'straight = "6 to 1"', 'straight = "5 to 1"')
    assert game.odds().bets["pair_plus"].figures.house_edge == EDGE
    assert pb.sheet(game) is game


def test_a_variant_of_a_variant_keeps_both_changes() -> None:
    both = pb.sheet("3CP").variant("pair_plus.straight=9").variant("pair_plus.flush=8")
    pays = both.game.sheet.pays["pair_plus"].hands
    assert (pays["straight"], pays["flush"]) == ("9 to 1", "8 to 1")


def test_a_floor_keeps_the_text_in_force(own: Path, tmp_path: Path) -> None:
    """What is edited beside a running floor is in force when two people have approved it, not before."""
    with open_journal(tmp_path / "floor.db") as journal:
        floor, text = Floor(journal), text_of(OWN)
        assert not isinstance(floor.take_sheet(text.sheet_toml, text.clauses_toml, text.form), Refusal)
        kept, shelf = floor.rulebook.in_force(OWN), library()
        rewrite(own / "sheet.toml", 'straight = "6 to 1"', 'straight = "5 to 1"')
        assert (load(OWN), text_of(OWN), library()) == (kept, text, shelf), "nothing was asked"
        assert pb.sheet(own).game is not kept
        for refreshed in (floor, Floor(journal)):
            refreshed.rulebook.refresh()
            assert refreshed.rulebook.in_force(OWN).hashes == kept.hashes
            assert refreshed.rulebook.in_force(OWN).sheet.pays["pair_plus"].hands["straight"] == "6 to 1"
