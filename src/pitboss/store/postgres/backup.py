"""Backup of a PostgreSQL journal to an SQLite file, read in one repeatable-read transaction."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, LiteralString

import psycopg

from pitboss.reason import because
from pitboss.store.errors import HistoryLost
from pitboss.store.open import open_journal
from pitboss.store.postgres import schema as postgres_schema
from pitboss.store.postgres.append import read_append
from pitboss.store.postgres.connect import connect_server, opened, without_password
from pitboss.store.postgres.errors import translated
from pitboss.store.private import Private
from pitboss.store.private_rows import COLUMNS
from pitboss.store.sqlite import schema as sqlite_schema
from pitboss.store.sqlite.connect import Copy, CopyProgress, new_copy
from pitboss.store.sqlite.private_file import SqlitePrivate

_ROWS: Final = 5000
_EVENTS: Final = (
    "SELECT position, append, stream, version, kind, schema, recorded, salt, data, hash FROM pitboss_events"
    " ORDER BY position"
)
_PLAIN: Final[tuple[tuple[str, LiteralString, int], ...]] = (
    ("streams", "SELECT id, name FROM pitboss_streams", 2),
    (
        "snapshots",
        "SELECT stream, version, schema, data, position, hash, seal FROM pitboss_snapshots",
        7,
    ),
    ("nodes", "SELECT level, place, hash FROM pitboss_nodes", 3),
    ("anchors", "SELECT stream, version, position, hash FROM pitboss_anchors", 4),
)


def copy_database(url: str, part: Path, private_part: Path | None, progress: CopyProgress) -> None:
    """Copy a journal, and its private records if ``private_part`` is given, to new files."""
    where = without_password(url)
    with translated(where), closing(opened(url, connect_server, True)) as db:
        db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        with db.transaction():
            postgres_schema.check(db, where)
            with new_copy(part) as copy:
                _fill(db, copy, progress)
            if private_part:
                _copy_private(db, private_part)
    # The server may not have synced what was read; reading again waits for that, so that the copy never
    # holds an event that a power cut or a failover takes from the server.
    with open_journal(url, read_only=True) as journal, open_journal(part, read_only=True) as copied:
        size = copied.tree_size()
        if journal.append_at(size) != copied.append_at(size):
            raise HistoryLost(
                because("journal.lost", journal=where, what=because("lost.append", append=size))
            )


def _fill(db: psycopg.Connection[Any], copy: Copy, progress: CopyProgress) -> None:
    last, archived = _one(db, "SELECT (SELECT max(position) FROM pitboss_events), archived FROM pitboss_meta")
    copy.archived(archived)
    for table, sql, columns in _PLAIN:
        copy.add(table, columns, _rows(db, sql))

    def events() -> Iterator[tuple[Any, ...]]:
        for row in _rows(db, _EVENTS):
            if row[0] % 1000 == 0:
                progress(row[0] / last)
            yield row

    copy.add("events", 10, events())
    appends = _rows(db, "SELECT number, sender, id, digest, streams, answer, leaf FROM pitboss_appends")
    copy.add("appends", 8, (sqlite_schema.append_row(read_append(row)) for row in appends))
    copy.done()


def _copy_private(db: psycopg.Connection[Any], part: Path) -> None:
    with SqlitePrivate(part) as store:
        if _one(db, "SELECT to_regclass('pitboss_private') IS NOT NULL")[0]:
            for kind, *record in _rows(db, "SELECT kind, key, owner, value, expires FROM pitboss_private"):
                store.add(kind, Private(*record))
        if _one(db, "SELECT to_regclass('pitboss_training') IS NOT NULL")[0]:
            store.training.fill(_rows(db, f"SELECT {COLUMNS} FROM pitboss_training"))


def _rows(db: psycopg.Connection[Any], sql: LiteralString) -> Iterator[tuple[Any, ...]]:
    """The rows of a query through a server-side cursor, so that memory does not grow with the journal."""
    with db.cursor("pitboss_backup", binary=True) as cursor:
        cursor.itersize = _ROWS
        cursor.execute(sql)
        yield from cursor


def _one(db: psycopg.Connection[Any], sql: LiteralString) -> tuple[Any, ...]:
    row = db.execute(sql).fetchone()
    assert row is not None
    found: tuple[Any, ...] = row
    return found
