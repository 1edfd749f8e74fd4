"""Translates SQLite's result codes into the journal's errors."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
        raise Damaged(f"The file {path} is damaged ({error}): restore it from a copy.") from error


def as_journal_error(error: sqlite3.Error, path: str, writing: bool = False) -> JournalError:
    """The journal's error for an SQLite error; ``writing`` if the outcome of an append is in doubt."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return NotAJournal(f"{path} is not a journal of Pitboss: it is left as it is.")
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(f"There is no room on the disk of {path}: nothing was recorded.")
    if code == sqlite3.SQLITE_CORRUPT:
        return Damaged(f"The file {path} is damaged ({error}): restore it from a copy.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Busy(f"Another process holds {path}: nothing was recorded, try again.")
    if code == sqlite3.SQLITE_CANTOPEN:
        if _readable(path):
            return ReadOnly(f"{path} or its folder is read-only: nothing can be recorded in it.")
        return Unreachable(_why_not_opened(path))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return read_only_error(path)
    if code == sqlite3.SQLITE_CONSTRAINT and "archive" in str(error):
        return ReadOnly(f"{path} is an archive: nothing can be recorded in it.")
    if writing:
        return StorageFailed(
            f"The storage of {path} failed ({error}): the append may or may not be recorded; send the "
            "command again with the same id."
        )
    return StorageFailed(f"The storage of {path} failed ({error}).")


def _readable(path: str) -> bool:
    """Whether the file can be read, so that only writing can have failed; found out by opening it."""
    try:
        with Path(path).open("rb"):
            return True
    except OSError:
        return False


def _why_not_opened(path: str) -> str:
    file = Path(path)
    try:
        if file.is_dir():
            return f"{path} is a folder, not a journal."
        if not file.parent.is_dir():
            return f"{path} cannot be opened: there is no folder {file.parent}."
        if not file.exists():
            return f"{path} does not exist and cannot be made: its folder may be read-only."
    except OSError as error:
        return f"{path} cannot be opened: {error.strerror}."
    return f"{path} cannot be opened: it may not be read or written by this user."
