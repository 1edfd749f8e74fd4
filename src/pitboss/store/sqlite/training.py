"""Training questions in the file of private records, over a connection of their own."""

from collections.abc import Iterable
from typing import Any

from pitboss.store import training_rows as rows
from pitboss.store.sqlite.private_file import PrivateFile
from pitboss.store.training import TrainingEntry, TrainingMark, TrainingQuestion, TrainingTotals


class SqliteTraining(PrivateFile):
    """Training questions in the file at ``path``; see :class:`~pitboss.store.training.TrainingStore`."""

    def ask(self, question: TrainingQuestion) -> TrainingQuestion:
        """Keep a question, unless the same one is still open."""
        with self._use() as db:
            db.execute("BEGIN IMMEDIATE")
            same = (question.account, question.sheet, question.situation)
            db.execute(rows.OUTDATED, (*same, question.shown))
            db.execute(rows.ASK, rows.of_question(question))
            db.execute(rows.OLDEST, (question.account, question.account))
            found = db.execute(rows.OPEN_ONE, same).fetchone()
            db.execute("COMMIT")
        return rows.read_entry(found).question

    def answer(self, question: str, account: str, mark: TrainingMark) -> bool:
        """Keep the answer of the account that was asked; false if there is one already."""
        with self._use() as db:
            return db.execute(rows.ANSWER, rows.of_answer(question, account, mark)).rowcount == 1

    def find(self, question: str) -> TrainingEntry | None:
        """The question with an id."""
        with self._use() as db:
            row = db.execute(rows.FIND, (question,)).fetchone()
        return rows.read_entry(row) if row else None

    def answers(self, account: str, before: int, limit: int) -> list[TrainingEntry]:
        """Answers of an account that were given before a time, the newest first."""
        with self._use() as db:
            found = db.execute(rows.ANSWERS, (account, before, limit)).fetchall()
        return [rows.read_entry(row) for row in found]

    def totals(self, account: str | None = None) -> list[TrainingTotals]:
        """The totals of one account or of all."""
        only, names = (" AND account = ?", (account,)) if account is not None else ("", ())
        with self._use() as db:
            found = db.execute(rows.TOTALS + only + rows.GROUPED, names).fetchall()
        return [rows.read_totals(row) for row in found]

    def clauses(self, account: str) -> list[tuple[str, bytes]]:
        """The sheet and the clauses of every answer to a new situation."""
        with self._use() as db:
            return db.execute(rows.CLAUSES, (account,)).fetchall()

    def open(self, account: str) -> int:
        """How many questions of an account have no answer."""
        with self._use() as db:
            return int(db.execute(rows.OPEN, (account,)).fetchone()[0])

    def erase(self, account: str) -> int:
        """Erase everything of an account."""
        with self._use() as db:
            return db.execute(rows.ERASE, (account,)).rowcount

    def fill(self, found: Iterable[tuple[Any, ...]]) -> None:
        """Take over the rows of another database, column by column."""
        with self._use() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(f"INSERT INTO pitboss_training VALUES ({', '.join('?' * 15)})", found)
            db.execute("COMMIT")
