"""Translates PostgreSQL's errors into the journal's errors.

Faults of a PostgreSQL journal's database: a changed schema, damaged indexes, missing rows.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, LiteralString

import psycopg
from psycopg import errors as pg
from psycopg import sql

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
from pitboss.store.postgres.schema import CONFLICT, CREATE_ROUTINES, ONCE, TABLES

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


_TABLES: Final = re.findall(r"CREATE TABLE IF NOT EXISTS (\w+)", TABLES)
_BODIES: Final = dict(
    re.findall(
        r"CREATE OR REPLACE (?:FUNCTION|PROCEDURE) (\w+)\(.*?AS \$\$(.*?)\$\$",
        TABLES + CREATE_ROUTINES,
        re.DOTALL,
    )
)
_OWN: Final = "n.oid = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('pitboss_meta'))"
_ROUTINES: Final[LiteralString] = (
    "SELECT p.proname, p.prosrc FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE " + _OWN
)
_TRIGGERS: Final[LiteralString] = (
    "SELECT c.relname, t.tgname, t.tgenabled::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
    " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal AND " + _OWN
)
_CHANGED: Final[LiteralString] = (
    "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE " + _OWN + ""
    " AND c.relname = ANY (%s) AND (c.relkind <> 'r' OR c.relrowsecurity"
    " OR EXISTS (SELECT FROM pg_rewrite w WHERE w.ev_class = c.oid))"
)
_INDEXES: Final[LiteralString] = (
    "SELECT i.indexrelid::regclass::text, t.relname, i.indisvalid,"
    " (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a"
    " WHERE a.attrelid = i.indexrelid), coalesce(pg_get_expr(i.indpred, i.indrelid), 'true')"
    " FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid"
    " JOIN pg_namespace n ON n.oid = t.relnamespace WHERE " + _OWN + " AND t.relname = ANY (%s)"
)
_STRAY: Final = """
    SELECT name FROM pitboss_streams s
    WHERE NOT EXISTS (SELECT FROM pitboss_events e WHERE e.stream = s.id)
    AND NOT EXISTS (SELECT FROM pitboss_anchors a WHERE a.stream = s.name) ORDER BY name"""
_TRIGGER: Final = ("pitboss_events", "pitboss_events_stay", "O")
_SCANS: Final = ("seqscan", "indexscan", "indexonlyscan", "bitmapscan")


def storage_faults(db: psycopg.Connection[Any]) -> Iterator[Reason]:
    """The faults of a journal's database, in words."""
    yield from _foreign(db)
    yield from _indexes(db)
    for (name,) in db.execute(_STRAY).fetchall():
        yield because("storage.stray_stream", stream=repr(name))
    row = db.execute("SELECT max(number), max(number) - count(*) FROM pitboss_appends").fetchone()
    if row and row[1] is not None and row[1] > 0:
        yield because("storage.rows", appends=row[0], missing=row[1])
    for sender, id_ in db.execute("SELECT sender, id FROM pitboss_appends WHERE number < 1").fetchall():
        yield because("storage.command", command=repr(id_), sender=repr(sender))


def _foreign(db: psycopg.Connection[Any]) -> Iterator[Reason]:
    """Foreign triggers, routines, rules and views, which could change what is written or read."""
    triggers = {tuple(row) for row in db.execute(_TRIGGERS).fetchall()}
    if _TRIGGER not in triggers:
        yield because("storage.no_trigger")
    for table, name, _ in sorted(triggers - {_TRIGGER}):
        yield because("storage.trigger", table=table, name=name)
    found = dict(db.execute(_ROUTINES).fetchall())
    for name, body in _BODIES.items():
        if found.get(name) != body:
            yield because("storage.routine", name=name)
    for (table,) in db.execute(_CHANGED, (_TABLES,)).fetchall():
        yield because("storage.view", table=table)


def _indexes(db: psycopg.Connection[Any]) -> Iterator[Reason]:
    """Damaged indexes.

    Where the extension amcheck is installed, it checks every page. Without it, each table is read by a
    sequential scan and by each index, and both must return the same rows.
    """
    amcheck = db.execute("SELECT to_regproc('bt_index_check') IS NOT NULL").fetchone() == (True,)
    for index, table, valid, columns, rows in db.execute(_INDEXES, (_TABLES,)).fetchall():
        if not valid:
            yield because("storage.invalid_index", index=index)
        elif amcheck:
            try:
                with db.transaction():
                    db.execute("SELECT bt_index_check(%s::regclass, true)", (index,))
            except psycopg.errors.IndexCorrupted as fault:
                yield because("storage.index", index=index, given=str(fault.diag.message_primary))
        else:
            read = sql.SQL("SELECT {columns} FROM {table} WHERE {rows} ORDER BY {columns}").format(
                columns=sql.SQL(columns), table=sql.Identifier(table), rows=sql.SQL(rows)
            )
            by_row, by_index = _sum(db, read, "seqscan"), _sum(db, read, "indexscan")
            if by_row != by_index:
                yield because("storage.index_rows", index=index, table=table)


def _sum(db: psycopg.Connection[Any], read: sql.Composed, scan: str) -> tuple[Any, ...] | None:
    """Number of the rows of a query and a checksum over them, read by one kind of scan."""
    with db.transaction():
        for each in _SCANS:
            switch = "on" if each == scan else "off"
            db.execute(sql.SQL("SET LOCAL {} = {}").format(sql.Identifier(f"enable_{each}"), sql.SQL(switch)))
        return db.execute(
            sql.SQL(
                "SELECT count(*), coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) FROM ({}) r"
            ).format(read)
        ).fetchone()
