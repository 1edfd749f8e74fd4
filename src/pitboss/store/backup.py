"""Hot backup: a consistent copy of a journal that is in use, verified before it is kept.

The copy is a journal in one SQLite file, whichever database the original is in: it can be audited, replayed
and served like any other. It holds the command ids too, so retries stay idempotent on a floor that continues
from the copy.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from pitboss.atomic_write import publish
from pitboss.reason import because
from pitboss.store.errors import CannotBackUp, Unreachable
from pitboss.store.open import file_of, open_journal
from pitboss.store.private import private_file
from pitboss.store.sqlite.connect import CopyProgress, connect_file
from pitboss.store.sqlite.errors import translated
from pitboss.store.verify import verify

_PAGES: Final = 2000
"""Pages of the file that are copied in one step."""


class BackedUp(Struct, frozen=True, kw_only=True):
    """A finished backup: its file and what it holds."""

    path: Path
    events: int
    last: int
    """Position of the newest event."""
    streams: int
    private: Path | None


def back_up(
    url: str, to: Path, *, private: bool = False, progress: CopyProgress = lambda done: None
) -> BackedUp:
    """Copy the journal at a URL to a new file; with ``private``, what is kept beside it as well.

    The copy gets its name when it is whole, verified and on the disk. Raises a ``JournalError``.
    """
    beside = private_file(to) if private else None
    for path in (to, *((beside,) if beside else ())):
        if path.exists():
            raise CannotBackUp(because("backup.exists", file=str(path)))
    with ExitStack() as parts:
        part = parts.enter_context(_part(to))
        private_part = parts.enter_context(_part(beside)) if beside else None
        source = file_of(url)
        if source is not None:
            _copy_files(source, part, private_part, lambda done: progress(done / 2))
        else:
            from pitboss.store.postgres.backup import copy_database

            copy_database(url, part, private_part, lambda done: progress(done / 2))
        events, last, streams = _verified(part, lambda done: progress(0.5 + done / 2))
        if beside and private_part:
            _publish(private_part, beside)
        _publish(part, to)
    return BackedUp(path=to, events=events, last=last, streams=streams, private=beside)


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    """A temporary name beside a file; whatever happens, nothing is left there."""
    part = path.with_name(f".{path.name}.part")
    try:
        _remove(part)
        yield part
    except OSError as error:
        raise Unreachable(
            because("backup.unwritten", file=str(error.filename or path), given=error.strerror)
        ) from error
    finally:
        with suppress(OSError):
            _remove(part)


def _remove(part: Path) -> None:
    for name in (part.name, f"{part.name}-wal", f"{part.name}-shm", f"{part.name}-journal"):
        part.with_name(name).unlink(missing_ok=True)


def _copy_files(source: Path, part: Path, private_part: Path | None, progress: CopyProgress) -> None:
    if not source.exists():
        raise Unreachable(because("journal.no_file", file=str(source)))
    open_journal(source, read_only=True).close()
    beside = private_file(source)
    if private_part and not beside.exists():
        raise Unreachable(because("backup.no_private", file=str(beside)))
    with _moment_of(source) as journal:
        # The private records are read a little later: a hash is stored before the event that names it.
        if private_part:
            with _moment_of(beside) as records:
                _copy_file(records, private_part, lambda done: None)
            _forget_positions(private_part)
        _copy_file(journal, part, progress)


def _forget_positions(private_part: Path) -> None:
    """Delete what private records say of the journal's end, which may be later than that of the copy."""
    with translated(str(private_part)), closing(sqlite3.connect(private_part)) as copy, copy:
        copy.execute("DELETE FROM private WHERE kind = 'kinds'")


@contextmanager
def _moment_of(path: Path) -> Iterator[sqlite3.Connection]:
    """A read transaction: the file as it is now. In WAL mode it neither blocks writers nor sees them."""
    with translated(str(path)), closing(connect_file(str(path), True)) as db:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield db


def _copy_file(db: sqlite3.Connection, to: Path, progress: CopyProgress) -> None:
    os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with translated(str(to)), closing(sqlite3.connect(to, isolation_level=None)) as copy:
        db.backup(copy, pages=_PAGES, progress=lambda _, left, of: progress(1 - left / of))
        # Without WAL, the copy is one file that can be read from a read-only medium.
        copy.execute("PRAGMA journal_mode = DELETE")


def _verified(part: Path, progress: CopyProgress) -> tuple[int, int, int]:
    """Verify every hash of the copy; return its number of events, newest position and number of streams."""
    with open_journal(part, read_only=True) as copy:
        last = copy.last_position()
        report = verify(copy, progress=lambda done: progress(done / max(last, 1)))
    if report.fault:
        raise CannotBackUp(because("backup.not_sound", why=report.fault.reason))
    return report.events, last, report.streams


def _publish(part: Path, path: Path) -> None:
    try:
        publish(part, path, mode=0o400)
    except FileExistsError:
        raise CannotBackUp(because("backup.appeared", file=str(path))) from None
