"""The roster of a floor's servers in its PostgreSQL database: one row each, by the database's clock."""

from typing import Any, Final

import psycopg

from pitboss.store.live_servers import ALIVE_SECONDS, server_name
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.connect import connect_server, without_password
from pitboss.store.postgres.errors import unreachable
from pitboss.store.postgres.pool import Pool
from pitboss.store.postgres.schema import LOCK

_CREATE: Final = f"""
SELECT {LOCK};
CREATE TABLE IF NOT EXISTS pitboss_servers (
    name text COLLATE "C" PRIMARY KEY,
    seen timestamptz NOT NULL,
    deals boolean NOT NULL);
"""
_RENEW: Final = """
WITH mine AS (
    INSERT INTO pitboss_servers VALUES (%s, clock_timestamp(), true)
    ON CONFLICT (name) DO UPDATE SET seen = excluded.seen, deals = true
    RETURNING name)
SELECT name FROM mine UNION SELECT name FROM pitboss_servers
WHERE deals AND abs(extract(epoch FROM clock_timestamp() - seen)) < %s ORDER BY name"""
"""A heartbeat in the future does not count either: the database's clock has gone back since."""
_AWAY: Final = """
SELECT extract(epoch FROM clock_timestamp() - max(seen))::float8 FROM pitboss_servers
WHERE seen <= clock_timestamp()"""
_LEAVE: Final = "UPDATE pitboss_servers SET deals = false, seen = clock_timestamp() WHERE name = %s"
_FORGET: Final = "DELETE FROM pitboss_servers WHERE seen < clock_timestamp() - interval '1 day'"


class PostgresRoster:
    """The roster in the database at ``url``, in the current schema."""

    def __init__(self, url: str) -> None:
        self.name = server_name()
        self.url = without_password(url)
        self._full_url = url
        self._pool = Pool(self.url, self._connect)
        with self._pool.use() as db:
            found = db.execute("SELECT to_regclass('pitboss_servers')").fetchone()
            if found is None or found[0] is None:
                with db.transaction():
                    db.execute(_CREATE)

    def renew(self) -> tuple[str, ...]:
        """Send a heartbeat; see :class:`~pitboss.store.live_servers.Roster`."""
        return tuple(row[0] for row in self._rows(_RENEW, self.name, ALIVE_SECONDS))

    def away(self) -> float | None:
        """Seconds since the last heartbeat of any server; see :class:`~pitboss.store.live_servers.Roster`."""
        found = self._rows(_AWAY)[0][0]
        return None if found is None else float(found)

    def leave(self) -> None:
        """Sign off; the row stays for a day and says when this server was last alive."""
        self._rows(_LEAVE, self.name)
        self._rows(_FORGET)

    def close(self) -> None:
        """Close the connection."""
        self._pool.close()

    def _rows(self, sql: Any, *values: object) -> list[tuple[Any, ...]]:
        with self._pool.use() as db:
            cursor = db.execute(sql, values)
            return cursor.fetchall() if cursor.description else []

    def _connect(self) -> AppendingConnection:
        try:
            db = connect_server(self._full_url)
        except psycopg.Error as error:
            raise unreachable(self.url, error) from error
        # A heartbeat is repeated every second and need not be durable.
        db.execute("SET synchronous_commit = off")
        return db
