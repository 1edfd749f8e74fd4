"""Private records in the PostgreSQL database of a journal, in a table outside the log."""

from typing import Final, LiteralString

import psycopg

from pitboss.store.closeable import Closeable
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.connect import connect_server, without_password
from pitboss.store.postgres.errors import unreachable
from pitboss.store.postgres.pool import Pool
from pitboss.store.postgres.schema import LOCK
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
"""
_ROW: Final = "SELECT key, owner, value, expires FROM pitboss_private "


class PostgresPrivate(Closeable):
    """Private records in the database at ``url``, in the current schema."""

    def __init__(self, url: str) -> None:
        self.url = without_password(url)
        self._full_url = url
        self._pool = Pool(self.url, self._connect)
        with self._pool.use() as db:
            found = db.execute("SELECT to_regclass('pitboss_private')").fetchone()
            if found is None or found[0] is None:
                with db.transaction():
                    db.execute(_CREATE)

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
        """Close the connection."""
        self._pool.close()

    def _rows(self, sql: LiteralString, *values: object) -> list[Private]:
        with self._pool.use() as db:
            return [Private(*row) for row in db.cursor(binary=True).execute(sql, values)]

    def _connect(self) -> AppendingConnection:
        try:
            return connect_server(self._full_url)
        except psycopg.Error as error:
            raise unreachable(self.url, error) from error
