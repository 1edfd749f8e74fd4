"""An SQLite file: connections to it, a new one to fill row by row, and whether it is still at its path."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from pitboss.reason import because
from pitboss.store.errors import Gone
from pitboss.store.owner_only import make_owner_only
from pitboss.store.sqlite import schema as sqlite_schema
from pitboss.store.sqlite.errors import translated

SqliteConnector = Callable[[str, bool], sqlite3.Connection]
"""Opens a file, for reading and writing or, with ``True``, for reading only."""

BUSY_SECONDS: Final = 10.0


def connect_file(path: str, read_only: bool) -> sqlite3.Connection:
    """A connection without implicit transactions.

    A file on a read-only medium, such as a copy kept as evidence, is opened as immutable: SQLite could not
    make the WAL files beside it.
    """
    file = Path(path).absolute()
    uri = file.as_uri() + ("?mode=ro" if read_only else "")
    effective = os.access in os.supports_effective_ids
    writable = os.access(file.parent, os.W_OK, effective_ids=effective)
    if read_only and not writable and not Path(f"{file}-wal").exists():
        uri += "&immutable=1"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS)


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


_WAL: Final = "-wal"
_ENDINGS: Final = ("", _WAL, "-shm")
_BEGINS: Final = (b"", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The first bytes of a write-ahead log: none before the first commit, then SQLite's mark for good."""
Inode = tuple[int, int]
"""Device and inode of a file."""
Inodes = tuple[Inode | None, ...]
"""Those of a file and of the two that SQLite keeps beside it."""


def check_places(path: str, known: Inodes) -> None:
    """Raise :class:`Gone` if a file is no longer where it was opened: what is written to it would be lost.

    A write-ahead log that is deleted takes with it what was not yet copied into the main file. So does one
    that is emptied: SQLite writes on where it was, and after a crash nobody finds its beginning.
    """
    for ending, place, now in zip(_ENDINGS, known, places_of(path), strict=False):
        if place != now:
            raise Gone(because("journal.replaced", file=f"{path}{ending}"))
    if len(known) > 1 and _beginning(f"{path}{_WAL}") not in _BEGINS:
        raise Gone(because("journal.overwritten", file=f"{path}{_WAL}"))


def _beginning(path: str) -> bytes:
    try:
        with Path(path).open("rb", buffering=0) as file:
            return file.read(len(_BEGINS[1]))
    except OSError:
        return b""


def places_of(path: str) -> Inodes:
    """The places of a file and of the two that SQLite keeps beside it."""
    return tuple(map(_place_of, (f"{path}{ending}" for ending in _ENDINGS)))


def _place_of(path: str) -> Inode | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
