"""Whatever holds the record or secrets is its owner's alone, under any umask; what was wider is tightened."""

import logging
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from pitboss.floor import Floor
from pitboss.floor.archiving import archive_through
from pitboss.floor.tables.dealing import Sealer, load_or_make_seal
from pitboss.store import NewEvent, ToStream
from pitboss.store.backup import back_up
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.checkpoint_copies import add_to_file
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal, open_private, open_roster
from pitboss.store.owner_only import make_owner_only
from pitboss.store.private import Private
from tests.floor.test_archiving import two_days
from tests.programs import python
from tests.store.archives import KEY, SEAL

EVENT = NewEvent("Kind", 1, b"{}")


@pytest.fixture(params=[0o022, 0o000, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()}


def test_every_file_of_a_floor_is_its_owner_s_alone(umask: int, tmp_path: Path) -> None:
    """Journal, its log and index, private records, witness, both keys, the dealer's lock."""
    url = f"sqlite:///{tmp_path}/floor.db"
    key = load_or_make_key(tmp_path / "floor.key")
    load_or_make_seal(tmp_path / "floor.seal")
    with open_journal(url) as journal, open_private(url) as private, closing(open_roster(url)) as roster:
        roster.renew()
        private.add("session", Private(b"key", "ann", b"value", 1))
        journal.append([ToStream("a/1", 0, (EVENT,))])
        add_to_file(tmp_path / "floor.witness", make_checkpoint(journal, key).note)
        found = modes(tmp_path)
    assert {name for name in found if name.startswith("floor.db")} == {
        *("floor.db", "floor.db-wal", "floor.db-shm")
    }
    assert {"floor.private.db", "floor.private.db-wal", "floor.dealer.db"} <= set(found)
    assert {"floor.key", "floor.seal", "floor.witness"} <= set(found)
    assert {name: oct(mode) for name, mode in found.items() if mode != 0o600} == {}


def test_copies_and_archives_can_be_read_by_their_owner_alone(
    umask: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while they are written: each part is looked at when it gets its content."""
    seen: dict[str, int] = {}
    connect = sqlite3.connect

    def looked_at(name: object, *args: object, **options: object) -> sqlite3.Connection:
        if str(name).endswith(".part"):
            seen[Path(str(name)).name] = stat.S_IMODE(Path(str(name)).stat().st_mode)
        return connect(name, *args, **options)  # type: ignore[no-any-return, call-overload]

    monkeypatch.setattr(sqlite3, "connect", looked_at)
    url = f"sqlite:///{tmp_path}/floor.db"
    with open_journal(url) as journal, open_private(url):
        two_days(journal)
        back_up(url, tmp_path / "copy.db", private=True)
        archive_through(Floor(journal, sealer=Sealer(SEAL)), date(2025, 3, 10), tmp_path / "old.pbj", key=KEY)
    found = modes(tmp_path)
    for name in ("copy.db", "copy.private.db", "old.pbj"):
        assert oct(found[name]) == "0o400", name
    assert {name: oct(mode) for name, mode in seen.items()} == {
        ".copy.db.part": "0o600",
        ".copy.private.db.part": "0o600",
        ".old.pbj.part": "0o600",
    }


def test_a_copy_of_a_database_server_is_its_owner_s_too(postgres_url: str, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with open_journal(postgres_url) as journal:
            journal.append([ToStream("a/1", 0, (EVENT,))])
        back_up(postgres_url, tmp_path / "copy.db")
    finally:
        os.umask(before)
    assert modes(tmp_path) == {"copy.db": 0o400}


def test_wider_permissions_of_files_are_tightened_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path}/floor.db"
    key = load_or_make_key(tmp_path / "floor.key")
    load_or_make_seal(tmp_path / "floor.seal")
    with open_journal(url) as journal, open_private(url):
        journal.append([ToStream("a/1", 0, (EVENT,))])
        add_to_file(tmp_path / "floor.witness", make_checkpoint(journal, key).note)
        for path in tmp_path.iterdir():
            if path.name != "floor.key":
                path.chmod(0o644)
        with caplog.at_level(logging.WARNING), open_journal(url) as again, open_private(url):
            add_to_file(tmp_path / "floor.witness", make_checkpoint(again, key).note)
            load_or_make_seal(tmp_path / "floor.seal")
        assert {oct(mode) for mode in modes(tmp_path).values()} == {"0o600"}
        said = {record.getMessage().split(" ")[0] for record in caplog.records}
        assert {Path(name).name for name in said} == {
            *("floor.db", "floor.db-wal", "floor.db-shm", "floor.witness", "floor.seal"),
            *("floor.private.db", "floor.private.db-wal", "floor.private.db-shm"),
        }
        caplog.clear()
        open_journal(url).close()
        assert not caplog.records, "once"


def test_a_file_of_somebody_else_is_warned_about(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "floor.db"
    open_journal(path).close()
    path.chmod(0o640)
    owner = path.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    open_journal(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "it is for its owner to change"
    (said,) = (record.getMessage() for record in caplog.records)
    assert "let them chmod 600 it" in said


def test_a_reader_changes_no_permissions_of_files(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "copy.db"
    open_journal(path).close()
    path.chmod(0o444)
    open_journal(path, read_only=True).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o444
    assert not caplog.records


def test_the_file_behind_a_link_is_made_so_too(umask: int, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "floor.db").symlink_to(tmp_path / "real" / "floor.db")
    with open_journal(tmp_path / "floor.db") as journal:
        journal.append([ToStream("a/1", 0, (EVENT,))])
        assert {oct(mode) for mode in modes(tmp_path / "real").values()} == {"0o600"}


def test_locks_that_are_held_stay_so(tmp_path: Path) -> None:
    """To look after a file's rights must not let go of what SQLite has locked in this process."""
    path = tmp_path / "floor.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as one:
        one.execute("CREATE TABLE t (x)")
        one.execute("BEGIN EXCLUSIVE")
        make_owner_only(path)
        script = (
            "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], timeout=0)\n"
            "try: db.execute('SELECT * FROM t')\n"
            "except sqlite3.OperationalError as e: print(e)"
        )
        assert "locked" in _another_process(script, path)


def _another_process(script: str, path: Path) -> str:
    return python(script, path)
