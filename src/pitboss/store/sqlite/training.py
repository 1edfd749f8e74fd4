"""Training questions in the file of private records, over a connection of their own."""

from collections.abc import Iterable
from typing import Any, LiteralString

from pitboss.store.sqlite.private_file import PrivateFile
from pitboss.store.training_rows import SqlTraining


class SqliteTraining(PrivateFile, SqlTraining):
    """Training questions in the file at ``path``; see :class:`~pitboss.store.training.TrainingStore`."""

    def _in_one(self, *statements: tuple[LiteralString, tuple[object, ...]]) -> tuple[Any, ...] | None:
        with self._use() as db:
            db.execute("BEGIN IMMEDIATE")
            *_, last = [db.execute(sql, values) for sql, values in statements]
            found: tuple[Any, ...] | None = last.fetchone()
            db.execute("COMMIT")
        return found

    def fill(self, found: Iterable[tuple[Any, ...]]) -> None:
        """Take over the rows of another database, column by column."""
        with self._use() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(f"INSERT INTO pitboss_training VALUES ({', '.join('?' * 15)})", found)
            db.execute("COMMIT")
