"""The writing connection of a journal in an SQLite file."""

import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import structs

from pitboss.reason import because
from pitboss.store import tree
from pitboss.store.errors import CommandIdReused, Damaged, Gone, VersionConflict, read_only_error
from pitboss.store.group_commit import MOST_IN_GROUP, GroupCommit, PendingAppend, bare
from pitboss.store.history import History, KnownAppend
from pitboss.store.journal import (
    Appended,
    AppendOutcome,
    Clock,
    CommandIdentity,
    Snapshot,
    ToStream,
    first_answer,
)
from pitboss.store.owner_only import make_owner_only
from pitboss.store.sqlite import schema as sqlite_schema
from pitboss.store.sqlite.connect import BUSY_SECONDS, Inodes, SqliteConnector, check_places, places_of
from pitboss.store.sqlite.errors import as_journal_error
from pitboss.store.tree import SPAN, WIDTH, completed_by, event_hash, folded, label_of, leaf_of, salted_hash

_MOST_KNOWN: Final = 100_000
"""Size of the cache of stream ends."""
_LONGEST_SLEEP: Final = 0.001
_MOST_ROWS: Final = MOST_IN_GROUP
"""Rows of one INSERT: one statement writes the appends of a group, so a repeated key fails all of them."""
_APPEND_COLUMNS: Final = 8
_EVENT_COLUMNS: Final = 10

End = tuple[int, int]
"""The end of a stream: its number in the file, and the version of its last event."""


class _Repeated(Exception):
    """A command of the group was recorded before; nothing was written."""

    def __init__(self, fault: sqlite3.IntegrityError) -> None:
        super().__init__()
        self.fault = fault


class Writer:
    """Writes one transaction at a time; after any error it reconnects."""

    def __init__(
        self, path: str, clock: Clock, connect: SqliteConnector, read_only: bool, history: History
    ) -> None:
        self._path = path
        self._history = history
        self.clock = clock
        self._connect = connect
        self._read_only = read_only
        self.queue = GroupCommit(path, self._record_group)
        """The queue of appends."""
        self._db: sqlite3.Connection | None = None
        self._known: dict[str, End] = {}
        self._last = 0
        self._size = 0
        """Number of appends in the journal, as far as known."""
        self._seen = -1
        self._others = 0
        self._newest = KnownAppend()
        """The last append that the current transaction has written."""
        self._places: Inodes = ()
        self._length = 0
        """Bytes of the main file, as far as known; SQLite never makes it shorter here."""
        self.gone = False
        """Whether a file was not in its place when they were last looked at."""

    def open(self) -> None:
        """Open the file for writing, and make it a journal if it is empty."""
        self._db = self._opened()

    def close(self) -> None:
        """Record the queue and close the file."""
        self.queue.close()
        with self.queue.write_lock:
            if self._db is not None:
                self._db.close()
            self._db = None

    def _record_group(self, group: list[PendingAppend]) -> list[AppendOutcome]:
        """Record a group in one transaction, in order."""
        with self._transaction() as db:
            self._newest = KnownAppend()
            self._forget_if_others_wrote(db)
            try:
                outcomes = self._record(db, group)
            except _Repeated:
                # Rare: a client retries a command. One by one, each append gets its own outcome.
                outcomes = [self._record_one(db, pending) for pending in group]
            db.execute("COMMIT")
            self.check_place()
        self._history.learn(self._newest)
        return outcomes

    def check_place(self) -> None:
        """Raise :class:`Gone` if an open file is no longer at its path, or is damaged: appends would be lost.

        A file that something shorter was copied over is damaged, whatever is appended to it.
        """
        try:
            check_places(self._path, self._places)
            self._length = self._still_as_long()
        except Gone:
            self.gone = True
            raise
        self.gone = False

    def _still_as_long(self) -> int:
        known = length = self._length
        with suppress(OSError):
            length = Path(self._path).stat().st_size
        if length < known:
            raise Gone(because("journal.overwritten", file=self._path))
        return length

    def _record_one(self, db: sqlite3.Connection, pending: PendingAppend) -> AppendOutcome:
        try:
            return self._record(db, [pending])[0]
        except _Repeated as refused:
            if answered := _answered(db, pending.command):
                return answered
            raise refused.fault from refused

    def _forget_if_others_wrote(self, db: sqlite3.Connection) -> None:
        """Clear the cache of stream ends if another connection has committed since the last transaction."""
        seen = db.execute("PRAGMA data_version").fetchone()[0]
        if seen != self._seen or len(self._known) > _MOST_KNOWN:
            self._known.clear()
            self._last = db.execute("SELECT max(position) FROM events").fetchone()[0] or 0
            self._size = db.execute("SELECT max(number) FROM appends").fetchone()[0] or 0
            self._seen = seen
            self._others += 1

    def known(self) -> tuple[int, int]:
        """How often commits of other connections were found, and the last known position."""
        return self._others, self._last

    def _record(self, db: sqlite3.Connection, group: list[PendingAppend]) -> list[AppendOutcome]:
        """One outcome per append; a conflicting append is refused before any of its rows are written.

        A group is written with few statements, because each one releases and re-acquires the GIL.
        """
        ends: dict[str, End] = {}
        outcomes: list[AppendOutcome] = []
        answers: dict[tuple[str, str], tuple[bytes, Appended]] = {}
        taken: list[tuple[PendingAppend, Appended]] = []
        last = self._last
        versions: dict[str, int] = {}
        for pending in group:
            for part in pending.batch:
                if part.stream not in ends:
                    end = ends[part.stream] = self._known.get(part.stream) or _end_of(db, part.stream)
                    versions[part.stream] = end[1]
            command = pending.command
            if command and (before := answers.get((command.sender, command.id))):
                outcomes.append(_again(command, *before))
                continue
            if conflict := _conflict(pending.batch, versions):
                answered = _answered(db, command)
                if not answered:
                    self._history.check_conflict(conflict)
                outcomes.append(answered or conflict)
                continue
            new = {p.stream: versions[p.stream] + len(p.events) for p in pending.batch if p.events}
            answer = Appended(last + 1, last + sum(len(part.events) for part in pending.batch), new)
            versions.update(new)
            last = answer.last
            if command:
                answers[command.sender, command.id] = command.digest, answer
            taken.append((pending, answer))
            outcomes.append(answer)
        self._write(db, taken, ends)
        self._known.update(ends)
        self._last = last
        return outcomes

    def _write(
        self, db: sqlite3.Connection, taken: list[tuple[PendingAppend, Appended]], ends: dict[str, End]
    ) -> None:
        """Insert the rows of appends and of their events, and advance the ends of their streams."""
        events, unnumbered, leaves = self._hashed(taken, ends)
        rows: list[object] = []
        number = self._size
        for (pending, answer), leaf in zip(taken, leaves, strict=True):
            number += 1
            rows += sqlite_schema.append_columns(number, pending.command, answer, leaf)
        try:
            _insert(db, "appends", _APPEND_COLUMNS, rows)
        except sqlite3.IntegrityError as fault:
            raise _Repeated(fault) from fault
        for _, answer in taken:
            for stream, version in answer.versions.items():
                ends[stream] = (ends[stream][0] or _made(db, stream), version)
        for place, stream in unnumbered:
            events[place] = ends[stream][0]
        _insert(db, "events", _EVENT_COLUMNS, events)
        for size in range(self._size - self._size % WIDTH + WIDTH, number + 1, WIDTH):
            _complete(db, size)
        self._size = number
        if taken:
            self._newest = KnownAppend(number, leaves[-1], taken[-1][1].last)

    def _hashed(
        self, taken: list[tuple[PendingAppend, Appended]], ends: dict[str, End]
    ) -> tuple[list[object], list[tuple[int, str]], list[bytes]]:
        """The columns of all events, which of them lack a new stream's number, and the leaves."""
        recorded = self.clock()
        salts = iter(tree.random_salts(taken[-1][1].last - self._last if taken else 0))
        position, append = self._last, self._size
        versions = {stream: end[1] for stream, end in ends.items()}
        values: list[object] = []
        unnumbered: list[tuple[int, str]] = []
        leaves: list[bytes] = []
        for pending, _ in taken:
            append += 1
            own = []
            for part in pending.batch:
                stream = part.stream
                name, number, version = stream.encode(), ends[stream][0], versions[stream]
                for event, salt in zip(part.events, salts, strict=False):
                    position += 1
                    version += 1
                    kind, schema, data = event.kind, event.schema, event.data
                    label = label_of(name, kind, schema, recorded)
                    value = event_hash(position, version, label, salted_hash(salt, data))
                    own.append(value)
                    if not number:
                        unnumbered.append((len(values) + 2, stream))
                    values += (
                        position, append, number, version, kind, schema, recorded, salt, data, value
                    )  # fmt: skip
                versions[stream] = version
            leaves.append(leaf_of(own))
        return values, unnumbered, leaves

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Store a snapshot; the one before it is kept in case the newest cannot be used."""
        stream = snapshot.stream
        with self.queue.write_lock, self._transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?, ?)", structs.astuple(snapshot)
            )
            db.execute(
                "DELETE FROM snapshots WHERE stream = ?1 AND version NOT IN"
                " (SELECT version FROM snapshots WHERE stream = ?1 ORDER BY version DESC LIMIT 2)",
                (stream,),
            )
            db.execute("COMMIT")

    def forget(self, position: int) -> None:
        """Drop the events up to a position and keep anchors, in one transaction."""
        with self.queue.write_lock, self._transaction() as db:
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

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction, to be used under the write lock; an exception rolls it back."""
        try:
            if self._read_only:
                raise read_only_error(self._path)
            if self._db is None:
                # Never begin a new file at the path of one that was removed.
                self.check_place()
                self._db = self._opened()
            db = self._db
            self._history.check()
            _begin(db)
            find_known(db, self._history)
            yield db
        except BaseException as error:
            self._drop()
            if isinstance(error, sqlite3.Error):
                raise as_journal_error(error, self._path, writing=True) from error
            raise

    def _drop(self) -> None:
        """Close the connection, which rolls back, and distrust the caches."""
        db, self._db, self._seen = self._db, None, -1
        if not self.gone:
            # Where no other connection is open, SQLite takes the files beside the main one away.
            self._places = self._places[:1]
        if db is not None:
            with suppress(sqlite3.Error):
                db.close()

    def _opened(self) -> sqlite3.Connection:
        make_owner_only(self._path)
        db = self._connect(self._path, False)
        try:
            if not sqlite_schema.check(db, self._path):
                sqlite_schema.use_wal(db, BUSY_SECONDS)
                sqlite_schema.create(db, self._path)
            sqlite_schema.use_wal(db, BUSY_SECONDS)
            db.execute("PRAGMA synchronous = FULL")
            sqlite_schema.create_indexes(db)
            db.execute("PRAGMA busy_timeout = 0")
            # A read-only file opens without an error: refuse it now and not at the first bet.
            _begin(db)
            db.execute("ROLLBACK")
        except BaseException:
            db.close()
            raise
        self._places = places_of(self._path)
        return db


def find_known(db: sqlite3.Connection, history: History) -> None:
    """Raise :class:`HistoryLost` if the file lacks the append that is known."""
    known = history.known
    found = db.execute("SELECT leaf FROM appends WHERE number = ?", (known.number,)).fetchone()
    history.compare(known, found and found[0])


def _begin(db: sqlite3.Connection) -> None:
    """Begin a transaction, retrying for the write lock more often than SQLite does.

    SQLite sleeps up to 100 ms between attempts. While another process appends without a break, the lock is
    free for a fraction of a millisecond at a time, so a waiter that sleeps so long would starve.
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


def _conflict(batch: Sequence[ToStream], versions: dict[str, int]) -> VersionConflict | None:
    """The conflict of the first stream that is not at its expected version."""
    for part in batch:
        version = versions[part.stream]
        if part.expected is not None and part.expected != version:
            return VersionConflict(part.stream, part.expected, version)
    return None


def _insert(db: sqlite3.Connection, table: str, width: int, values: list[object]) -> None:
    """Insert rows, given as one flat list, with as few statements as possible."""
    size = width * _MOST_ROWS
    for start in range(0, len(values), size):
        chunk = values[start : start + size]
        db.execute(_inserting(table, width, len(chunk) // width), chunk)


@cache
def _inserting(table: str, width: int, rows: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"INSERT INTO {table} VALUES {', '.join([row] * rows)}"


def _complete(db: sqlite3.Connection, size: int) -> None:
    """Store the nodes that are complete when the tree has this size."""
    for level, place in completed_by(size):
        if level == SPAN:
            rows = db.execute(sqlite_schema.STATEMENTS.leaves, (size - WIDTH, size)).fetchall()
        else:
            below = (level - SPAN, place * WIDTH, (place + 1) * WIDTH)
            rows = db.execute(sqlite_schema.STATEMENTS.nodes, below).fetchall()
        if len(rows) != WIDTH:
            raise Damaged(because("journal.lost_hashes", level=level))
        db.execute("INSERT INTO nodes VALUES (?, ?, ?)", (level, place, folded([row[0] for row in rows])))


def _end_of(db: sqlite3.Connection, stream: str) -> End:
    """The end of a stream; the number is 0 for a stream that does not exist yet."""
    row = db.execute("SELECT id FROM streams WHERE name = ?", (stream,)).fetchone()
    if row is None:
        return 0, 0
    end = db.execute(sqlite_schema.HEADS + "WHERE s.id = ?", row).fetchone()
    # A name without an event is not there yet either.
    return row[0], end[1] or 0


def _made(db: sqlite3.Connection, stream: str) -> int:
    """Insert a stream and return its number."""
    added = db.execute("INSERT INTO streams VALUES (NULL, ?)", (stream,))
    assert added.lastrowid is not None
    return added.lastrowid


def _answered(db: sqlite3.Connection, command: CommandIdentity | None) -> AppendOutcome | None:
    """The outcome of a retry; ``None`` if the command's key was not recorded before."""
    if command is None:
        return None
    row = db.execute(sqlite_schema.STATEMENTS.command, (command.sender, command.id)).fetchone()
    if row is None:
        return None
    digest, *answer = row
    return _again(command, digest, sqlite_schema.read_answer(*answer))


def _again(command: CommandIdentity, digest: bytes, answer: Appended) -> AppendOutcome:
    """The outcome of a retry, with the digest and the answer of the first attempt."""
    try:
        return first_answer(command, digest, answer)
    except CommandIdReused as reused:
        return bare(reused)
