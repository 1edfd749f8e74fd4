"""Following a journal in an SQLite file, which tells nobody that it has changed."""

import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Final

from pitboss.store.journal import Recorded
from pitboss.store.sqlite_errors import translated
from pitboss.store.subscription import Follower

_POLL_SECONDS: Final = 0.01


class SqliteFollower(Follower):
    """A subscription that asks ``data_version``, which another connection's commit changes.

    The connection that asks never writes, so this process's own appends are seen as well.
    """

    def __init__(
        self,
        path: str,
        read: Callable[[int, int], list[Recorded]],
        connection: sqlite3.Connection,
        after: int,
    ) -> None:
        super().__init__(read, after)
        self._path = path
        self._asking = threading.Lock()
        self._connection = connection
        self._seen = -1

    def _wait(self, timeout: float) -> None:
        deadline = time.monotonic() + timeout
        while not self._closed.is_set():
            with self._asking, translated(self._path):
                if self._closed.is_set():
                    return
                version = self._connection.execute("PRAGMA data_version").fetchone()[0]
            if version != self._seen:
                self._seen = version
                return
            left = deadline - time.monotonic()
            if left <= 0:
                return
            self._closed.wait(min(_POLL_SECONDS, left))

    def _release(self) -> None:
        with self._asking:
            self._connection.close()
