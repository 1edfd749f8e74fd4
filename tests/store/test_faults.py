"""A fault at every single call of the database, before it is done and after: nothing lost or doubled."""

import itertools
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

import psycopg
import pytest
from psycopg.abc import Params, Query

from pitboss.store import Journal, JournalError
from pitboss.store.archive_note import STREAM as NOTES
from pitboss.store.archive_note import read_note
from pitboss.store.checkpoint import STREAM as CHECKPOINTS
from pitboss.store.history import KnownAppend
from pitboss.store.open import open_journal
from pitboss.store.postgres import errors
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.journal import PostgresJournal
from pitboss.store.snapshots import Snapshots
from pitboss.store.sqlite.journal import SqliteJournal
from pitboss.store.verify import verify
from tests.store.archives import SNAPSHOT_KEY, move
from tests.store.samples import sent, to
from tests.store.server import new_schema

When = Literal["before", "after"]
Done = TypeVar("Done")


class Trap:
    """Springs at the n-th call of each step of a scenario that has so many."""

    def __init__(self, at: int, when: When) -> None:
        self.at = at
        self.when = when
        self.sprung = 0
        self._calls = 0

    def arm(self) -> None:
        """Begin the next step."""
        self._calls = 0

    def springs(self, when: When) -> bool:
        if when == "before":
            self._calls += 1
        sprung = self._calls == self.at and self.when == when
        self.sprung += sprung
        return sprung


def trapped_file(trap: Trap) -> Callable[[str, bool], sqlite3.Connection]:
    class Trapped(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            return self._call(super().execute, arguments)

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:
            return self._call(super().executemany, arguments)

        def _call(self, call: Callable[..., sqlite3.Cursor], arguments: Any) -> sqlite3.Cursor:
            if trap.springs("before"):
                raise io_error()
            done = call(*arguments)
            if trap.springs("after"):
                done.close()
                raise io_error()
            return done

    def connect(path: str, read_only: bool) -> sqlite3.Connection:
        uri = Path(path).absolute().as_uri() + ("?mode=ro" if read_only else "")
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, factory=Trapped)

    return connect


def io_error() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error


def trapped_server(trap: Trap) -> Callable[[str], AppendingConnection]:
    class TrappedCursor(psycopg.Cursor[Any]):
        def execute(
            self,
            query: Query,
            params: Params | None = None,
            *,
            prepare: bool | None = None,
            binary: bool | None = None,
        ) -> Self:
            if trap.springs("before"):
                cut(self.connection)
            super().execute(query, params, prepare=prepare, binary=binary)  # type: ignore[arg-type,misc]
            if trap.springs("after"):
                cut(self.connection)
            return self

    class Trapped(AppendingConnection):
        def append(self, params: list[bytes | None], known: KnownAppend) -> tuple[bytes, int, bytes]:
            if trap.springs("before"):
                cut(self)
            answer = super().append(params, known)
            if trap.springs("after"):
                cut(self)
            return answer

    def connect(url: str) -> AppendingConnection:
        return Trapped.connect(url, autocommit=True, cursor_factory=TrappedCursor)

    return connect


def cut(connection: psycopg.Connection[Any]) -> None:
    connection.close()
    raise psycopg.OperationalError("server closed the connection unexpectedly")


def surely(trap: Trap, act: Callable[[], Done]) -> Done:
    """What any caller does at a fault: once more, with the same command id."""
    trap.arm()
    try:
        return act()
    except JournalError:
        return act()


def write(journal: Journal, folder: Path, trap: Trap) -> None:
    """Everything a journal is asked to write, each step with its fault."""
    for step in (
        lambda: journal.append([to("table/1", 0, 3), to("link/gold", None)], sent("one")),
        lambda: journal.append([to("table/1", 3), to("link/gold", None, 2)], sent("two")),
        lambda: Snapshots(journal, SNAPSHOT_KEY).save("table/1", 4, 1, b"state"),
        lambda: Snapshots(journal, SNAPSHOT_KEY).save("link/gold", 3, 1, b"state"),
        lambda: journal.archived() == 4 or move(journal, 4, folder / "archive.pbj"),
        lambda: journal.append([to("table/1", 4)], sent("three")),
    ):
        surely(trap, step)


def read(journal: Journal, trap: Trap) -> int:
    """Read a journal until no call of it is left to fail at. How many faults there were."""
    before = trap.sprung
    for trap.at in itertools.count(1):
        sprung = trap.sprung
        assert surely(trap, lambda: verify(journal)).sound
        assert len(surely(trap, lambda: list(journal.read_stream("table/1", 3)))) == 2
        if trap.sprung == sprung:
            break
    return trap.sprung - before


def faults_at_every_call(
    when: When, tmp_path: Path, made: Callable[[Trap, Path], tuple[str, Callable[[], Journal]]]
) -> tuple[int, int]:
    """How many calls failed while journals were written and read, until there was none left to fail at."""
    written = 0
    for at in itertools.count(1):
        folder = tmp_path / str(at)
        folder.mkdir()
        trap = Trap(at, when)
        url, make = made(trap, folder)
        with surely(trap, make) as journal:
            write(journal, folder, trap)
            written += trap.sprung
            reads = 0 if trap.sprung else read(journal, trap)
        assert content(url, folder) == EXPECTED, at
        if reads:
            break
    return written, reads


def content(url: str, folder: Path) -> list[tuple[str, int, bytes]]:
    with open_journal(url) as journal, open_journal(folder / "archive.pbj", read_only=True) as old:
        assert verify(journal, archives=[old]).sound
        kept = journal.load_snapshot("table/1")
        assert kept is not None
        assert kept.data == b"state"
        events = old.read_all() + journal.read_all(4)
        signed = [read_note(event).last for event in events if event.stream == NOTES]
        assert signed == [4], "one note of the one archive"
        own = (NOTES, CHECKPOINTS)
        return [(event.stream, event.version, event.data) for event in events if event.stream not in own]


EXPECTED = [
    ("table/1", 1, b'{"n":0}'),
    ("table/1", 2, b'{"n":1}'),
    ("table/1", 3, b'{"n":2}'),
    ("link/gold", 1, b'{"n":0}'),
    ("table/1", 4, b'{"n":0}'),
    ("link/gold", 2, b'{"n":0}'),
    ("link/gold", 3, b'{"n":1}'),
    ("table/1", 5, b'{"n":0}'),
]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_fault_at_every_call_of_sqlite(tmp_path: Path, when: When) -> None:
    def made(trap: Trap, folder: Path) -> tuple[str, Callable[[], Journal]]:
        connect = trapped_file(trap)
        return str(folder / "j.db"), lambda: SqliteJournal(folder / "j.db", connect=connect)

    written, reads = faults_at_every_call(when, tmp_path, made)
    assert written > 100
    assert reads > 30


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_lost_connection_at_every_call_of_postgresql(
    postgres_server: str, tmp_path: Path, when: When, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The ten calls by which an index is looked through are the same for each: one is enough.
    monkeypatch.setattr(errors, "_TABLES", ["pitboss_nodes"])

    def made(trap: Trap, _: Path) -> tuple[str, Callable[[], Journal]]:
        url, connect = new_schema(postgres_server), trapped_server(trap)
        return url, lambda: PostgresJournal(url, connect=connect)

    written, reads = faults_at_every_call(when, tmp_path, made)
    assert written > 50
    assert reads > 40
