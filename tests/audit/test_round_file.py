"""A replayed round, written as a round file, settles to the lines of the record."""

from pathlib import Path

import pytest

from pitboss.audit.replay import find, replay
from pitboss.audit.round_file import tell
from pitboss.records import FileFailed, play
from pitboss.records.proof import proof_files
from pitboss.records.round_file import FileFault, parse_round_file, parse_toml
from pitboss.sheets import sheet_ids
from pitboss.store.open import open_journal
from tests.audit.played import play_at_floor
from tests.floor.house import House


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_shipped_round_is_told_again(sheet: str, tmp_path: Path) -> None:
    """Each round file that ships, played at a floor and replayed from its journal."""
    rounds = 0
    with open_journal(tmp_path / "floor.db") as journal:
        house = House(journal)
        house.take_sheets()
        for place, proof in enumerate(proof_files(sheet)):
            try:
                file = parse_round_file(proof.data)
                expected = play(file)
            except (FileFault, FileFailed):
                continue
            table = f"T{place}"
            for number in range(1, play_at_floor(house, table, file) + 1):
                past = find(journal, f"{table}/{number}")
                assert past is not None
                told = tell(journal, replay(journal, house.floor.rulebook, past))
                again = play(parse_round_file(parse_toml(told.text())))[-1]
                assert past.round.settlement is not None
                assert again.settlement.lines == past.round.settlement.lines, proof.name
                assert again.settlement.lines == expected[number - 1].settlement.lines, proof.name
                assert told.same_lines
                rounds += 1
    assert rounds > 60
