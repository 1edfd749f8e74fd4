"""Connections to a journal in a PostgreSQL database."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from pitboss.reason import because
from pitboss.store.errors import TransactionPooling
from pitboss.store.postgres.append import CALL_SECONDS, AppendingConnection
from pitboss.store.postgres.errors import HIDDEN, unreachable

PostgresConnector = Callable[[str], AppendingConnection]

_SETTINGS: Final = """
    SELECT set_config('default_transaction_isolation', 'read committed', false),
        CASE WHEN current_setting('synchronous_commit') = 'off'
            THEN set_config('synchronous_commit', 'on', false) END,
        CASE WHEN current_setting('lock_timeout') = '0'
            THEN set_config('lock_timeout', '10s', false) END,
        CASE WHEN current_setting('statement_timeout') = '0'
            THEN set_config('statement_timeout', '12s', false) END,
        set_config('client_min_messages', 'warning', false),
        set_config('bytea_output', 'hex', false),
        set_config('plan_cache_mode', 'force_generic_plan', false),
        set_config('enable_seqscan', 'off', false),
        set_config('enable_bitmapscan', 'off', false),
        set_config('jit', 'off', false)"""
"""Commits wait for the fsync, and warn if they gave up waiting for a standby, whatever the server's settings.
Locks and statements time out before their client does. Every statement uses an index, also one that was
planned when the tables were empty."""


def connect_server(url: str) -> AppendingConnection:
    """A connection in autocommit mode, with texts in UTF-8 whatever the database is set to."""
    return AppendingConnection.connect(
        url,
        autocommit=True,
        client_encoding="UTF8",
        prepare_threshold=1,
        connect_timeout=10,
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=3,
        tcp_user_timeout=round(CALL_SECONDS * 1000),
    )


@contextmanager
def without_hurry(db: AppendingConnection) -> Iterator[None]:
    """A transaction without timeouts, for deleting many old events at once."""
    patience, db.patience = db.patience, None
    try:
        with db.transaction():
            db.execute("SET LOCAL statement_timeout = 0")
            yield
    finally:
        db.patience = patience


def refuse_transaction_pooling(first: AppendingConnection, url: str, connect: PostgresConnector) -> None:
    """Raise :class:`TransactionPooling` if each transaction of a connection may have another backend.

    A journal needs its session: prepared calls, settings and notifications. A pooler shows by another process
    id than that of the backend, and one of transactions by a backend that two connections have in turn.
    """
    before = _backend(first)
    if before == first.info.backend_pid:
        return
    with closing(opened(url, connect, read_only=True)) as second, second.transaction():
        if _backend(second) != before and _backend(first) == before:
            return
    raise TransactionPooling(because("database.pooler", database=without_password(url)))


def _backend(db: AppendingConnection) -> int:
    row = db.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
    return int(row[0]) if row else 0


def opened(url: str, connect: PostgresConnector, read_only: bool) -> AppendingConnection:
    """A connection with the settings of a journal; with ``read_only`` it refuses to write."""
    try:
        db = connect(url)
    except psycopg.Error as error:
        raise unreachable(without_password(url), error) from error
    try:
        db.watch()
        db.execute(_SETTINGS)
        if read_only:
            db.execute("SELECT set_config('default_transaction_read_only', 'on', false)")
    except BaseException:
        db.close()
        raise
    return db


def without_password(url: str) -> str:
    """A URL without user and password, as it may be shown."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        return HIDDEN
    host = parts.get("host") or parts.get("hostaddr") or "localhost"
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{host}{port}/{parts.get('dbname') or parts.get('user') or ''}"
