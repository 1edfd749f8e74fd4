"""The example sheets whose rounds run otherwise than those of the shipped games, played at random."""

from pathlib import Path
from random import Random

import pytest

from pitboss.records.expectations import check_data
from pitboss.records.round_file import parse_toml, read_text
from pitboss.round.notes import notes
from pitboss.round.views import view
from pitboss.sheets import Game, read_folder
from pitboss.sheets.register import PROVEN_KINDS
from tests.round.games import random_round

pytestmark = pytest.mark.pure

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets"
NAMES = ["let-it-ride-v1", "mississippi-stud-v1", "ultimate-holdem-v1"]


@pytest.fixture(scope="module", params=NAMES)
def example(request: pytest.FixtureRequest) -> tuple[Path, Game]:
    folder = EXAMPLES / str(request.param)
    return folder, read_folder(folder)


def test_its_round_files_hold_and_prove_every_clause(example: tuple[Path, Game]) -> None:
    folder, game = example
    files = [parse_toml(read_text(path)) for path in sorted((folder / "rounds").glob("*.toml"))]
    assert [fault for data in files for fault in check_data(data, game)] == []
    proven = {clause for data in files for clause in data["proof"]["clauses"]}
    assert {clause for clause, entry in game.register.items() if entry.kind in PROVEN_KINDS} == proven


def test_random_rounds_come_to_their_end(example: tuple[Path, Game]) -> None:
    _, game = example
    rng = Random(game.sheet.id)
    for device in game.scripts:
        for _ in range(25):
            state = random_round(game, device, rng)
            assert state.settlement is not None
            assert all(line.clauses and line.why for line in state.settlement.lines)
            assert notes(game, state) == ()
            assert view(game, state).settlement == state.settlement
