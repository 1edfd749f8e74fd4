"""Private records beside an SQLite journal, in an owner-only file."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from pitboss.store.closeable import Closeable
from pitboss.store.errors import NotAJournal
from pitboss.store.owner_only import make_owner_only
from pitboss.store.private import Private, PrivateKind
from pitboss.store.sqlite.connect import BUSY_SECONDS, connect_file
from pitboss.store.sqlite.errors import translated
from pitboss.store.sqlite.schema import use_wal

APPLICATION: Final = 0x50495450
"""``PITP`` in the file's header marks a file of private records."""

_CREATE: Final = """CREATE TABLE private (
    kind TEXT NOT NULL,
    key BLOB NOT NULL,
    owner TEXT NOT NULL,
    value BLOB NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (kind, key)) WITHOUT ROWID"""
_BY_OWNER: Final = "CREATE INDEX private_by_owner ON private (kind, owner)"
_ROW: Final = "SELECT key, owner, value, expires FROM private "


class SqlitePrivate(Closeable):
    """Private records in the file at ``path``, which is made if there is none."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None
        with self._use():
            pass

    def add(self, kind: PrivateKind, record: Private) -> None:
        """Store a record; see :class:`~pitboss.store.private.PrivateStore`."""
        with self._use() as db:
            values = (kind, record.key, record.owner, record.value, record.expires)
            db.execute("INSERT OR REPLACE INTO private VALUES (?, ?, ?, ?, ?)", values)

    def get(self, kind: PrivateKind, key: bytes) -> Private | None:
        """The record with a key."""
        with self._use() as db:
            row = db.execute(_ROW + "WHERE kind = ? AND key = ?", (kind, key)).fetchone()
        return Private(*row) if row else None

    def extend(self, kind: PrivateKind, key: bytes, expires: int) -> None:
        """Change when a record expires."""
        with self._use() as db:
            db.execute("UPDATE private SET expires = ? WHERE kind = ? AND key = ?", (expires, kind, key))

    def erase(self, kind: PrivateKind, key: bytes) -> None:
        """Erase a record if it exists."""
        with self._use() as db:
            db.execute("DELETE FROM private WHERE kind = ? AND key = ?", (kind, key))

    def erase_owned(self, kind: PrivateKind, owner: str) -> None:
        """Erase all records of an owner."""
        with self._use() as db:
            db.execute("DELETE FROM private WHERE kind = ? AND owner = ?", (kind, owner))

    def owned(self, kind: PrivateKind, owner: str) -> list[Private]:
        """All records of an owner, by expiry."""
        with self._use() as db:
            found = db.execute(_ROW + "WHERE kind = ? AND owner = ? ORDER BY expires, key", (kind, owner))
            return [Private(*row) for row in found]

    def sweep(self, kind: PrivateKind, now: int) -> None:
        """Erase expired records."""
        with self._use() as db:
            db.execute("DELETE FROM private WHERE kind = ? AND expires <= ?", (kind, now))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._db = None

    @contextmanager
    def _use(self) -> Iterator[sqlite3.Connection]:
        """The connection in autocommit mode; after an error the next call reconnects."""
        with self._lock, translated(self.path):
            db = self._db = self._db or self._open()
            try:
                yield db
            except BaseException:
                self._db = None
                with suppress(sqlite3.Error):
                    db.close()
                raise

    def _open(self) -> sqlite3.Connection:
        make_owner_only(self.path)
        db = connect_file(self.path, False)
        try:
            self._create(db)
            use_wal(db, BUSY_SECONDS)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA secure_delete = ON")
        except BaseException:
            db.close()
            raise
        return db

    def _create(self, db: sqlite3.Connection) -> None:
        """Make the table once, however many processes start together."""
        db.execute("BEGIN IMMEDIATE")
        found = db.execute("PRAGMA application_id").fetchone()[0]
        if found != APPLICATION:
            if found or db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                message = f"{self.path} is an SQLite file, but not the private records of a journal"
                raise NotAJournal(f"{message}: it is left as it is.")
            db.execute(_CREATE)
            db.execute(_BY_OWNER)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute("COMMIT")
