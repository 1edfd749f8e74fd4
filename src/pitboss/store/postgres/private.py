"""Private records in the PostgreSQL database of a journal, in a table outside the log."""

from typing import Final

from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.connect import connect_server, opened, without_password
from pitboss.store.postgres.schema import LOCK
from pitboss.store.postgres.table import PostgresTable
from pitboss.store.postgres.training import PostgresTraining
from pitboss.store.private_rows import SqlPrivate

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
