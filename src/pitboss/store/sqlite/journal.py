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
from typing import Final

from pitboss.reason import Reason
from pitboss.store.closeable import Closeable
from pitboss.store.errors import Archived
from pitboss.store.history import History, KnownAppend
from pitboss.store.journal import (
    INDEXED,
    Appended,
    AppendRow,
    Clock,
    CommandIdentity,
    Head,
    OnAppend,
    Recorded,
    Snapshot,
    ToStream,
    can_be_stream,
    names_of,
    wall_clock,
)
from pitboss.store.sqlite import schema as sqlite_schema
from pitboss.store.sqlite.connect import SqliteConnector, connect_file
from pitboss.store.sqlite.errors import translated
from pitboss.store.sqlite.follower import SqliteFollower
from pitboss.store.sqlite.writer import Writer, find_known
from pitboss.store.subscription import PAGE
from pitboss.store.tree import lost_node, reader

_EVENT: Final = (
    "SELECT e.position, e.append, s.name, e.version, e.kind, e.schema, e.recorded, e.salt, e.data, e.hash"
    " FROM events e JOIN streams s ON s.id = e.stream "
)
# A partial index is used only for a kind that stands in the statement itself.
_OF_KIND: Final = {
    kind: _EVENT + f"WHERE s.name = ? AND e.version > ? AND e.kind = '{kind}' ORDER BY e.version LIMIT ?"
    for kind in INDEXED
}


class SqliteJournal(Closeable):
    """A journal in the file at ``path``, which is made if there is none."""

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

    def kinds(self, after: int, until: int) -> list[tuple[str, int, int]]:
        """The kinds of the events between two positions."""
        return self._query(sqlite_schema.KINDS, (after, until))

    def fault(self) -> str:
        """The error of the newest append, as a sentence; empty if it succeeded."""
        return self._writer.queue.fault

    def check_usable(self) -> None:
        """Raise :class:`Gone` unless the open file still has its name and what is known of it."""
        self._writer.queue.check_alive()
        self._writer.check_place()
        self._query("SELECT 1", ())

    def find_command(self, command: CommandIdentity) -> Appended | None:
        """The answer of a recorded command."""
        rows = self._query(sqlite_schema.COMMAND, (command.sender, command.id))
        return sqlite_schema.read_command(rows, command)

    def append_rows(self, after: int, last: int) -> Iterator[AppendRow]:
        """The rows of the appends between two numbers, read page by page."""
        while after < last and (rows := self._query(sqlite_schema.APPENDS, (after, min(last, after + PAGE)))):
            yield from map(sqlite_schema.read_append, rows)
            after += PAGE

    def append_at(self, number: int) -> AppendRow | None:
        """The row of an append."""
        rows = self._query(sqlite_schema.APPENDS, (number - 1, number))
        return sqlite_schema.read_append(rows[0]) if rows else None

    def tree_size(self) -> int:
        """Number of appends."""
        return self._query("SELECT max(number) FROM appends", ())[0][0] or 0

    def node(self, level: int, place: int) -> bytes:
        """The hash of a complete subtree of the log's tree."""
        return self._node(level, place)

    def _kept(self, level: int, first: int, end: int) -> list[bytes]:
        """Hashes of a stored level: the leaves, or the nodes over 256 nodes below."""
        if level == 0:
            return sqlite_schema.read_hashes(self._query(sqlite_schema.LEAVES, (first, end)), first)
        return sqlite_schema.read_hashes(self._query(sqlite_schema.NODES, (level, first, end)), first)

    def _single(self, level: int, place: int) -> bytes:
        """A node that is stored by itself."""
        found = sqlite_schema.read_hashes(self._query(sqlite_schema.NODES, (level, place, place + 1)), place)
        if not found:
            raise lost_node(self.url, level, place)
        return found[0]

    def kept_nodes(self) -> Iterator[tuple[int, int, bytes]]:
        """The level, place and hash of every stored node above the leaves."""
        return iter(self._query("SELECT level, place, hash FROM nodes ORDER BY level, place", ()))

    def read_stream(self, stream: str, after: int = 0, page: int = PAGE) -> Iterator[Recorded]:
        """The events of a stream after a version, in order; pages are read lazily."""
        if not can_be_stream(stream):
            return iter(())
        anchor = self._query("SELECT version, position FROM anchors WHERE stream = ?", (stream,))
        if anchor and after < anchor[0][0]:
            raise Archived(self.url, anchor[0][1])
        return self._pages(stream, after, page)

    def _pages(self, stream: str, after: int, size: int) -> Iterator[Recorded]:
        sql = _EVENT + "WHERE s.name = ? AND e.version > ? ORDER BY e.version LIMIT ?"
        while True:
            page = self._events(sql, (stream, after, size))
            yield from page
            if len(page) < size:
                return
            after = page[-1].version

    def of_kind(self, stream: str, kind: str, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        """At most ``limit`` events of one indexed kind of a stream after a version, in order."""
        if not can_be_stream(stream):
            return []
        return self._events(_OF_KIND[kind], (stream, after, limit))

    def read_all(self, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        """At most ``limit`` events of all streams after a position, in order."""
        events = self._events(_EVENT + "WHERE e.position > ? ORDER BY e.position LIMIT ?", (after, limit))
        if not events or events[0].position != after + 1:
            archived = self.archived()
            if after < archived:
                raise Archived(self.url, archived)
        return events

    def heads(self, kind: str | None = None) -> tuple[Head, ...]:
        """The heads of all streams, or of those of one kind, in one consistent read, by name."""
        sql = sqlite_schema.HEADS + "WHERE s.name >= ? AND s.name < ? ORDER BY s.name"
        return sqlite_schema.read_heads(self._query(sql, names_of(kind)))

    def head(self, stream: str) -> Head | None:
        """The head of a stream."""
        if not can_be_stream(stream):
            return None
        rows = self._query(sqlite_schema.HEADS + "WHERE s.name = ?", (stream,))
        return next(iter(sqlite_schema.read_heads(rows)), None)

    def last_position(self) -> int:
        """The position of the newest event, or 0."""
        return self._query("SELECT max(position) FROM events", ())[0][0] or 0

    def subscribe(self, after: int = 0) -> SqliteFollower:
        """Subscribe to the events after a position, by polling for commits."""
        with translated(self.path):
            return SqliteFollower(self.path, self.read_all, self._open_reader(), after, self._writer.known)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot; the one before it is kept in case the newest cannot be used."""
        self._writer.save_snapshot(snapshot)

    def load_snapshot(self, stream: str, at_most: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream, or the newest up to a version."""
        rows = self._query(
            f"SELECT {', '.join(sqlite_schema.SNAPSHOT)} FROM snapshots WHERE stream = ?1"
            " AND (?2 IS NULL OR version <= ?2) ORDER BY version DESC LIMIT 1",
            (stream, at_most),
        )
        return sqlite_schema.read_snapshot(rows)

    def snapshot_names(self) -> tuple[tuple[str, int], ...]:
        """The stream and version of every stored snapshot."""
        rows = self._query("SELECT stream, version FROM snapshots ORDER BY stream, version", ())
        if any(tuple(map(type, row)) != (str, int) for row in rows):
            raise sqlite_schema.foreign_rows("snapshots")
        return tuple(rows)

    def storage_faults(self) -> Iterator[Reason]:
        """What SQLite's integrity check finds, and what differs from the schema that Pitboss made."""
        with translated(self.path), closing(self._open_reader()) as db:
            yield from sqlite_schema.storage_faults(db)

    def anchors(self) -> tuple[Head, ...]:
        """The heads of streams when their older events were archived, by name."""
        rows = self._query("SELECT stream, version, position, hash FROM anchors ORDER BY stream", ())
        return sqlite_schema.read_heads(rows)

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

    def _query(self, sql: str, values: tuple[object, ...]) -> list[tuple]:  # type: ignore[type-arg]
        """All rows of a short query; an open cursor would keep the WAL from being checkpointed."""
        with self._read(sql, values) as rows:
            return rows.fetchall()

    def _events(self, sql: str, values: tuple[object, ...]) -> list[Recorded]:
        with self._read(sql, values) as rows:
            return [Recorded(*row) for row in rows]

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
