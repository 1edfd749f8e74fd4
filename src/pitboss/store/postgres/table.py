"""Statements on a table outside the log in a PostgreSQL database, over connections of its own."""

from collections.abc import Callable
from typing import Any, LiteralString

from pitboss.store.closeable import Closeable
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.pool import Pool
from pitboss.store.sql_table import SqlTable


class PostgresTable(SqlTable, Closeable):
    """A table of the database at ``url``, which is without its password."""

    def __init__(self, url: str, connect: Callable[[], AppendingConnection]) -> None:
        self.url = url
        self._pool = Pool(url, connect)

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()

    def _change(self, sql: LiteralString, *values: object) -> int:
        with self._pool.use() as db, db.settled():
            changed = db.execute(placeholders(sql), values).rowcount
            if not changed:
                # An attempt before may have changed it on this disk alone: wait as for a change.
                db.execute("SELECT pg_logical_emit_message(true, 'pitboss', '')")
        return changed

    def _rows(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        with self._pool.use() as db:
            return db.cursor(binary=True).execute(placeholders(sql), values).fetchall()


def placeholders(sql: LiteralString) -> LiteralString:
    """A statement with the placeholders of this driver."""
    return sql.replace("?", "%s")
