"""A fault at every single call of the database, before it is done and after: nothing lost or doubled."""

import itertools
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Self

import psycopg
import pytest
from psycopg.abc import Params, Query

from pitboss.store import Journal, JournalError
from pitboss.store.archive_note import STREAM as NOTES
from pitboss.store.archive_note import read_note
from pitboss.store.checkpoint import STREAM as CHECKPOINTS
from pitboss.store.open import open_journal
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.journal import PostgresJournal
from pitboss.store.snapshots import Snapshots
from pitboss.store.sqlite.journal import SqliteJournal
from pitboss.store.verify import verify
from tests.store.archives import SNAPSHOT_KEY, move
from tests.store.samples import sent, to
from tests.store.server import new_schema

When = Literal["before", "after"]


class Trap:
    """Springs once, at the n-th call."""

    def __init__(self, at: int, when: When) -> None:
        self.at = at
        self.when = when
        self.calls = 0

    def springs(self, when: When) -> bool:
        if when == "before":
            self.calls += 1
        return self.calls == self.at and self.when == when


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
        def append(self, params: list[bytes | None]) -> bytes:
            if trap.springs("before"):
                cut(self)
            answer = super().append(params)
            if trap.springs("after"):
                cut(self)
            return answer

    def connect(url: str) -> AppendingConnection:
        return Trapped.connect(url, autocommit=True, cursor_factory=TrappedCursor)

    return connect


def cut(connection: psycopg.Connection[Any]) -> None:
    connection.close()
    raise psycopg.OperationalError("server closed the connection unexpectedly")


def surely(act: Callable[[], object]) -> None:
    """What any caller does: once more, with the same command id."""
    try:
        act()
    except JournalError:
        act()


def scenario(make: Callable[[], Journal], folder: Path) -> None:
    """Everything a journal is asked to write; each step is tried again after a fault."""
    try:
        journal = make()
    except JournalError:
        journal = make()
    with journal:
        surely(lambda: journal.append([to("table/1", 0, 3), to("link/gold", None)], sent("one")))
        surely(lambda: journal.append([to("table/1", 3), to("link/gold", None, 2)], sent("two")))
        surely(lambda: Snapshots(journal, SNAPSHOT_KEY).save("table/1", 4, 1, b"state"))
        surely(lambda: Snapshots(journal, SNAPSHOT_KEY).save("link/gold", 3, 1, b"state"))
        surely(lambda: journal.archived() == 4 or move(journal, 4, folder / "archive.pbj"))
        surely(lambda: journal.append([to("table/1", 4)], sent("three")))
        surely(lambda: verify(journal))
        surely(lambda: list(journal.read_stream("table/1", 3)))


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
    for at in itertools.count(1):
        folder = tmp_path / str(at)
        folder.mkdir()
        trap = Trap(at, when)
        connect = trapped_file(trap)
        scenario(lambda: SqliteJournal(folder / "j.db", connect=connect), folder)  # noqa: B023
        assert content(str(folder / "j.db"), folder) == EXPECTED, at
        if trap.calls < at:
            break
    assert at > 70


SHARES = 4
"""Each takes every fourth call, so that they can be tried side by side."""


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_lost_connection_at_every_call_of_postgresql(
    postgres_server: str, tmp_path: Path, when: When, share: int
) -> None:
    for at in itertools.count(share + 1, SHARES):
        folder = tmp_path / str(at)
        folder.mkdir()
        url = new_schema(postgres_server)
        trap = Trap(at, when)
        connect = trapped_server(trap)
        scenario(lambda: PostgresJournal(url, connect=connect), folder)  # noqa: B023
        assert content(url, folder) == EXPECTED, at
        if trap.calls < at:
            break
    assert at > 30
