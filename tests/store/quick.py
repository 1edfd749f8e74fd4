"""A journal in a file that does not wait for the disk: for tests that write much and lose nothing."""

import sqlite3
from pathlib import Path
from typing import Any

from pitboss.store.journal import Clock, wall_clock
from pitboss.store.sqlite.journal import SqliteJournal


class _Hasty(sqlite3.Connection):
    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if sql == "PRAGMA synchronous = FULL":
            sql = "PRAGMA synchronous = OFF"
        return super().execute(sql, parameters)


def _connect(path: str, read_only: bool) -> sqlite3.Connection:
    return sqlite3.connect(path, factory=_Hasty, isolation_level=None, check_same_thread=False)


def quick_journal(path: Path | str, clock: Clock = wall_clock) -> SqliteJournal:
    return SqliteJournal(path, clock=clock, connect=_connect)
