"""The journal in one SQLite file: no set-up, one writer at a time, any number of readers.

``synchronous=FULL`` with write-ahead logging: a commit is on the disk before it is seen or acknowledged.
``BEGIN IMMEDIATE`` takes SQLite's one write lock first, so positions are given out in the order of the
commits, across processes as well.
"""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from pitboss.store import sqlite_schema
from pitboss.store.chain import GENESIS, event_hash
from pitboss.store.closing import Closing
from pitboss.store.errors import Archived, VersionConflict
from pitboss.store.journal import (
    Appended,
    Clock,
    Head,
    Recorded,
    Snapshot,
    ToStream,
    archived_error,
    check_batch,
    check_command_id,
    names_of,
    wall_clock,
)
from pitboss.store.sqlite_errors import translated
from pitboss.store.sqlite_follower import SqliteFollower
from pitboss.store.subscription import PAGE

Connect = Callable[[str, bool], sqlite3.Connection]
"""Opens a file, for reading and writing or, with ``True``, for reading only."""

BUSY_SECONDS: Final = 10.0
_MOST_KNOWN: Final = 100_000
"""So many ends of streams are kept in memory at most."""

_EVENT: Final = (
    "SELECT e.position, s.name, e.version, e.kind, e.schema, e.recorded, e.data, e.hash"
    " FROM events e JOIN streams s ON s.id = e.stream "
)
_HEAD: Final = "SELECT name, version, position, hash FROM streams "
_ENCODE: Final = msgspec.json.Encoder()
_DECODE: Final = msgspec.json.Decoder(Appended)


def connect_file(path: str, read_only: bool) -> sqlite3.Connection:
    """A plain connection; transactions are begun and ended by hand.

    A file on a medium that cannot be written, such as a copy kept as evidence, is read as it stands:
    SQLite could not make the small files beside it that it coordinates readers and writers with.
    """
    file = Path(path).absolute()
    uri = file.as_uri() + ("?mode=ro" if read_only else "")
    effective = os.access in os.supports_effective_ids
    writable = os.access(file.parent, os.W_OK, effective_ids=effective)
    if read_only and not writable and not Path(f"{file}-wal").exists():
        uri += "&immutable=1"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)


class SqliteJournal(Closing):
    """A journal in the file at ``path``; the file is made if there is none."""

    def __init__(
        self,
        path: Path | str,
        *,
        clock: Clock = wall_clock,
        connect: Connect = connect_file,
        read_only: bool = False,
    ) -> None:
        self.path = str(path)
        self.url = f"sqlite:///{self.path}"
        self._clock = clock
        self._connect = connect
        self._read_only = read_only
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        self._known: dict[str, tuple[int, int, bytes]] = {}
        self._last = 0
        self._seen = -1
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        try:
            with translated(self.path):
                if not read_only:
                    self._writer = self._open_writer()
                self._reader = self._open_reader()
        except BaseException:
            self.close()
            raise

    def append(self, batch: Sequence[ToStream], command_id: str | None = None) -> Appended:
        """Record a batch in one transaction; see :class:`~pitboss.store.journal.Journal`."""
        check_batch(batch)
        check_command_id(command_id)
        with self._writing:
            with self._transaction() as db:
                if command_id is not None:
                    found = db.execute("SELECT answer FROM commands WHERE id = ?", (command_id,)).fetchone()
                    if found:
                        return _DECODE.decode(found[0])
                self._forget_if_others_wrote(db)
                answer, ends = self._record(db, batch)
                if command_id is not None:
                    db.execute("INSERT INTO commands VALUES (?, ?)", (command_id, _ENCODE.encode(answer)))
            # Still under the lock: the next thread to write must know of it.
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
        self, db: sqlite3.Connection, batch: Sequence[ToStream]
    ) -> tuple[Appended, dict[str, tuple[int, int, bytes]]]:
        position = self._last
        recorded = self._clock()
        rows = []
        ends = {}
        for part in batch:
            stream = part.stream
            number, version, previous = self._known.get(stream) or self._end_of(db, stream)
            if part.expected is not None and part.expected != version:
                raise VersionConflict(stream, part.expected, version)
            for event in part.events:
                position += 1
                version += 1
                previous = event_hash(
                    previous, position, stream, version, event.kind, event.schema, recorded, event.data
                )
                rows.append(
                    (position, number, version, event.kind, event.schema, recorded, event.data, previous)
                )
            db.execute(
                "UPDATE streams SET version = ?, position = ?, hash = ? WHERE id = ?",
                (version, position, previous, number),
            )
            ends[stream] = (number, version, previous)
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        versions = {stream: end[1] for stream, end in ends.items()}
        return Appended(self._last + 1, position, versions), ends

    def _end_of(self, db: sqlite3.Connection, stream: str) -> tuple[int, int, bytes]:
        """Number, version and last hash of a stream, which is made if need be."""
        row = db.execute("SELECT id, version, hash FROM streams WHERE name = ?", (stream,)).fetchone()
        if row:
            return row[0], row[1], row[2]
        added = db.execute("INSERT INTO streams VALUES (NULL, ?, 0, 0, ?)", (stream, GENESIS))
        assert added.lastrowid is not None
        return added.lastrowid, 0, GENESIS

    def find_command(self, command_id: str) -> Appended | None:
        """The answer that a command got, if it was recorded."""
        rows = self._query("SELECT answer FROM commands WHERE id = ?", (command_id,))
        return _DECODE.decode(rows[0][0]) if rows else None

    def read_stream(self, stream: str, after: int = 0) -> Iterator[Recorded]:
        """The events of a stream after a version, in order; pages are read as they are asked for."""
        anchor = self._query("SELECT version, position FROM anchors WHERE stream = ?", (stream,))
        if anchor and after < anchor[0][0]:
            raise Archived(archived_error(self.url, anchor[0][1]), anchor[0][1])
        return self._pages(stream, after)

    def _pages(self, stream: str, after: int) -> Iterator[Recorded]:
        sql = _EVENT + "WHERE s.name = ? AND e.version > ? ORDER BY e.version LIMIT ?"
        while True:
            page = [Recorded(*row) for row in self._query(sql, (stream, after, PAGE))]
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].version

    def read_all(self, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        """At most ``limit`` events of all streams after a position, in order."""
        rows = self._query(_EVENT + "WHERE e.position > ? ORDER BY e.position LIMIT ?", (after, limit))
        if not rows or rows[0][0] != after + 1:
            archived = self.archived()
            if after < archived:
                raise Archived(archived_error(self.url, archived), archived)
        return [Recorded(*row) for row in rows]

    def heads(self, kind: str | None = None) -> tuple[Head, ...]:
        """The ends of all streams, or of those of one kind, at one moment, by name."""
        sql = _HEAD + "WHERE name >= ? AND name < ? ORDER BY name"
        return tuple(Head(*row) for row in self._query(sql, names_of(kind)))

    def head(self, stream: str) -> Head | None:
        """The end of one stream."""
        rows = self._query(_HEAD + "WHERE name = ?", (stream,))
        return Head(*rows[0]) if rows else None

    def last_position(self) -> int:
        """The position of the newest event, or 0."""
        return self._query("SELECT max(position) FROM events", ())[0][0] or 0

    def subscribe(self, after: int = 0) -> SqliteFollower:
        """Follow the journal from a position on, by polling for other connections' commits."""
        with translated(self.path):
            return SqliteFollower(self.path, self.read_all, self._open_reader(), after)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, and the one before it in case the newest cannot be used."""
        stream = snapshot.stream
        with self._writing, self._transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)",
                (stream, snapshot.version, snapshot.schema, snapshot.data),
            )
            db.execute(
                "DELETE FROM snapshots WHERE stream = ?1 AND version NOT IN"
                " (SELECT version FROM snapshots WHERE stream = ?1 ORDER BY version DESC LIMIT 2)",
                (stream,),
            )

    def load_snapshot(self, stream: str, at_most: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or the newest up to a version."""
        rows = self._query(
            "SELECT stream, version, schema, data FROM snapshots WHERE stream = ?1"
            " AND (?2 IS NULL OR version <= ?2) ORDER BY version DESC LIMIT 1",
            (stream, at_most),
        )
        return Snapshot(*rows[0]) if rows else None

    def anchors(self) -> tuple[Head, ...]:
        """Where streams stood when their older events were archived, by name."""
        return tuple(
            Head(*row)
            for row in self._query("SELECT stream, version, position, hash FROM anchors ORDER BY stream", ())
        )

    def archived(self) -> int:
        """The position up to which events have been archived, or 0."""
        return int(self._query("SELECT position FROM archived", ())[0][0])

    def forget(self, position: int) -> None:
        """Drop the events up to a position and keep anchors, in one transaction."""
        with self._writing, self._transaction() as db:
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

    def close(self) -> None:
        """Let go of the file."""
        with self._writing, self._reading:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """One write transaction; after a fault the connection is made anew, whatever state it is in."""
        with translated(self.path, writing=True):
            if self._read_only:
                raise sqlite3.OperationalError("attempt to write a readonly database")
            db = self._writer = self._writer or self._open_writer()
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
            except VersionConflict:
                db.execute("ROLLBACK")
                raise
            except BaseException:
                self._writer = None
                self._seen = -1
                with suppress(sqlite3.Error):
                    db.close()
                raise

    def _query(self, sql: str, values: tuple[object, ...]) -> list[tuple]:  # type: ignore[type-arg]
        """All rows of a short query; nothing is left open that would hold back the log's clean-up."""
        with self._reading, translated(self.path):
            db = self._reader = self._reader or self._open_reader()
            try:
                return db.execute(sql, values).fetchall()
            except BaseException:
                self._reader = None
                with suppress(sqlite3.Error):
                    db.close()
                raise

    def _open_writer(self) -> sqlite3.Connection:
        db = self._connect(self.path, False)
        try:
            if not sqlite_schema.check(db, self.path):
                sqlite_schema.use_wal(db, BUSY_SECONDS)
                sqlite_schema.create(db, self.path)
            sqlite_schema.use_wal(db, BUSY_SECONDS)
            db.execute("PRAGMA synchronous = FULL")
            # A read-only file opens without complaint; it is refused now and not at the first bet.
            db.execute("BEGIN IMMEDIATE")
            db.execute("ROLLBACK")
        except BaseException:
            db.close()
            raise
        return db

    def _open_reader(self) -> sqlite3.Connection:
        db = self._connect(self.path, True)
        try:
            if not sqlite_schema.check(db, self.path):
                sqlite_schema.refuse_empty(self.path)
        except BaseException:
            db.close()
            raise
        return db
