"""Whoever has the database and no key: they change it by SQL."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any, LiteralString

import psycopg

Run = Callable[..., list[tuple[Any, ...]]]
_TABLES = ("events", "streams", "appends", "nodes", "snapshots", "anchors")


def by_sql(url: str) -> Run:
    """Runs a statement; guards are taken away before it and put back after it."""

    def run(sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        if url.startswith("sqlite"):
            with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as db:
                guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
                for name, _ in guards:
                    db.execute(f"DROP TRIGGER {name}")
                found = db.execute(sql, values).fetchall()
                for _, guard in guards:
                    db.execute(guard)
                return found
        with psycopg.connect(url, autocommit=True) as pg:
            pg.execute("ALTER TABLE pitboss_events DISABLE TRIGGER pitboss_events_stay")
            for table in _TABLES:
                sql = sql.replace(f" {table} ", f" pitboss_{table} ")
            cursor = pg.execute(sql.replace("?", "%s"), values)
            pg.execute("ALTER TABLE pitboss_events ENABLE TRIGGER pitboss_events_stay")
            return cursor.fetchall() if cursor.description else []

    return run
