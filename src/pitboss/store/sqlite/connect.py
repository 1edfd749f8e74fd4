"""Connections to a journal in an SQLite file."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

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
