"""Private records in the PostgreSQL database of a journal, in a table outside the log."""

from typing import Final, LiteralString

import psycopg

from pitboss.store.closeable import Closeable
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.connect import connect_server, without_password
from pitboss.store.postgres.errors import unreachable
from pitboss.store.postgres.pool import Pool
from pitboss.store.postgres.schema import LOCK
from pitboss.store.postgres.training import PostgresTraining
from pitboss.store.private import Private, PrivateKind

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
_ROW: Final = "SELECT key, owner, value, expires FROM pitboss_private "


class PostgresPrivate(Closeable):
    """Private records in the database at ``url``, in the current schema."""

    def __init__(self, url: str) -> None:
        self.url = without_password(url)
        self._full_url = url
        self._pool = Pool(self.url, self._connect)
        with self._pool.use() as db:
            found = db.execute(
                "SELECT to_regclass('pitboss_private'), to_regclass('pitboss_training_open')"
            ).fetchone()
            if found is None or None in found:
                with db.transaction():
                    db.execute(_CREATE)
        self.training = PostgresTraining(self.url, self._connect)

    def add(self, kind: PrivateKind, record: Private) -> None:
        """Store a record; see :class:`~pitboss.store.private.PrivateStore`."""
        with self._pool.use() as db:
            db.execute(
                "INSERT INTO pitboss_private VALUES (%s, %s, %s, %s, %s) ON CONFLICT (kind, key) DO UPDATE"
                " SET owner = excluded.owner, value = excluded.value, expires = excluded.expires",
                (kind, record.key, record.owner, record.value, record.expires),
            )

    def get(self, kind: PrivateKind, key: bytes) -> Private | None:
        """The record with a key."""
        found = self._rows(_ROW + "WHERE kind = %s AND key = %s", kind, key)
        return found[0] if found else None

    def extend(self, kind: PrivateKind, key: bytes, expires: int) -> None:
        """Change when a record expires."""
        with self._pool.use() as db:
            db.execute(
                "UPDATE pitboss_private SET expires = %s WHERE kind = %s AND key = %s", (expires, kind, key)
            )

    def erase(self, kind: PrivateKind, key: bytes) -> None:
        """Erase a record if it exists."""
        with self._pool.use() as db:
            db.execute("DELETE FROM pitboss_private WHERE kind = %s AND key = %s", (kind, key))

    def erase_owned(self, kind: PrivateKind, owner: str) -> None:
        """Erase all records of an owner."""
        with self._pool.use() as db:
            db.execute("DELETE FROM pitboss_private WHERE kind = %s AND owner = %s", (kind, owner))

    def owned(self, kind: PrivateKind, owner: str) -> list[Private]:
        """All records of an owner, by expiry."""
        return self._rows(_ROW + "WHERE kind = %s AND owner = %s ORDER BY expires, key", kind, owner)

    def sweep(self, kind: PrivateKind, now: int) -> None:
        """Erase expired records."""
        with self._pool.use() as db:
            db.execute("DELETE FROM pitboss_private WHERE kind = %s AND expires <= %s", (kind, now))

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()
        self.training.close()

    def _rows(self, sql: LiteralString, *values: object) -> list[Private]:
        with self._pool.use() as db:
            return [Private(*row) for row in db.cursor(binary=True).execute(sql, values)]

    def _connect(self) -> AppendingConnection:
        try:
            return connect_server(self._full_url)
        except psycopg.Error as error:
            raise unreachable(self.url, error) from error
