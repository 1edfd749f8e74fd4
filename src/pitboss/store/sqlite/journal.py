"""The journal in one SQLite file: no set-up, one writer at a time, any number of readers.

``synchronous=FULL`` with write-ahead logging: a commit is on the disk before it is seen or acknowledged.
``BEGIN IMMEDIATE`` takes SQLite's one write lock first, so positions are given out in the order of the
commits, across processes as well.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, LiteralString

from pitboss.reason import Reason
from pitboss.store.history import History, KnownAppend
from pitboss.store.journal import (
    Appended,
    AppendRow,
    Clock,
    Closeable,
    CommandIdentity,
    OnAppend,
    Snapshot,
    ToStream,
    wall_clock,
)
from pitboss.store.reading import Last, Reading, Row
from pitboss.store.sqlite import schema as sqlite_schema
from pitboss.store.sqlite.connect import SqliteConnector, connect_file
from pitboss.store.sqlite.errors import translated
from pitboss.store.sqlite.follower import SqliteFollower
from pitboss.store.sqlite.writer import Writer, find_known
from pitboss.store.tree import lost_node, reader


class SqliteJournal(Reading, Closeable):
    """A journal in the file at ``path``, which is made if there is none."""

    statements = sqlite_schema.STATEMENTS

    def __init__(
        self,
        path: Path | str,
        *,
        clock: Clock = wall_clock,
        connect: SqliteConnector = connect_file,
        read_only: bool = False,
    ) -> None:
        self.path = str(path)
        self.url = f"sqlite:///{self.path}"
        self._connect = connect
        self._reading = threading.Lock()
        self._reader: sqlite3.Connection | None = None
        self._history = History(self.url)
        self._seen = -1
        """The file's ``data_version`` when the newest append was looked for."""
        self._writer = Writer(self.path, clock, connect, read_only, self._history)
        self._node = reader(self._kept, self._single)
        try:
            with translated(self.path):
                if not read_only:
                    self._writer.open()
                self._reader = self._open_reader()
        except BaseException:
            self.close()
            raise

    def append(self, batch: Sequence[ToStream], command: CommandIdentity | None = None) -> Appended:
        """Record a batch in one transaction; see :class:`~pitboss.store.journal.Journal`."""
        return self._writer.queue.append(batch, command)

    def append_soon(self, batch: Sequence[ToStream], command: CommandIdentity | None, then: OnAppend) -> None:
        """Queue a batch for the writer thread; see :class:`~pitboss.store.journal.Journal`."""
        self._writer.queue.append_soon(batch, command, then)

    def database_time(self) -> int | None:
        """Always ``None``: a file has no clock of its own."""
        return None

    def keep_time(self, clock: Clock) -> None:
        """Use another clock for recorded times from now on."""
        self._writer.clock = clock

    def fault(self) -> str:
        """The error of the newest append, as a sentence; empty if it succeeded."""
        return self._writer.queue.fault

    def check_usable(self) -> None:
        """Raise :class:`Gone` unless the open file still has its name and what is known of it."""
        self._writer.queue.check_alive()
        self._writer.check_place()
        self._query("SELECT 1", ())

    def tree_size(self) -> int:
        """Number of appends."""
        return self._query("SELECT max(number) FROM appends", ())[0][0] or 0

    def node(self, level: int, place: int) -> bytes:
        """The hash of a complete subtree of the log's tree."""
        return self._node(level, place)

    def _kept(self, level: int, first: int, end: int) -> list[bytes]:
        """Hashes of a stored level: the leaves, or the nodes over 256 nodes below."""
        return self._nodes(level, first, end) if level else self._hashes(self.statements.leaves, first, end)

    def _single(self, level: int, place: int) -> bytes:
        """A node that is stored by itself."""
        if not (hashes := self._nodes(level, place, place + 1)):
            raise lost_node(self.url, level, place)
        return hashes[0]

    def _nodes(self, level: int, first: int, end: int) -> list[bytes]:
        return self._hashes(self.statements.nodes, level, first, end)

    def _hashes(self, sql: LiteralString, *values: int) -> list[bytes]:
        return sqlite_schema.read_hashes(self._query(sql, values), values[-2])

    def subscribe(self, after: int = 0) -> SqliteFollower:
        """Subscribe to the events after a position, by polling for commits."""
        with translated(self.path):
            return SqliteFollower(self.path, self.read_all, self._open_reader(), after, self._writer.known)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot; the one before it is kept in case the newest cannot be used."""
        self._writer.save_snapshot(snapshot)

    def storage_faults(self) -> Iterator[Reason]:
        """What SQLite's integrity check finds, and what differs from the schema that Pitboss made."""
        with translated(self.path), closing(self._open_reader()) as db:
            yield from sqlite_schema.storage_faults(db)

    def archived(self) -> int:
        """The position up to which events have been archived, or 0."""
        rows = self._query("SELECT position FROM archived", ())
        if [tuple(map(type, row)) for row in rows] != [(int,)]:
            raise sqlite_schema.foreign_rows("archived")
        return int(rows[0][0])

    def forget(self, position: int) -> None:
        """Drop the events up to a position and keep anchors, in one transaction."""
        self._writer.forget(position)

    def close(self) -> None:
        """Close the file, after queued appends are recorded."""
        with self._reading:
            if self._reader is not None:
                self._reader.close()
            self._reader = None
        self._writer.close()

    def _answer(self, *columns: Any) -> Appended:
        return sqlite_schema.read_answer(*columns)

    def _append(self, row: Row) -> AppendRow:
        return sqlite_schema.read_append(row)

    def _checked(
        self, tables: tuple[str, ...], rows: Sequence[Row], types: tuple[type, ...]
    ) -> Sequence[Row]:
        if any(tuple(map(type, row)) != types for row in rows):
            raise sqlite_schema.foreign_rows(*tables)
        return rows

    def _query(self, sql: str, values: tuple[object, ...], last: Last | None = None) -> list[Row]:
        """All rows of a short query; an open cursor would keep the WAL from being checkpointed."""
        with self._read(sql, values) as rows:
            return rows.fetchall()

    def _learn(self, db: sqlite3.Connection) -> None:
        """Know the newest append that a query may have read, once the one known before was found."""
        if (seen := db.execute("PRAGMA data_version").fetchone()[0]) == self._seen:
            return
        find_known(db, self._history)
        found = db.execute("SELECT number, leaf, last FROM appends ORDER BY number DESC LIMIT 1").fetchone()
        if found and isinstance(found[1], bytes):
            self._history.learn(KnownAppend(*found))
        self._seen = seen

    @contextmanager
    def _read(self, sql: str, values: tuple[object, ...]) -> Iterator[sqlite3.Cursor]:
        with self._reading, translated(self.path):
            self._history.check()
            if self._writer.gone:
                # An append that was refused for it may stand in a file that nobody finds again.
                self._writer.check_place()
            db = self._reader = self._reader or self._open_reader()
            try:
                yield db.execute(sql, values)
                self._learn(db)
            except BaseException:
                self._reader, self._seen = None, -1
                with suppress(sqlite3.Error):
                    db.close()
                raise

    def _open_reader(self) -> sqlite3.Connection:
        db = self._connect(self.path, True)
        try:
            if not sqlite_schema.check(db, self.path):
                sqlite_schema.refuse_empty(self.path)
        except BaseException:
            db.close()
            raise
        return db
