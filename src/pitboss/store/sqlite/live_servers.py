"""Leader election on one SQLite journal: the process that holds the lock of a file beside it deals.

The lock is SQLite's own, so it works wherever the journal does, and a process that dies releases it at once.
The file stays empty; its modification time says when a server was last alive.
"""

import os
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path

from pitboss.reason import because
from pitboss.store.errors import Unreachable
from pitboss.store.live_servers import server_name
from pitboss.store.owner_only import make_owner_only


class SqliteRoster:
    """The lock file at ``path``, which is made if there is none."""

    def __init__(self, path: Path) -> None:
        self.name = server_name()
        self._path = path
        self._guard = threading.Lock()
        self._held: sqlite3.Connection | None = None
        self._away = self._untouched()

    def renew(self) -> tuple[str, ...]:
        """This server's name if it holds the lock or gets it now; otherwise no name."""
        with self._guard:
            self._held = self._held or self._taken()
            if self._held is None:
                return ()
            with suppress(OSError):
                os.utime(self._path)
            return (self.name,)

    def away(self) -> float | None:
        """Seconds since the lock file was last touched, when this server started."""
        return self._away

    def leave(self) -> None:
        """Release the lock, so that another process can deal."""
        with self._guard:
            if self._held is not None:
                self._held.close()
            self._held = None

    def close(self) -> None:
        """Release the lock."""
        self.leave()

    def _taken(self) -> sqlite3.Connection | None:
        make_owner_only(self._path)
        try:
            db = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise Unreachable(because("journal.unusable", file=str(self._path), given=str(error))) from error
        try:
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            db.close()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                return None
            raise Unreachable(because("journal.unlocked", file=str(self._path), given=str(error))) from error
        return db

    def _untouched(self) -> float | None:
        try:
            return max(0.0, time.time() - self._path.stat().st_mtime)
        except OSError:
            return None
