"""The schema of a journal in an SQLite file, and the conversion of its rows."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from pitboss.reason import Reason, because
from pitboss.store.codec import UNREADABLE
from pitboss.store.errors import Damaged, NotAJournal, version_error
from pitboss.store.journal import (
    INDEXED,
    Appended,
    AppendRow,
    CommandIdentity,
)
from pitboss.store.reading import Statements
from pitboss.store.tree import without_gap

APPLICATION: Final = 0x50495442
"""``PITB`` in the file's header marks a journal."""
VERSION: Final = 6
"""Schema version of the tables. A journal of another version is not opened."""

INDEXES: Final = tuple(
    f"CREATE INDEX events_{kind} ON events (stream, version) WHERE kind = '{kind}'" for kind in INDEXED
)
"""The events of one kind, by stream. A journal from before them gets them when it is opened for writing."""
_TABLES: Final = (
    "CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    """CREATE TABLE events (
        position INTEGER PRIMARY KEY,
        append INTEGER NOT NULL,
        stream INTEGER NOT NULL,
        version INTEGER NOT NULL,
        kind TEXT NOT NULL,
        schema INTEGER NOT NULL,
        recorded INTEGER NOT NULL,
        salt BLOB NOT NULL,
        data BLOB NOT NULL,
        hash BLOB NOT NULL)""",
    "CREATE UNIQUE INDEX events_by_stream ON events (stream, version)",
    # Every append has its row; one that records no command has no sender, id and digest.
    """CREATE TABLE appends (
        number INTEGER PRIMARY KEY,
        sender TEXT,
        id TEXT,
        digest BLOB,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        versions BLOB NOT NULL,
        leaf BLOB NOT NULL)""",
    "CREATE UNIQUE INDEX appends_by_command ON appends (sender, id) WHERE sender IS NOT NULL",
    # Of every 256 leaves, of every 256 of those, and so on; in an archive, what its first append follows.
    """CREATE TABLE nodes (
        level INTEGER NOT NULL,
        place INTEGER NOT NULL,
        hash BLOB NOT NULL,
        PRIMARY KEY (level, place)) WITHOUT ROWID""",
    """CREATE TABLE snapshots (
        stream TEXT NOT NULL,
        version INTEGER NOT NULL,
        schema INTEGER NOT NULL,
        data BLOB NOT NULL,
        position INTEGER NOT NULL,
        hash BLOB NOT NULL,
        seal BLOB NOT NULL,
        PRIMARY KEY (stream, version))""",
    """CREATE TABLE anchors (
        stream TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        position INTEGER NOT NULL,
        hash BLOB NOT NULL)""",
    "CREATE TABLE archived (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL)",
    "INSERT INTO archived VALUES (1, 0)",
    """CREATE TRIGGER events_stay BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'a recorded event is never changed'); END""",
    """CREATE TRIGGER events_go_only_to_archives BEFORE DELETE ON events
        WHEN OLD.position > (SELECT position FROM archived)
        BEGIN SELECT RAISE(ABORT, 'a recorded event is never deleted'); END""",
    *INDEXES,
)

HEADS: Final = """
    SELECT s.name, coalesce(e.version, a.version), coalesce(e.position, a.position), coalesce(e.hash, a.hash)
    FROM streams s
    LEFT JOIN events e
        ON e.stream = s.id AND e.version = (SELECT max(version) FROM events WHERE stream = s.id)
    LEFT JOIN anchors a ON a.stream = s.name """
"""Stream heads: the newest event or, if all events of a stream were archived, its anchor."""

STATEMENTS: Final = Statements(prefix="", placeholder="?", answer="first, last, versions", heads=HEADS)

SEAL: Final = """CREATE TRIGGER archive_is_sealed BEFORE INSERT ON events
    BEGIN SELECT RAISE(ABORT, 'an archive takes no more events'); END"""


# A trigger that changes one day stays in this list as it was, for the files that have it.
_TRIGGERS: Final = frozenset((SEAL, *(sql for sql in _TABLES if sql.startswith("CREATE TRIGGER"))))
_RUNNING: Final = """
    SELECT type, name, sql FROM sqlite_master
    WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%'
    UNION ALL SELECT 'generated column', m.name || '.' || c.name, ''
    FROM sqlite_master m, pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND c.hidden > 1"""
"""Views, triggers, virtual tables and generated columns: code that runs when a file is read or written."""
_VERSIONS: Final = msgspec.json.Decoder(dict[str, int])
_ENCODER: Final = msgspec.json.Encoder()


def read_answer(first: Any, last: Any, versions: Any) -> Appended:
    """The answer of an append from its columns."""
    if tuple(map(type, (first, last, versions))) != (int, int, bytes):
        raise foreign_rows("appends")
    try:
        return Appended(first, last, _VERSIONS.decode(versions))
    except UNREADABLE:
        raise foreign_rows("appends") from None


def read_append(row: tuple[Any, ...]) -> AppendRow:
    """The row of an append."""
    number, sender, id_, digest, first, last, versions, leaf = row
    answer = read_answer(first, last, versions)
    named = sender is None or tuple(map(type, (sender, id_, digest))) == (str, str, bytes)
    if not named or not isinstance(leaf, bytes):
        raise foreign_rows("appends")
    return AppendRow(
        number=number, sender=sender or "", id=id_ or "", digest=digest or b"", answer=answer, leaf=leaf
    )


def read_hashes(rows: Sequence[tuple[Any, ...]], first: int) -> list[bytes]:
    """Consecutive hashes of the tree from a place on."""
    found = without_gap(rows, first)
    if not all(isinstance(value, bytes) for value in found):
        raise foreign_rows("appends", "nodes")
    return found


def storage_faults(db: sqlite3.Connection) -> Iterator[Reason]:
    """What SQLite's integrity check finds, and what differs from the schema that Pitboss made."""
    for (found,) in db.execute("PRAGMA integrity_check"):
        if found != "ok":
            yield because("storage.damaged", given=str(found))
    made = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    for statement in _TABLES:
        if statement.startswith("CREATE") and statement not in made and statement not in INDEXES:
            kind, name = statement.replace("UNIQUE ", "").split()[1:3]
            yield because("storage.not_as_made", kind=kind.lower(), name=name)
    for name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
        if sql not in _TABLES and sql != SEAL:
            yield because("storage.foreign", name=repr(name))
    if db.execute("SELECT count(*) FROM archived").fetchone() != (1,):
        yield because("storage.archived")
    count, last = db.execute("SELECT count(*), max(number) FROM appends").fetchone()
    if SEAL not in made and count < (last or 0):
        # An archive has the rows of its own appends only; a journal keeps those of archived ones too.
        yield because("storage.rows", appends=last, missing=last - count)
    for sender, id_ in db.execute("SELECT sender, id FROM appends WHERE number < 1"):
        yield because("storage.command", command=repr(id_), sender=repr(sender))
    names = "SELECT name FROM streams WHERE id NOT IN (SELECT stream FROM events)"
    for (name,) in db.execute(f"{names} AND name NOT IN (SELECT stream FROM anchors)"):
        yield because("storage.stray_stream", stream=repr(name))


def foreign_rows(*tables: str) -> Damaged:
    """The error for rows of types that Pitboss does not write: SQLite stores any type in any column."""
    return Damaged(because("journal.foreign_rows", tables=tables))


def append_row(row: AppendRow) -> tuple[object, ...]:
    """The row of an append as its columns."""
    named = CommandIdentity(sender=row.sender, id=row.id, digest=row.digest) if row.sender else None
    return append_columns(row.number, named, row.answer, row.leaf)


def append_columns(
    number: int, command: CommandIdentity | None, answer: Appended, leaf: bytes
) -> tuple[object, ...]:
    """The columns of an append, in their order."""
    named = (command.sender, command.id, command.digest) if command else (None, None, None)
    return number, *named, answer.first, answer.last, _ENCODER.encode(answer.versions), leaf


def check(connection: sqlite3.Connection, path: str) -> bool:
    """Whether the file is a journal of this version; ``False`` if it is empty and may become one."""
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if application == APPLICATION:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version != VERSION:
            raise version_error(path, version, VERSION)
        _refuse_foreign(connection, path)
        return True
    used = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if used and connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION:
        return check(connection, path)  # another process has just made it one
    if application or used:
        raise NotAJournal(because("journal.other_sqlite", file=path))
    return False


def _refuse_foreign(connection: sqlite3.Connection, path: str) -> None:
    """Refuse foreign views and triggers: they run when the file is read and could change what is read."""
    for kind, name, sql in connection.execute(_RUNNING):
        if kind != "trigger" or sql not in _TRIGGERS:
            raise NotAJournal(because("journal.foreign", file=path, kind=kind, name=name))


def refuse_empty(path: str) -> None:
    """Raise the error for an empty file that was opened for reading."""
    raise NotAJournal(because("journal.empty", file=path))


def create(connection: sqlite3.Connection, path: str) -> None:
    """Make the tables, unless another process has made them meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not check(connection, path):
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def create_indexes(connection: sqlite3.Connection) -> None:
    """Make the indexes that a journal from before them lacks: one pass over its events."""
    for statement in INDEXES:
        connection.execute(statement.replace("CREATE INDEX", "CREATE INDEX IF NOT EXISTS"))


def use_wal(connection: sqlite3.Connection, seconds: float) -> None:
    """Switch to WAL mode, retrying for some seconds: SQLite's busy timeout does not cover this lock."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
