"""Commands that read a journal with archives: one of another floor, and a sheet that cannot be read."""

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.floor import Floor
from pitboss.floor.archiving import archive_through
from pitboss.floor.tables.dealing import Sealer
from tests.floor.test_archiving import two_days
from tests.store.archives import KEY, SEAL
from tests.store.quick import quick_journal

Said = pytest.CaptureFixture[str]

READERS = {
    "reconcile": ("--day", "2025-03-10"),
    "replay": ("T1/1",),
    "rerun": ("--reading", "bet_over_maximum=refused"),
    "impact": ("--reading", "bet_over_maximum=refused"),
    "export": ("-o", "tables"),
    "audits": (),
}


@pytest.fixture(scope="module")
def floors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two floors with the same history at other times, each with its archive, and one without any."""
    folder = tmp_path_factory.mktemp("floors")
    for name in ("ours", "theirs", "whole"):
        with quick_journal(folder / f"{name}.db") as journal:
            two_days(journal)
            if name != "whole":
                floor = Floor(journal, sealer=Sealer(SEAL))
                archive_through(floor, date(2025, 3, 10), folder / f"{name}.pbj", key=KEY)
    with closing(sqlite3.connect(folder / "whole.db")) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        db.execute("UPDATE events SET data = replace(data, '[ranking', '[rank') WHERE kind = 'SheetTaken'")
        db.commit()
    return folder


@pytest.mark.parametrize("command", READERS)
def test_the_archive_of_another_floor_is_refused(
    command: str, floors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.chdir(tmp_path)
    ours = [command, str(floors / "ours.db"), *READERS[command], "--archive"]
    assert run([*ours, str(floors / "theirs.pbj")]) == 2
    assert "the archive is not of this journal" in capsys.readouterr().err
    assert not (tmp_path / "tables").exists()
    assert run([*ours, str(floors / "ours.pbj")]) == 0


@pytest.mark.parametrize("command", READERS)
def test_a_recorded_sheet_that_cannot_be_read_is_a_sentence(
    command: str, floors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([command, str(floors / "whole.db"), *READERS[command]]) == 2
    assert capsys.readouterr().err.startswith("pitboss: a sheet that the journal holds cannot be read: ")
