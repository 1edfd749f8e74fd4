"""The example sheets: each loads from its folder, proves its clauses by rounds, and is played at random."""

from pathlib import Path

import pytest

from pitboss.api.routes.felts import felt_of
from pitboss.records.proof import ProofFile, proof_files_in, proofs_by_clause, unproven
from pitboss.sheets import Game, load, read_folder, sheet_ids
from pitboss.sheets.compare import differences
from pitboss.sheets.explanation import Explainer
from pitboss.sheets.movable import movables
from pitboss.sheets.register import PROVEN_KINDS
from pitboss.training.rounds import play_round

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
FOLDERS = sorted(path.parent.name for path in EXAMPLES.glob("*/sheet.toml"))
FILES = [file for name in FOLDERS for file in proof_files_in(EXAMPLES / name / "rounds")]


def example(name: str) -> Game:
    return read_folder(EXAMPLES / name)


@pytest.mark.parametrize("name", FOLDERS)
def test_the_folder_is_named_after_the_sheet_and_no_shipped_one(name: str) -> None:
    identity = example(name).sheet.identity
    assert example(name).sheet.id == name
    assert (identity.house, identity.operator, identity.draft) == ("EX", "Example House", False)
    assert name not in sheet_ids()
    assert identity.short not in {load(shipped).sheet.identity.short for shipped in sheet_ids()}


def test_their_short_names_differ() -> None:
    shorts = [example(name).sheet.identity.short for name in FOLDERS]
    assert len(set(shorts)) == len(shorts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.path.parts[-3]}/{file.name}")
def test_a_round_file_is_as_expected(file: ProofFile) -> None:
    game = example(file.path.parts[-3])
    assert file.faults(game) == []
    assert {clause for clause in proofs_by_clause([file]) if clause not in game.register} == set()


@pytest.mark.parametrize("name", FOLDERS)
def test_every_clause_is_proved(name: str) -> None:
    files = proof_files_in(EXAMPLES / name / "rounds")
    assert len(files) >= 6
    assert unproven(example(name), proofs_by_clause(files)) == []


@pytest.mark.parametrize("name", FOLDERS)
def test_random_rounds_are_settled_by_cited_sentences(name: str) -> None:
    game = example(name)
    for seed in range(25):
        settlement = play_round(game, f"example {seed}", jackpot=False).after.settlement
        assert settlement is not None
        for line in settlement.lines:
            assert line.clauses
            assert line.why.endswith(".")
            assert {game.register[clause].kind for clause in line.clauses} <= PROVEN_KINDS


@pytest.mark.parametrize("name", FOLDERS)
def test_it_is_told_like_a_shipped_sheet(name: str) -> None:
    game = example(name)
    assert [area.title for area in felt_of(game).areas]
    assert list(movables(game.sheet))
    assert not list(differences(game.sheet, game.sheet))
    assert list(differences(game.sheet, load(sheet_ids()[0]).sheet))
    explainer = Explainer(game.sheet)
    for clause, entry in game.register.items():
        if entry.kind in PROVEN_KINDS:
            assert list(explainer.passages(clause)), clause
