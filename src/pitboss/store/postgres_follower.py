"""Following a journal in a PostgreSQL database, which says by itself that it has changed."""

import threading
from collections.abc import Callable

from pitboss.store.journal import Recorded
from pitboss.store.postgres_append import AppendingConnection
from pitboss.store.postgres_errors import translated
from pitboss.store.postgres_schema import CHANNEL
from pitboss.store.subscription import Follower


class PostgresFollower(Follower):
    """A subscription that listens on a connection of its own."""

    def __init__(
        self,
        url: str,
        read: Callable[[int, int], list[Recorded]],
        connect: Callable[[], AppendingConnection],
        after: int,
    ) -> None:
        super().__init__(read, after)
        self._url = url
        self._connect = connect
        self._listening = threading.Lock()
        self._connection: AppendingConnection | None = None
        self._listen()

    def _listen(self) -> AppendingConnection:
        if self._connection is None or self._connection.closed:
            db = self._connect()
            try:
                db.execute(f"LISTEN {CHANNEL}")
            except BaseException:
                db.close()
                raise
            self._connection = db
        return self._connection

    def _wait(self, timeout: float) -> None:
        with self._listening, translated(self._url):
            if self._closed.is_set():
                return
            fresh = self._connection is None or self._connection.closed
            db = self._listen()
            if not fresh:
                for _ in db.notifies(timeout=timeout, stop_after=1):
                    pass

    def _release(self) -> None:
        with self._listening:
            if self._connection is not None:
                self._connection.close()
