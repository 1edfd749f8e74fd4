"""A journal is copied while it is written to: the copy is one moment of it, verified, and can go on."""

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitboss.store import Journal, NewEvent, ToStream
from pitboss.store.backup import back_up
from pitboss.store.errors import CannotBackUp, HistoryLost, JournalError, Unreachable
from pitboss.store.journal import Snapshot
from pitboss.store.open import open_journal, open_private
from pitboss.store.postgres import backup as postgres_backup
from pitboss.store.private import Private
from pitboss.store.snapshots import Snapshots
from pitboss.store.verify import verify
from tests.store.archives import SNAPSHOT_KEY, move
from tests.store.by_sql import by_sql
from tests.store.samples import sent
from tests.waiting import PATIENCE, started

EVENT = NewEvent("Happened", 1, b'{"what":1}')
FAR = 2**60


def fill(journal: Journal, first: int, count: int) -> None:
    for number in range(first, first + count):
        batch = [ToStream("table/A", None, (EVENT, EVENT)), ToStream(f"link/{number % 3}", None, (EVENT,))]
        journal.append(batch, sent(f"command-{number}") if number % 2 else None)


@contextmanager
def somebody_writing(url: str) -> Iterator[list[int]]:
    """Another connection appends until the block ends."""
    over = threading.Event()
    written = [1000]

    def write() -> None:
        with open_journal(url) as journal:
            while not over.is_set():
                fill(journal, written[0], 1)
                written[0] += 1

    writing = started(write)
    try:
        yield written
    finally:
        over.set()
        writing.result(PATIENCE)


def test_a_copy_is_one_moment_of_a_journal_that_is_written_to(url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        fill(journal, 0, 300)
        with somebody_writing(url) as written:
            heard: list[float] = []
            made = back_up(url, tmp_path / "copy.db", progress=heard.append)
            while written[0] == 1000:
                pass
        with open_journal(tmp_path / "copy.db", read_only=True) as copy:
            assert copy.last_position() == made.last >= 900
            assert copy.read_all(0, 10**6) == journal.read_all(0, made.last)
            assert verify(copy).sound
            assert copy.find_command(sent("command-7")) == journal.find_command(sent("command-7"))
            assert copy.find_command(sent("command-6")) is None
            last = copy.append_at(copy.tree_size())
            assert last is not None
            assert last.answer.last == made.last
    assert made.events == made.last
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy.db"]
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o400


def test_a_journal_goes_on_from_a_copy(url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        fill(journal, 0, 10)
        journal.save_snapshot(Snapshot(stream="table/A", version=20, schema=1, data=b"state"))
        back_up(url, tmp_path / "copy.db")
        answer = journal.find_command(sent("command-3"))
    (tmp_path / "copy.db").chmod(0o600)
    with open_journal(tmp_path / "copy.db") as copy:
        assert copy.load_snapshot("table/A") == Snapshot(
            stream="table/A", version=20, schema=1, data=b"state"
        )
        assert copy.append([ToStream("table/A", None, (EVENT,))], sent("command-3")) == answer, (
            "recorded once"
        )
        copy.append([ToStream("table/A", 20, (EVENT,))], sent("new"))
        fill(copy, 100, 10)
        assert verify(copy).sound


def test_an_archived_beginning_stays_where_it_is(url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        fill(journal, 0, 10)
        for stream, version in (("table/A", 20), ("link/0", 4), ("link/1", 3), ("link/2", 3)):
            Snapshots(journal, SNAPSHOT_KEY).save(stream, version, 1, b"state")
        move(journal, 12, tmp_path / "old.pbj")
        made = back_up(url, tmp_path / "copy.db")
        assert (made.events, made.last) == (20, 32), "a signed note of the archive, and a checkpoint"
        with open_journal(tmp_path / "copy.db", read_only=True) as copy:
            assert (copy.archived(), copy.anchors()) == (12, journal.anchors())
            with open_journal(tmp_path / "old.pbj", read_only=True) as old:
                assert verify(copy, archives=[old]).sound


def test_private_records_go_along_only_when_asked(url: str, tmp_path: Path) -> None:
    record = Private(b"key", "ann", b"hash", FAR)
    with open_journal(url) as journal, open_private(url) as store:
        fill(journal, 0, 3)
        store.add("secret", record)
        plain = back_up(url, tmp_path / "plain.db")
        whole = back_up(url, tmp_path / "whole.db", private=True)
    assert plain.private is None
    assert not (tmp_path / "plain.private.db").exists()
    assert whole.private == tmp_path / "whole.private.db"
    assert stat.S_IMODE(whole.private.stat().st_mode) == 0o400
    whole.private.chmod(0o600)
    with open_private(tmp_path / "whole.db") as copy:
        assert copy.owned("secret", "ann") == [record]


def test_a_copy_of_what_a_failover_takes_back_is_not_kept(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A standby takes over without the newest append, which the copy has."""

    def failed_over(url: str, read_only: bool) -> Journal:
        if url == postgres_url:
            by_sql(postgres_url)("DELETE FROM appends WHERE number = 4")
        return open_journal(url, read_only=read_only)

    with open_journal(postgres_url) as journal:
        fill(journal, 0, 4)
    monkeypatch.setattr(postgres_backup, "open_journal", failed_over)
    with pytest.raises(HistoryLost, match="no longer has append 4"):
        back_up(postgres_url, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_nothing_is_overwritten(url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        fill(journal, 0, 3)
    open_private(url).close()
    for name in ("copy.db", "copy.private.db"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(CannotBackUp, match="left as it is"):
            back_up(url, tmp_path / "copy.db", private=True)
        assert (tmp_path / name).read_text() == "mine"
        (tmp_path / name).unlink()


def test_a_file_that_appears_meanwhile_is_not_overwritten(url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        fill(journal, 0, 3)

    def progress(share: float) -> None:
        (tmp_path / "copy.db").write_text("mine")

    with pytest.raises(CannotBackUp, match="appeared meanwhile"):
        back_up(url, tmp_path / "copy.db", progress=progress)
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_an_interrupted_backup_leaves_nothing(url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        fill(journal, 0, 400)

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(url, tmp_path / "copy.db", progress=stop)
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == []
    assert back_up(url, tmp_path / "copy.db").last == 1200


def test_a_journal_that_was_tampered_with_is_not_copied(tmp_path: Path) -> None:
    with open_journal(tmp_path / "floor.db") as journal:
        fill(journal, 0, 5)
    with sqlite3.connect(tmp_path / "floor.db") as db:
        db.execute("DROP TRIGGER events_stay")
        db.execute("UPDATE events SET data = ? WHERE position = 7", (b'{"what":2}',))
    db.close()
    with pytest.raises(CannotBackUp, match="not sound"):
        back_up(str(tmp_path / "floor.db"), tmp_path / "copy.db")
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == []


@pytest.mark.parametrize("name", ["missing.db", "no.db"])
def test_rejects_an_invalid_journal(tmp_path: Path, name: str) -> None:
    (tmp_path / "no.db").write_text("not a database, and long enough to be read as one" * 40)
    with pytest.raises(JournalError):
        back_up(str(tmp_path / name), tmp_path / "copy.db")
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == []


def test_a_folder_that_is_not_there(url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        fill(journal, 0, 1)
    with pytest.raises(JournalError):
        back_up(url, tmp_path / "nowhere" / "copy.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(url: str, tmp_path: Path) -> None:
    with open_journal(url) as journal:
        fill(journal, 0, 1)
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    with pytest.raises(Unreachable):
        back_up(url, folder / "copy.db")
