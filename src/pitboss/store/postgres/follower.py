"""Subscription to a journal in a PostgreSQL database, by LISTEN and NOTIFY."""

import re
import threading
import time
from collections.abc import Callable, Container
from typing import Final

from pitboss.store.journal import Recorded
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.errors import translated
from pitboss.store.postgres.schema import CHANNEL
from pitboss.store.subscription import Follower, OwnAppends

_POSITION: Final = re.compile(r"[0-9]{1,18}")
"""A valid payload. Any user of the database may notify on the channel; that only makes us read."""


class PostgresFollower(Follower):
    """A subscription that listens on a connection of its own.

    ``writers`` are the process ids of this server's own backends. Their notifications cause no read: this
    server applies its own appends as soon as they are durable.
    """

    def __init__(
        self,
        url: str,
        read: Callable[[int, int], list[Recorded]],
        connect: Callable[[], AppendingConnection],
        after: int,
        writers: Container[int],
    ) -> None:
        super().__init__(read, after)
        self._url = url
        self._connect = connect
        self._writers = writers
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
                self._heard(db, time.monotonic() + timeout)

    def _heard(self, db: AppendingConnection, deadline: float) -> None:
        """Block until a notification requires a read, or until the deadline."""
        announced = OwnAppends(deadline)
        while (now := time.monotonic()) < deadline:
            if now >= announced.until and self.known:
                self.position = self.known(self.position)
                if announced.late(self.position, now):
                    return
            for notice in db.notifies(timeout=announced.until - now, stop_after=1):
                own = notice.pid in self._writers and _POSITION.fullmatch(notice.payload)
                if self.known is None or not own:
                    return
                announced.hear(int(notice.payload), time.monotonic())

    def _release(self) -> None:
        with self._listening:
            if self._connection is not None:
                self._connection.close()
