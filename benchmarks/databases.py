"""Databases that last as long as a benchmark, on the disk."""

import tempfile
import uuid
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Literal, Self

from tests.store.server import new_schema, running_server

Store = Literal["sqlite", "postgres"]
STORES: tuple[Store, ...] = ("sqlite", "postgres")
TITLES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


class Databases(ExitStack):
    """A folder, and a PostgreSQL that starts when it is first needed."""

    def __enter__(self) -> Self:
        self.folder = Path(self.enter_context(tempfile.TemporaryDirectory()))
        return super().__enter__()

    def new(self, store: Store) -> str:
        """The URL of a journal that is not there yet."""
        return new_schema(self._server) if store == "postgres" else f"{self.folder}/{uuid.uuid4().hex[:8]}.db"

    @cached_property
    def _server(self) -> str:
        return self.enter_context(running_server(uuid.uuid4().hex[:8]))
