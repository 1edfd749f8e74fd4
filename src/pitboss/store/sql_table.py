"""A table outside the log, as stores on either database use it."""

from abc import ABC, abstractmethod
from typing import Any, LiteralString


class SqlTable(ABC):
    """Runs statements that both databases understand; ``?`` stands for a value."""

    @abstractmethod
    def _change(self, sql: LiteralString, *values: object) -> int:
        """Run a statement in a transaction of its own; the number of rows that it changed."""

    @abstractmethod
    def _rows(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query."""
