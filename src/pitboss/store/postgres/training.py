"""Training questions in the PostgreSQL database of a journal, in a table outside the log."""

from typing import Any, LiteralString

from pitboss.store.postgres.table import PostgresTable, placeholders
from pitboss.store.training_rows import SqlTraining


class PostgresTraining(PostgresTable, SqlTraining):
    """Training questions over connections of their own; see :class:`~pitboss.store.training.TrainingStore`.

    To sum up many answers must not hold up those who look for a session.
    """

    def _in_one(self, *statements: tuple[LiteralString, tuple[object, ...]]) -> tuple[Any, ...] | None:
        with self._pool.use() as db, db.transaction():
            cursor = db.cursor(binary=True)
            for sql, values in statements:
                cursor.execute(placeholders(sql), values)
            return cursor.fetchone()
