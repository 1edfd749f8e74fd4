"""Subscription to a journal in an SQLite file, by polling: SQLite has no notifications."""

import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Final

from pitboss.store.journal import Recorded
from pitboss.store.sqlite.errors import translated
from pitboss.store.subscription import Follower, OwnAppends

_POLL_SECONDS: Final = 0.01


class SqliteFollower(Follower):
    """A subscription that polls ``data_version``, which the commits of other connections change.

    The polling connection never writes, so it sees this process's own appends as well. ``writer`` returns how
    often the writing connection has found commits of others, and the last position that it knows.
    """

    def __init__(
        self,
        path: str,
        read: Callable[[int, int], list[Recorded]],
        connection: sqlite3.Connection,
        after: int,
        writer: Callable[[], tuple[int, int]],
    ) -> None:
        super().__init__(read, after)
        self._writer = writer
        self._known_to_writer = (-1, 0)
        self._path = path
        self._asking = threading.Lock()
        self._connection = connection
        self._seen = -1

    def _wait(self, timeout: float) -> None:
        now = time.monotonic()
        deadline = now + timeout
        announced = OwnAppends(deadline)
        while now < deadline and not self._closed.is_set():
            with self._asking, translated(self._path):
                if self._closed.is_set():
                    return
                version = self._connection.execute("PRAGMA data_version").fetchone()[0]
                if version != self._seen:
                    self._seen = version
                    if self.known is None or self._others_wrote():
                        return
                    announced.hear(self._writer()[1], now)
            if now >= announced.until and self.known:
                self.position = self.known(self.position)
                if announced.late(self.position, now) or self._reaches_farther():
                    return
            self._closed.wait(min(_POLL_SECONDS, announced.until - now))
            now = time.monotonic()

    def _others_wrote(self) -> bool:
        """Whether anything but this server's own appends has changed the file, as far as its writer knows."""
        before, self._known_to_writer = self._known_to_writer, self._writer()
        return self._known_to_writer[0] != before[0] or self._known_to_writer[1] == before[1]

    def _reaches_farther(self) -> bool:
        """Whether the journal holds more than the writer knows: another process wrote at the same moment."""
        with self._asking, translated(self._path):
            if self._closed.is_set():
                return True
            found = self._connection.execute("SELECT max(position) FROM events").fetchone()[0] or 0
        return found > self._writer()[1]

    def _release(self) -> None:
        with self._asking:
            self._connection.close()
