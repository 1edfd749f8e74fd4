"""The one connection that writes to a journal in an SQLite file."""

import random
import sqlite3
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final

import msgspec

from pitboss.store import sqlite_schema
from pitboss.store.chain import GENESIS, data_hash, label_of, link
from pitboss.store.errors import VersionConflict, read_only_error
from pitboss.store.journal import Appended, Clock, Snapshot, ToStream
from pitboss.store.sqlite_connect import BUSY_SECONDS, Connect
from pitboss.store.sqlite_errors import as_journal_error

_MOST_KNOWN: Final = 100_000
"""So many ends of streams are kept in memory at most."""
_LONGEST_SLEEP: Final = 0.001
_ENCODE: Final = msgspec.json.Encoder()

End = tuple[int, int, bytes]
"""Of a stream: its number, and the version and hash of its last event."""


class Repeated(Exception):
    """The command was recorded before, with this answer."""

    def __init__(self, answer: Appended) -> None:
        super().__init__()
        self.answer = answer


class Writer:
    """Writes one transaction at a time, each within ``with writer as db``.

    After a fault the connection is made anew, whatever state it is in.
    """

    def __init__(self, path: str, clock: Clock, connect: Connect, read_only: bool) -> None:
        self._path = path
        self._clock = clock
        self._connect = connect
        self._read_only = read_only
        self._turn = threading.Lock()
        self._db: sqlite3.Connection | None = None
        self._known: dict[str, End] = {}
        self._last = 0
        self._seen = -1

    def open(self) -> None:
        """Open the file for writing, and make it a journal if it is empty."""
        self._db = self._opened()

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            if self._db is not None:
                self._db.close()
            self._db = None

    def append(self, batch: Sequence[ToStream], command_id: str | None) -> Appended:
        """Record a batch in one transaction."""
        with self as db:
            self._forget_if_others_wrote(db)
            answer, ends = self._record(db, batch, command_id)
            db.execute("COMMIT")
            self._known.update(ends)
            self._last = answer.last
        return answer

    def _forget_if_others_wrote(self, db: sqlite3.Connection) -> None:
        """What was known of the streams holds until another connection has committed something."""
        seen = db.execute("PRAGMA data_version").fetchone()[0]
        if seen != self._seen or len(self._known) > _MOST_KNOWN:
            self._known.clear()
            self._last = db.execute("SELECT max(position) FROM events").fetchone()[0] or 0
            self._seen = seen

    def _record(
        self, db: sqlite3.Connection, batch: Sequence[ToStream], command_id: str | None
    ) -> tuple[Appended, dict[str, End]]:
        position = self._last
        recorded = self._clock()
        rows = []
        ends = {}
        for part in batch:
            stream = part.stream
            number, version, previous = self._known.get(stream) or _end_of(db, stream)
            if part.expected is not None and part.expected != version:
                _raise_if_repeated(db, command_id)
                raise VersionConflict(stream, part.expected, version)
            name = stream.encode()
            for event in part.events:
                position += 1
                version += 1
                kind, schema, data = event.kind, event.schema, event.data
                label = label_of(name, kind, schema, recorded)
                previous = link(previous, position, version, label, data_hash(data))
                rows.append((position, number, version, kind, schema, recorded, data, previous))
            ends[stream] = (number, version, previous)
        versions = {stream: end[1] for stream, end in ends.items()}
        first = self._last + 1
        try:
            db.execute(
                "INSERT INTO commands VALUES (?, ?, ?, ?)",
                (command_id or first, first, position, _ENCODE.encode(versions)),
            )
        except sqlite3.IntegrityError:
            _raise_if_repeated(db, command_id)
            raise
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        return Appended(first, position, versions), ends

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, and the one before it in case the newest cannot be used."""
        stream = snapshot.stream
        with self as db:
            db.execute(
                "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)",
                (stream, snapshot.version, snapshot.schema, snapshot.data),
            )
            db.execute(
                "DELETE FROM snapshots WHERE stream = ?1 AND version NOT IN"
                " (SELECT version FROM snapshots WHERE stream = ?1 ORDER BY version DESC LIMIT 2)",
                (stream,),
            )
            db.execute("COMMIT")

    def forget(self, position: int) -> None:
        """Drop the events up to a position and keep anchors, in one transaction."""
        with self as db:
            db.execute(
                "INSERT OR REPLACE INTO anchors SELECT s.name, e.version, e.position, e.hash"
                " FROM (SELECT stream, max(version) AS version FROM events WHERE position <= ?"
                " GROUP BY stream) AS l"
                " JOIN events e ON e.stream = l.stream AND e.version = l.version"
                " JOIN streams s ON s.id = e.stream",
                (position,),
            )
            db.execute("UPDATE archived SET position = max(position, ?)", (position,))
            db.execute("DELETE FROM events WHERE position <= ?", (position,))
            db.execute("COMMIT")

    def __enter__(self) -> sqlite3.Connection:
        if self._read_only:
            raise read_only_error(self._path)
        self._turn.acquire()
        try:
            db = self._db = self._db or self._opened()
            _begin(db)
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return db

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind in (VersionConflict, Repeated) and self._db is not None:
                self._db.execute("ROLLBACK")
            elif kind is not None:
                self._drop()
                if isinstance(error, sqlite3.Error):
                    raise as_journal_error(error, self._path, writing=True) from error
        except sqlite3.Error:
            self._drop()
        finally:
            self._turn.release()

    def _drop(self) -> None:
        """Nothing is known for sure any more; what was not committed is undone by closing."""
        db, self._db, self._seen = self._db, None, -1
        if db is not None:
            with suppress(sqlite3.Error):
                db.close()

    def _opened(self) -> sqlite3.Connection:
        db = self._connect(self._path, False)
        try:
            if not sqlite_schema.check(db, self._path):
                sqlite_schema.use_wal(db, BUSY_SECONDS)
                sqlite_schema.create(db, self._path)
            sqlite_schema.use_wal(db, BUSY_SECONDS)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA busy_timeout = 0")
            # A read-only file opens without complaint; it is refused now and not at the first bet.
            _begin(db)
            db.execute("ROLLBACK")
        except BaseException:
            db.close()
            raise
        return db


def _begin(db: sqlite3.Connection) -> None:
    """Wait for the file's one write lock, asking more often than SQLite would by itself.

    SQLite sleeps for up to a tenth of a second between its attempts, and while another process appends
    without a break, the lock is free for a small part of a millisecond at a time.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(random.uniform(0, _LONGEST_SLEEP))
        else:
            return


def _end_of(db: sqlite3.Connection, stream: str) -> End:
    """The end of a stream, which is made if need be."""
    row = db.execute("SELECT id FROM streams WHERE name = ?", (stream,)).fetchone()
    if row is None:
        added = db.execute("INSERT INTO streams VALUES (NULL, ?)", (stream,))
        assert added.lastrowid is not None
        return added.lastrowid, 0, GENESIS
    end = db.execute(sqlite_schema.HEADS + "WHERE s.id = ?", row).fetchone()
    return row[0], end[1], end[3]


def _raise_if_repeated(db: sqlite3.Connection, command_id: str | None) -> None:
    rows = db.execute(sqlite_schema.ANSWER + "WHERE id = ?", (command_id,)).fetchall()
    answer = sqlite_schema.read_answer(rows)
    if answer is not None:
        raise Repeated(answer)
