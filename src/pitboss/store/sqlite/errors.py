"""Translates SQLite's result codes into the journal's errors."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.reason import Reason, because
from pitboss.store.errors import (
    Busy,
    Damaged,
    DiskFull,
    JournalError,
    NotAJournal,
    ReadOnly,
    StorageFailed,
    Unreachable,
    read_only_error,
)


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Raise SQLite's errors as a :class:`JournalError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise as_journal_error(error, path) from error
    except UnicodeDecodeError as error:
        raise _damaged(path, error) from error


def as_journal_error(error: sqlite3.Error, path: str, writing: bool = False) -> JournalError:
    """The journal's error for an SQLite error; ``writing`` if the outcome of an append is in doubt."""
    number = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if number == sqlite3.SQLITE_NOTADB:
        return NotAJournal(because("journal.not_one", file=path))
    if number == sqlite3.SQLITE_FULL:
        return DiskFull(because("journal.disk_full", journal=path))
    if number == sqlite3.SQLITE_CORRUPT:
        return _damaged(path, error)
    if number in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Busy(because("journal.locked", file=path))
    if number == sqlite3.SQLITE_CANTOPEN:
        if _readable(path):
            return ReadOnly(because("journal.folder_read_only", file=path))
        return Unreachable(_why_not_opened(path))
    if number in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return read_only_error(path)
    if number == sqlite3.SQLITE_CONSTRAINT and "archive" in str(error):
        return ReadOnly(because("journal.is_archive", file=path))
    code = "journal.failed_in_append" if writing else "journal.failed"
    return StorageFailed(because(code, journal=path, given=str(error)))


def _damaged(path: str, error: Exception) -> Damaged:
    return Damaged(because("journal.damaged", file=path, given=str(error)))


def _readable(path: str) -> bool:
    """Whether the file can be read, so that only writing can have failed; found out by opening it."""
    try:
        with Path(path).open("rb"):
            return True
    except OSError:
        return False


def _why_not_opened(path: str) -> Reason:
    file = Path(path)
    try:
        if file.is_dir():
            return because("journal.is_folder", file=path)
        if not file.parent.is_dir():
            return because("journal.no_folder", file=path, folder=str(file.parent))
        if not file.exists():
            return because("journal.unmade", file=path)
    except OSError as error:
        return because("journal.unopened", file=path, given=error.strerror)
    return because("journal.not_yours", file=path)
