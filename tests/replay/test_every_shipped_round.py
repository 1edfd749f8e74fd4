"""Every round file that ships, played at a floor: told again, decided again, settled by other readings."""

from pathlib import Path

import pytest

from pitboss.floor.tables.past_rounds import DecodedEvent
from pitboss.records import FileFailed, PlayedRound, RoundFile, play
from pitboss.records.proof import proof_files
from pitboss.records.round_file import FileFault, parse_round_file, parse_toml
from pitboss.replay.acts import acts, decided_again
from pitboss.replay.entries import floor_entries
from pitboss.replay.replay import find, replay
from pitboss.replay.rerun import rerun
from pitboss.replay.round_file import as_round_file
from pitboss.settlement import Settlement
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.loader import with_readings
from pitboss.sheets.readings import options
from pitboss.store import Journal
from tests.floor.house import House
from tests.replay.played import play_at_floor
from tests.store.quick import quick_journal

Files = dict[str, tuple[RoundFile, tuple[PlayedRound, ...], str]]


def playable(sheet: str) -> Files:
    """The files that settle, by the name of the table they are played at."""
    found: Files = {}
    for place, proof in enumerate(proof_files(sheet)):
        try:
            file = parse_round_file(proof.data)
            found[f"T{place}"] = (file, play(file), proof.name)
        except (FileFault, FileFailed):
            continue
    return found


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_shipped_round_on_a_floor(sheet: str, tmp_path: Path) -> None:
    files = playable(sheet)
    with quick_journal(tmp_path / "floor.db") as journal:
        house = House(journal)
        house.take_sheets()
        ended = {table: play_at_floor(house, table, file) for table, (file, _, _) in files.items()}
        assert sum(ended.values()) > 60
        for table, rounds in ended.items():
            _, expected, name = files[table]
            for number in range(1, rounds + 1):
                check_told_again(journal, house, f"{table}/{number}", expected[number - 1], name)
        check_settled_again(journal, sheet, files, sum(ended.values()))


def check_told_again(journal: Journal, house: House, name: str, expected: PlayedRound, file: str) -> None:
    past = find(journal, name)
    assert past is not None
    assert past.round.settlement is not None
    shown = replay(journal, house.floor.rulebook, past)
    assert decided_again(shown.game, acts(past)) is None, file
    told = as_round_file(journal, shown)
    again = play(parse_round_file(parse_toml(told.text())))[-1]
    assert again.settlement.lines == past.round.settlement.lines, file
    assert again.settlement.lines == expected.settlement.lines, file
    assert told.same_lines


def check_settled_again(journal: Journal, sheet: str, files: Files, rounds: int) -> None:
    """By the sheet itself nothing changes; by another reading what the file itself then gives."""
    game = load(sheet)
    entries = list(floor_entries(journal, heads=True))
    same = list(rerun(iter(entries), lambda past: (game, game), lambda past: past.round.settled))
    assert len(same) == rounds
    assert [(one.round, one.failed, one.changes) for one in same if one.failed or one.changes] == []
    others = [
        with_readings(game, {name: choice})
        for name, reading in game.sheet.readings.items()
        for choice in options(name)
        if choice != reading.choice
    ]
    for turn, changed in enumerate(others):
        check_by_another_reading(entries, game, changed, files, turn)


def check_by_another_reading(
    entries: list[DecodedEvent], game: Game, changed: Game, files: Files, turn: int
) -> None:
    """Every round that the reading changes, and a quarter of those it does not, in turn."""
    again: dict[str, Settlement | FileFailed] = {}
    for place, (table, (file, (expected, *more), _)) in enumerate(files.items()):
        if more:
            continue
        try:
            found = play(file, changed)[0].settlement
        except FileFailed as fault:
            again[table] = fault
        else:
            if found.lines != expected.settlement.lines or place % 4 == turn % 4:
                again[table] = found
    for one in rerun(
        iter(entries), lambda past: (game, changed), lambda past: past.round.settled and past.table in again
    ):
        table = one.round.partition("/")[0]
        wanted, (_, _, proof) = again[table], files[table]
        if isinstance(wanted, FileFailed):
            accepted = "had to be refused" in wanted.message  # Such a step is not in the floor's record.
            assert accepted or one.failed, proof
        else:
            assert one.now is not None, proof
            assert one.now.lines == wanted.lines, proof
