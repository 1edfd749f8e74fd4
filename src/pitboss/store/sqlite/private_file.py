"""The owner-only SQLite file of private records: its tables, and a connection to it.

Private records beside an SQLite journal, in an owner-only file.

Training questions in the file of private records, over a connection of their own.
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, LiteralString

from pitboss.reason import because
from pitboss.store.errors import NotAJournal
from pitboss.store.journal import Closeable
from pitboss.store.owner_only import make_owner_only
from pitboss.store.private_rows import SqlPrivate, SqlTable, SqlTraining
from pitboss.store.sqlite.connect import BUSY_SECONDS, Inodes, check_places, connect_file, places_of
from pitboss.store.sqlite.errors import translated
from pitboss.store.sqlite.schema import use_wal

APPLICATION: Final = 0x50495450
"""``PITP`` in the file's header marks a file of private records."""

_CREATE: Final = (
    """CREATE TABLE IF NOT EXISTS private (
    kind TEXT NOT NULL,
    key BLOB NOT NULL,
    owner TEXT NOT NULL,
    value BLOB NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (kind, key)) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS private_by_owner ON private (kind, owner)",
    """CREATE TABLE IF NOT EXISTS pitboss_training (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    sheet TEXT NOT NULL,
    situation TEXT NOT NULL,
    kind TEXT NOT NULL,
    level TEXT NOT NULL,
    shown BLOB NOT NULL,
    asked INTEGER NOT NULL,
    answered INTEGER,
    correct INTEGER NOT NULL DEFAULT 0,
    points INTEGER NOT NULL DEFAULT 0,
    clauses BLOB NOT NULL DEFAULT x'',
    digest BLOB NOT NULL DEFAULT x'',
    marked BLOB NOT NULL DEFAULT x'',
    again INTEGER NOT NULL DEFAULT 0)""",
    "CREATE INDEX IF NOT EXISTS pitboss_training_by_account ON pitboss_training (account, asked)",
    """CREATE UNIQUE INDEX IF NOT EXISTS pitboss_training_open
    ON pitboss_training (account, sheet, situation) WHERE answered IS NULL""",
)


class PrivateFile(SqlTable, Closeable):
    """One connection to the file at ``path``, which is made at its first use if there is none."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None
        self._places: Inodes = ()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._db, self._places = None, self._places[:1]

    @contextmanager
    def _use(self) -> Iterator[sqlite3.Connection]:
        """The connection in autocommit mode; after an error the next call reconnects."""
        with self._lock, translated(self.path):
            check_places(self.path, self._places)
            db = self._db = self._db or self._open()
            try:
                yield db
            except BaseException:
                self._db = None
                # Where no other connection is open, SQLite takes the files beside the main one away.
                self._places = self._places[:1]
                with suppress(sqlite3.Error):
                    db.close()
                raise

    def _change(self, sql: LiteralString, *values: object) -> int:
        with self._use() as db:
            return db.execute(sql, values).rowcount

    def _rows(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        with self._use() as db:
            return db.execute(sql, values).fetchall()

    def _open(self) -> sqlite3.Connection:
        make_owner_only(self.path)
        db = connect_file(self.path, False)
        try:
            self._create(db)
            use_wal(db, BUSY_SECONDS)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA secure_delete = ON")
            # The files beside it are made by the first transaction.
            db.execute("BEGIN IMMEDIATE")
            db.execute("ROLLBACK")
        except BaseException:
            db.close()
            raise
        self._places = places_of(self.path)
        return db

    def _create(self, db: sqlite3.Connection) -> None:
        """Make the tables that are missing once, however many processes start together."""
        db.execute("BEGIN IMMEDIATE")
        found = db.execute("PRAGMA application_id").fetchone()[0]
        if found != APPLICATION and (found or db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]):
            raise NotAJournal(because("journal.not_private", file=self.path))
        for statement in _CREATE:
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute("COMMIT")


class SqliteTraining(PrivateFile, SqlTraining):
    """Training questions in the file at ``path``; see :class:`~pitboss.store.training.TrainingStore`."""

    def _in_one(self, *statements: tuple[LiteralString, tuple[object, ...]]) -> tuple[Any, ...] | None:
        with self._use() as db:
            db.execute("BEGIN IMMEDIATE")
            *_, last = [db.execute(sql, values) for sql, values in statements]
            found: tuple[Any, ...] | None = last.fetchone()
            db.execute("COMMIT")
        return found

    def fill(self, found: Iterable[tuple[Any, ...]]) -> None:
        """Take over the rows of another database, column by column."""
        with self._use() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(f"INSERT INTO pitboss_training VALUES ({', '.join('?' * 15)})", found)
            db.execute("COMMIT")


class SqlitePrivate(PrivateFile, SqlPrivate):
    """Private records in the file at ``path``, which is made if there is none."""

    table = "private"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        with self._use():
            pass
        self.training = SqliteTraining(path)

    def close(self) -> None:
        """Close the file."""
        super().close()
        self.training.close()
