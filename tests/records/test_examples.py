"""The examples that come with the round file's description, and every shipped round file."""

from pathlib import Path

import pytest

from pitboss.records.expectations import check_file
from pitboss.sheets import rounds_folder, sheet_ids

EXAMPLES = sorted((Path(__file__).parents[1] / "rounds").glob("*/*.toml"))
SHIPPED = [path for sheet_id in sheet_ids() for path in sorted(rounds_folder(sheet_id).glob("*.toml"))]


def test_there_are_twelve_examples() -> None:
    assert len(EXAMPLES) == 12


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    assert check_file(path) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_shipped_round_file(path: Path) -> None:
    assert check_file(path) == []
