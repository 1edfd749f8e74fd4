"""Private records in the PostgreSQL database of a journal, in a table outside the log.

Training questions in the PostgreSQL database of a journal, in a table outside the log.

Statements on a table outside the log in a PostgreSQL database, over connections of its own.
"""

from collections.abc import Callable
from typing import Any, Final, LiteralString

from pitboss.store.journal import Closeable
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.connect import connect_server, opened, without_password
from pitboss.store.postgres.pool import Pool
from pitboss.store.postgres.schema import LOCK
from pitboss.store.private_rows import SqlPrivate, SqlTable, SqlTraining


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


class PostgresTraining(PostgresTable, SqlTraining):
    """Training questions over connections of their own; see :class:`~pitboss.store.training.TrainingStore`.

    To sum up many answers must not hold up those who look for a session.
    """

    def _in_one(self, *statements: tuple[LiteralString, tuple[object, ...]]) -> tuple[Any, ...] | None:
        with self._pool.use() as db, db.transaction():
            cursor = db.cursor(binary=True)
            for sql, values in statements:
                cursor.execute(placeholders(sql), values)
            return cursor.fetchone()


_CREATE: Final = f"""
SELECT {LOCK};
CREATE TABLE IF NOT EXISTS pitboss_private (
    kind text COLLATE "C" NOT NULL,
    key bytea NOT NULL,
    owner text COLLATE "C" NOT NULL,
    value bytea NOT NULL,
    expires bigint NOT NULL,
    PRIMARY KEY (kind, key));
CREATE INDEX IF NOT EXISTS pitboss_private_by_owner ON pitboss_private (kind, owner);
CREATE TABLE IF NOT EXISTS pitboss_training (
    id text COLLATE "C" PRIMARY KEY,
    account text COLLATE "C" NOT NULL,
    sheet text COLLATE "C" NOT NULL,
    situation text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    level text COLLATE "C" NOT NULL,
    shown bytea NOT NULL,
    asked bigint NOT NULL,
    answered bigint,
    correct integer NOT NULL DEFAULT 0,
    points integer NOT NULL DEFAULT 0,
    clauses bytea NOT NULL DEFAULT '',
    digest bytea NOT NULL DEFAULT '',
    marked bytea NOT NULL DEFAULT '',
    again boolean NOT NULL DEFAULT false);
CREATE INDEX IF NOT EXISTS pitboss_training_by_account ON pitboss_training (account, asked);
CREATE UNIQUE INDEX IF NOT EXISTS pitboss_training_open
    ON pitboss_training (account, sheet, situation) WHERE answered IS NULL;
"""


class PostgresPrivate(PostgresTable, SqlPrivate):
    """Private records in the database at ``url``, in the current schema."""

    table = "pitboss_private"

    def __init__(self, url: str) -> None:
        super().__init__(without_password(url), self._connect)
        self._full_url = url
        with self._pool.use() as db:
            found = db.execute(
                "SELECT to_regclass('pitboss_private'), to_regclass('pitboss_training_open')"
            ).fetchone()
            if found is None or None in found:
                with db.transaction():
                    db.execute(_CREATE)
        self.training = PostgresTraining(self.url, self._connect)

    def close(self) -> None:
        """Close the connections."""
        super().close()
        self.training.close()

    def _connect(self) -> AppendingConnection:
        return opened(self._full_url, connect_server, read_only=False)
