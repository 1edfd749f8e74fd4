"""Training questions in the PostgreSQL database of a journal, in a table outside the log."""

from collections.abc import Callable
from typing import Any, Final, LiteralString

from pitboss.store import training_rows as rows
from pitboss.store.closeable import Closeable
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.pool import Pool
from pitboss.store.training import TrainingEntry, TrainingMark, TrainingQuestion, TrainingTotals

_OF_ONE: Final = " AND account = %s"


class PostgresTraining(Closeable):
    """Training questions over a connection of their own; see :class:`~pitboss.store.training.TrainingStore`.

    To sum up many answers must not hold up those who look for a session.
    """

    def __init__(self, url: str, connect: Callable[[], AppendingConnection]) -> None:
        self._pool = Pool(url, connect)

    def ask(self, question: TrainingQuestion) -> TrainingQuestion:
        """Keep a question, unless the same one is still open."""
        same = (question.account, question.sheet, question.situation)
        with self._pool.use() as db, db.transaction():
            db.execute(_sql(rows.OUTDATED), (*same, question.shown))
            db.execute(_sql(rows.ASK), rows.of_question(question))
            db.execute(_sql(rows.OLDEST), (question.account, question.account))
            found = db.cursor(binary=True).execute(_sql(rows.OPEN_ONE), same).fetchone()
        return rows.read_entry(found).question if found else self.ask(question)

    def answer(self, question: str, account: str, mark: TrainingMark) -> bool:
        """Keep the answer of the account that was asked; false if there is one already."""
        with self._pool.use() as db:
            return db.execute(_sql(rows.ANSWER), rows.of_answer(question, account, mark)).rowcount == 1

    def find(self, question: str) -> TrainingEntry | None:
        """The question with an id."""
        found = self._rows(_sql(rows.FIND), question)
        return rows.read_entry(found[0]) if found else None

    def answers(self, account: str, before: int, limit: int) -> list[TrainingEntry]:
        """Answers of an account that were given before a time, the newest first."""
        return [rows.read_entry(row) for row in self._rows(_sql(rows.ANSWERS), account, before, limit)]

    def totals(self, account: str | None = None) -> list[TrainingTotals]:
        """The totals of one account or of all."""
        if account is None:
            found = self._rows(_sql(rows.TOTALS + rows.GROUPED))
        else:
            found = self._rows(_sql(rows.TOTALS) + _OF_ONE + _sql(rows.GROUPED), account)
        return [rows.read_totals(row) for row in found]

    def clauses(self, account: str) -> list[tuple[str, bytes]]:
        """The sheet and the clauses of every answer to a new situation."""
        return [(sheet, clauses) for sheet, clauses in self._rows(_sql(rows.CLAUSES), account)]

    def open(self, account: str) -> int:
        """How many questions of an account have no answer."""
        return int(self._rows(_sql(rows.OPEN), account)[0][0])

    def erase(self, account: str) -> int:
        """Erase everything of an account."""
        with self._pool.use() as db:
            return db.execute(_sql(rows.ERASE), (account,)).rowcount

    def close(self) -> None:
        """Close the connection."""
        self._pool.close()

    def _rows(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        with self._pool.use() as db:
            return db.cursor(binary=True).execute(sql, values).fetchall()


def _sql(text: LiteralString) -> LiteralString:
    """A statement with the placeholders of this driver."""
    return text.replace("?", "%s")
