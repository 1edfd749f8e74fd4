"""The target of a backup from another database: a new journal file, filled row by row."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pitboss.store.owner_only import make_owner_only
from pitboss.store.sqlite import schema as sqlite_schema
from pitboss.store.sqlite.errors import translated

CopyProgress = Callable[[float], None]
"""Called with the share of the work that is done."""


class Copy:
    """A new journal file that is filled row by row, in one transaction."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        db.execute("PRAGMA synchronous = FULL")
        sqlite_schema.create(db, str(path))
        db.execute("BEGIN IMMEDIATE")

    def add(self, table: str, columns: int, rows: Iterator[tuple[Any, ...]]) -> None:
        """Insert all rows of a table."""
        marks = ", ".join("?" * columns)
        self._db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def archived(self, position: int) -> None:
        """Set the position up to which events have been archived."""
        self._db.execute("UPDATE archived SET position = ?", (position,))

    def done(self) -> None:
        """Commit the copy."""
        self._db.execute("COMMIT")


@contextmanager
def new_copy(path: Path) -> Iterator[Copy]:
    """A new, owner-only journal file to fill."""
    make_owner_only(path)
    with translated(str(path)), closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield Copy(db, path)
