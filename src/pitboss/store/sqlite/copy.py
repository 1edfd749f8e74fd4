"""A new journal file that is filled row by row: the target of a backup of another database."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pitboss.store.owner_only import make_owner_only
from pitboss.store.sqlite import schema as sqlite_schema
from pitboss.store.sqlite.errors import translated

CopyProgress = Callable[[float], None]
"""Told which share of the work is done."""


class Copy:
    """A new journal file that is filled row by row, in one transaction."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        db.execute("PRAGMA synchronous = FULL")
        sqlite_schema.create(db, str(path))
        db.execute("BEGIN IMMEDIATE")

    def add(self, table: str, columns: int, rows: Iterator[tuple[Any, ...]]) -> None:
        """All rows of a table."""
        marks = ", ".join("?" * columns)
        self._db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def archived(self, position: int) -> None:
        """Up to which position events have been archived."""
        self._db.execute("UPDATE archived SET position = ?", (position,))

    def done(self) -> None:
        """Keep it."""
        self._db.execute("COMMIT")


@contextmanager
def new_copy(path: Path) -> Iterator[Copy]:
    """A journal to be filled."""
    make_owner_only(path)
    with translated(str(path)), closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield Copy(db, path)
