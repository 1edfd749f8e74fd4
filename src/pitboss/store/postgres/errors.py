"""Translates PostgreSQL's errors into the journal's errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import errors as pg

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
        raise Damaged(f"The database {where} is damaged ({error}): restore it from a copy.") from error


HIDDEN: Final = "postgresql://…"
"""Shown for a URL that cannot be parsed: its password could be anywhere in it."""


def unreachable(where: str, error: psycopg.Error) -> Unreachable:
    """The error for a server that cannot be connected to."""
    if where == HIDDEN:
        # The driver's message would quote the URL, and its password with it.
        message = (
            "The URL of the database cannot be read: write it as postgresql://user:password@host/database"
        )
        return Unreachable(f"{message}, with special characters as %25 and the like.")
    reason = " ".join(str(error).split()) or "no answer"
    return Unreachable(f"The database {where} cannot be reached: {reason}")


def _translate(error: psycopg.Error, where: str, writing: bool) -> JournalError:
    if error.sqlstate == CONFLICT:
        stream, expected, actual = (error.diag.message_detail or "").split(" ")
        return VersionConflict(stream, int(expected), int(actual))
    if isinstance(error, pg.UniqueViolation) and error.diag.constraint_name == ONCE:
        return Repeated(f"The command has been recorded in {where} before.")
    if isinstance(error, pg.DiskFull):
        return DiskFull(f"There is no room on the disk of {where}: nothing was recorded.")
    if isinstance(error, pg.ReadOnlySqlTransaction | pg.InsufficientPrivilege):
        return ReadOnly(f"{where} may not be written by this user: {_first_line(error)}.")
    if isinstance(error, pg.LockNotAvailable | pg.QueryCanceled | pg.TooManyConnections):
        return Busy(f"{where} did not answer in time ({_first_line(error)}): try again.")
    if isinstance(error, pg.DataCorrupted | pg.IndexCorrupted):
        return Damaged(f"The database {where} is damaged ({_first_line(error)}): restore it from a copy.")
    if isinstance(error, _LOST) or error.sqlstate is None:
        if writing:
            return ConnectionLost(
                f"The connection to {where} broke ({_first_line(error)}): the append may or may not be "
                "recorded; send the command again with the same id."
            )
        return ConnectionLost(f"The connection to {where} broke ({_first_line(error)}): try again.")
    return StorageFailed(f"{where} failed ({_first_line(error)}).")


def _first_line(error: psycopg.Error) -> str:
    lines = str(error).strip().splitlines()
    if lines == ["wait timeout expired"]:
        # The driver's own words, when a call was given up.
        return "no answer in time; while a synchronous standby is gone, commits wait for it"
    return lines[0] if lines else type(error).__name__
