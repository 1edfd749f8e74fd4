"""A pool of connections to a PostgreSQL database, which reconnects after an error."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psycopg

from pitboss.reason import because
from pitboss.store.errors import Busy
from pitboss.store.postgres.append import CALL_SECONDS, AppendingConnection
from pitboss.store.postgres.errors import translated


class Pool:
    """At most ``most`` connections, each used by one thread at a time.

    A connection that is refused is told at once, with its cause; ``psycopg_pool`` connects in threads of its
    own, and its users hear of a timeout only.

    An error that the database itself reports leaves a connection usable. Any other error closes it and all
    idle ones; the next user reconnects.
    """

    def __init__(self, url: str, connect: Callable[[], AppendingConnection], most: int = 1) -> None:
        self._url = url
        self._connect = connect
        self._places = threading.Semaphore(most)
        self._idle: list[AppendingConnection] = []

    @contextmanager
    def use(self, *, writing: bool = False) -> Iterator[AppendingConnection]:
        """A connection outside any transaction; errors are raised as the journal's errors."""
        with self._place(), translated(self._url, writing=writing):
            db = self._ready()
            try:
                yield db
            except BaseException as error:
                if not isinstance(error, psycopg.Error) or error.sqlstate is None:
                    with suppress(psycopg.Error):
                        db.close()
                if db.closed:
                    # What broke one connection has most likely broken all.
                    self.close()
                raise
            finally:
                if not db.closed:
                    self._idle.append(db)

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Wait for a free connection, with a timeout."""
        if not self._places.acquire(timeout=CALL_SECONDS):
            raise Busy(because("database.busy", database=self._url))
        try:
            yield
        finally:
            self._places.release()

    def close(self) -> None:
        """Close the idle connections."""
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def _ready(self) -> AppendingConnection:
        with suppress(IndexError):
            while (db := self._idle.pop()).closed:
                pass
            return db
        return self._connect()
