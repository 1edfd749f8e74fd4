"""The golden playthroughs: nothing about a round, its events or its views changes unnoticed."""

import pytest

from tools.golden import FOLDER, playthroughs, render

AGAIN = "If that is meant, run `python -m tools.golden` (or `make golden`) and read the difference."


@pytest.mark.parametrize("name", playthroughs())
def test_playthrough(name: str) -> None:
    path = FOLDER / name
    assert path.is_file(), f"{name} is missing. {AGAIN}"
    sheet, case = playthroughs()[name]
    stored = path.read_text(encoding="utf-8").splitlines()
    assert render(sheet, case).splitlines() == stored, f"{name} has changed. {AGAIN}"


def test_a_playthrough_is_the_same_every_time() -> None:
    for sheet, case in playthroughs().values():
        assert render(sheet, case) == render(sheet, case)


def test_no_other_files_lie_there() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(playthroughs()), AGAIN
