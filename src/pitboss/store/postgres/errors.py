"""Translates PostgreSQL's errors into the journal's errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import errors as pg

from pitboss.reason import Reason, because
from pitboss.store.errors import (
    Busy,
    ConnectionLost,
    Damaged,
    DiskFull,
    JournalError,
    ReadOnly,
    StorageFailed,
    Unreachable,
    VersionConflict,
)
from pitboss.store.postgres.schema import CONFLICT, ONCE

_LOST = (
    pg.AdminShutdown,
    pg.CrashShutdown,
    pg.CannotConnectNow,
    pg.IdleSessionTimeout,
    pg.ConnectionException,
    pg.ConnectionFailure,
)


class Repeated(JournalError):
    """The command was recorded before; nothing was recorded now."""


@contextmanager
def translated(where: str, writing: bool = False) -> Iterator[None]:
    """Raise PostgreSQL's errors as a :class:`JournalError`."""
    try:
        yield
    except psycopg.Error as error:
        raise _translate(error, where, writing) from error
    except UnicodeDecodeError as error:
        raise Damaged(because("database.damaged", database=where, given=str(error))) from error


HIDDEN: Final = "postgresql://…"
"""Shown for a URL that cannot be parsed: its password could be anywhere in it."""


def unreachable(where: str, error: psycopg.Error) -> Unreachable:
    """The error for a server that cannot be connected to."""
    if where == HIDDEN:
        # The driver's message would quote the URL, and its password with it.
        return Unreachable(because("database.url"))
    given = " ".join(str(error).split()) or "none"
    return Unreachable(because("database.unreachable", database=where, given=given))


def _translate(error: psycopg.Error, where: str, writing: bool) -> JournalError:
    if error.sqlstate == CONFLICT:
        stream, expected, actual = (error.diag.message_detail or "").split(" ")
        return VersionConflict(stream, int(expected), int(actual))
    if isinstance(error, pg.UniqueViolation) and error.diag.constraint_name == ONCE:
        return Repeated(because("database.repeated", database=where))
    if isinstance(error, pg.DiskFull):
        return DiskFull(because("journal.disk_full", journal=where))
    if isinstance(error, pg.ReadOnlySqlTransaction | pg.InsufficientPrivilege):
        return ReadOnly(_given("database.read_only", where, error))
    if isinstance(error, pg.LockNotAvailable | pg.QueryCanceled | pg.TooManyConnections):
        return Busy(_given("database.slow", where, error))
    if isinstance(error, pg.DataCorrupted | pg.IndexCorrupted):
        return Damaged(_given("database.damaged", where, error))
    if isinstance(error, _LOST) or error.sqlstate is None:
        return ConnectionLost(_given("database.lost_in_append" if writing else "database.lost", where, error))
    return StorageFailed(_given("database.failed", where, error))


def _given(code: str, where: str, error: psycopg.Error) -> Reason:
    return because(code, database=where, given=_first_line(error))


def _first_line(error: psycopg.Error) -> str | Reason:
    lines = str(error).strip().splitlines()
    if lines == ["wait timeout expired"]:
        # The driver's own words, when a call was given up.
        return because("database.no_answer_in_time")
    return lines[0] if lines else type(error).__name__
