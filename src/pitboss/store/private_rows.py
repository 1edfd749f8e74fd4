"""Private records and training in tables outside the log: rows and statements that both databases share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, LiteralString

from pitboss.store.private import Private, PrivateKind
from pitboss.store.training import (
    LONGEST_SECONDS,
    MOST_OPEN,
    TrainingEntry,
    TrainingMark,
    TrainingQuestion,
    TrainingTotals,
)


class SqlTable(ABC):
    """Runs statements that both databases understand; ``?`` stands for a value."""

    @abstractmethod
    def _change(self, sql: LiteralString, *values: object) -> int:
        """Run a statement in a transaction of its own; the number of rows that it changed."""

    @abstractmethod
    def _rows(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query."""


class SqlPrivate(SqlTable):
    """Private records in a table; see :class:`~pitboss.store.private.PrivateStore`."""

    table: ClassVar[LiteralString]

    def add(self, kind: PrivateKind, record: Private) -> None:
        """Store a record; it replaces another with its key."""
        self._change(
            f"INSERT INTO {self.table} VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE"
            " SET owner = excluded.owner, value = excluded.value, expires = excluded.expires",
            kind,
            record.key,
            record.owner,
            record.value,
            record.expires,
        )

    def get(self, kind: PrivateKind, key: bytes) -> Private | None:
        """The record with a key."""
        found = self._records("kind = ? AND key = ?", kind, key)
        return found[0] if found else None

    def extend(self, kind: PrivateKind, key: bytes, expires: int) -> None:
        """Change when a record expires."""
        self._change(f"UPDATE {self.table} SET expires = ? WHERE kind = ? AND key = ?", expires, kind, key)

    def erase(self, kind: PrivateKind, key: bytes) -> None:
        """Erase a record if it exists."""
        self._change(f"DELETE FROM {self.table} WHERE kind = ? AND key = ?", kind, key)

    def erase_owned(self, kind: PrivateKind, owner: str) -> None:
        """Erase all records of an owner."""
        self._change(f"DELETE FROM {self.table} WHERE kind = ? AND owner = ?", kind, owner)

    def owned(self, kind: PrivateKind, owner: str) -> list[Private]:
        """All records of an owner, by expiry."""
        return self._records("kind = ? AND owner = ? ORDER BY expires, key", kind, owner)

    def sweep(self, kind: PrivateKind, now: int) -> None:
        """Erase expired records."""
        self._change(f"DELETE FROM {self.table} WHERE kind = ? AND expires <= ?", kind, now)

    def _records(self, where: LiteralString, *values: object) -> list[Private]:
        rows = self._rows(f"SELECT key, owner, value, expires FROM {self.table} WHERE {where}", *values)
        return [Private(*row) for row in rows]


COLUMNS: Final[LiteralString] = (
    "id, account, sheet, situation, kind, level, shown, asked,"
    " answered, correct, points, clauses, digest, marked, again"
)
_ASK: Final[LiteralString] = (
    "INSERT INTO pitboss_training (id, account, sheet, situation, kind, level, shown, asked)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_OUTDATED: Final[LiteralString] = (
    "DELETE FROM pitboss_training"
    " WHERE account = ? AND sheet = ? AND situation = ? AND answered IS NULL AND shown <> ?"
)
"""An open question that would be shown otherwise now is asked anew."""
_OPEN_ONE: Final[LiteralString] = (
    f"SELECT {COLUMNS} FROM pitboss_training"
    " WHERE account = ? AND sheet = ? AND situation = ? AND answered IS NULL"
)
_OLDEST_OPEN: Final[LiteralString] = (
    "DELETE FROM pitboss_training WHERE account = ? AND answered IS NULL AND asked <"
    " (SELECT asked FROM pitboss_training WHERE account = ? AND answered IS NULL"
    f" ORDER BY asked DESC LIMIT 1 OFFSET {MOST_OPEN - 1})"
)
_ANSWER: Final[LiteralString] = (
    "UPDATE pitboss_training SET answered = ?, correct = ?, points = ?, clauses = ?, digest = ?, marked = ?,"
    " again = EXISTS (SELECT 1 FROM pitboss_training AS other WHERE other.account = pitboss_training.account"
    " AND other.sheet = pitboss_training.sheet AND other.situation = pitboss_training.situation"
    " AND other.shown = pitboss_training.shown AND other.answered IS NOT NULL)"
    " WHERE id = ? AND account = ? AND answered IS NULL"
)
"""Whether the situation was known is found in the same statement, so nothing can come between."""
_FIND: Final[LiteralString] = f"SELECT {COLUMNS} FROM pitboss_training WHERE id = ?"
_ANSWERS: Final[LiteralString] = (
    f"SELECT {COLUMNS} FROM pitboss_training"
    " WHERE account = ? AND answered < ? ORDER BY answered DESC, id LIMIT ?"
)
_SPAN: Final[LiteralString] = "(answered - asked) / 1000000"
_TOTALS: Final[LiteralString] = (
    "SELECT account, sheet, kind, level,"
    " coalesce(sum(CASE WHEN again THEN 0 ELSE 1 END), 0),"
    " coalesce(sum(CASE WHEN NOT again AND correct = points THEN 1 ELSE 0 END), 0),"
    " coalesce(sum(CASE WHEN again THEN 0 ELSE correct END), 0),"
    " coalesce(sum(CASE WHEN again THEN 0 ELSE points END), 0),"
    f" coalesce(sum(CASE WHEN again THEN 0 WHEN {_SPAN} > {LONGEST_SECONDS} THEN {LONGEST_SECONDS}"
    f" ELSE {_SPAN} END), 0),"
    " coalesce(sum(CASE WHEN again THEN 1 ELSE 0 END), 0),"
    " max(answered) FROM pitboss_training WHERE answered IS NOT NULL"
)
_GROUPED: Final[LiteralString] = " GROUP BY account, sheet, kind, level ORDER BY account, sheet, kind, level"
_CLAUSES: Final[LiteralString] = (
    "SELECT sheet, clauses FROM pitboss_training WHERE account = ? AND answered IS NOT NULL AND NOT again"
    " ORDER BY answered, id"
)
_ANSWERED_SINCE: Final[LiteralString] = (
    "SELECT count(*) FROM pitboss_training WHERE account = ? AND asked >= ? AND answered IS NOT NULL"
)
_OPEN: Final[LiteralString] = "SELECT count(*) FROM pitboss_training WHERE account = ? AND answered IS NULL"
_ERASE: Final[LiteralString] = "DELETE FROM pitboss_training WHERE account = ?"


class SqlTraining(SqlTable):
    """Training questions in a table; see :class:`~pitboss.store.training.TrainingStore`."""

    def ask(self, question: TrainingQuestion) -> TrainingQuestion:
        """Keep a question, unless the same one is still open."""
        same = (question.account, question.sheet, question.situation)
        found = self._in_one(
            (_OUTDATED, (*same, question.shown)),
            (_ASK, of_question(question)),
            (_OLDEST_OPEN, (question.account, question.account)),
            (_OPEN_ONE, same),
        )
        # Another server may have answered the open question between two statements.
        return _read_entry(found).question if found else self.ask(question)

    @abstractmethod
    def _in_one(self, *statements: tuple[LiteralString, tuple[object, ...]]) -> tuple[Any, ...] | None:
        """Run statements in one transaction; the first row of the last of them."""

    def answer(self, question: str, account: str, mark: TrainingMark) -> bool:
        """Keep the answer of the account that was asked; false if there is one already."""
        return self._change(_ANSWER, *_of_answer(question, account, mark)) == 1

    def find(self, question: str) -> TrainingEntry | None:
        """The question with an id."""
        found = self._rows(_FIND, question)
        return _read_entry(found[0]) if found else None

    def answers(self, account: str, before: int, limit: int) -> list[TrainingEntry]:
        """Answers of an account that were given before a time, the newest first."""
        return [_read_entry(row) for row in self._rows(_ANSWERS, account, before, limit)]

    def totals(self, account: str | None = None) -> list[TrainingTotals]:
        """The totals of one account or of all."""
        if account is None:
            found = self._rows(_TOTALS + _GROUPED)
        else:
            found = self._rows(_TOTALS + " AND account = ?" + _GROUPED, account)
        return [_read_totals(row) for row in found]

    def clauses(self, account: str) -> list[tuple[str, bytes]]:
        """The sheet and the clauses of every answer to a new situation."""
        return [(sheet, clauses) for sheet, clauses in self._rows(_CLAUSES, account)]

    def answered_since(self, account: str, since: int) -> int:
        """How many questions that an account was asked from a time on it has answered."""
        return int(self._rows(_ANSWERED_SINCE, account, since)[0][0])

    def open(self, account: str) -> int:
        """How many questions of an account have no answer."""
        return int(self._rows(_OPEN, account)[0][0])

    def erase(self, account: str) -> int:
        """Erase everything of an account."""
        return self._change(_ERASE, account)


def of_question(question: TrainingQuestion) -> tuple[object, ...]:
    """A question as the values of :data:`_ASK`."""
    return (
        question.id,
        question.account,
        question.sheet,
        question.situation,
        question.kind,
        question.level,
        question.shown,
        question.asked,
    )


def _of_answer(question: str, account: str, mark: TrainingMark) -> tuple[object, ...]:
    """An answer as the values of :data:`_ANSWER`."""
    said = (mark.answered, mark.right, mark.points, mark.clauses, mark.digest, mark.marked)
    return (*said, question, account)


def _read_entry(row: Sequence[Any]) -> TrainingEntry:
    """A question from its row."""
    id_, account, sheet, situation, kind, level, shown, asked, answered, *said, again = row
    question = TrainingQuestion(
        id=id_,
        account=account,
        sheet=sheet,
        situation=situation,
        kind=kind,
        level=level,
        shown=bytes(shown),
        asked=asked,
    )
    if answered is None:
        return TrainingEntry(question=question, mark=None, again=False)
    right, points, clauses, digest, marked = said
    mark = TrainingMark(
        answered=answered,
        right=right,
        points=points,
        clauses=bytes(clauses),
        digest=bytes(digest),
        marked=bytes(marked),
    )
    return TrainingEntry(question=question, mark=mark, again=bool(again))


def _read_totals(row: Sequence[Any]) -> TrainingTotals:
    """Totals from their row."""
    account, sheet, kind, level, *sums = row
    answers, whole, right, points, seconds, again, last = map(int, sums)
    return TrainingTotals(
        account=account,
        sheet=sheet,
        kind=kind,
        level=level,
        answers=answers,
        whole=whole,
        right=right,
        points=points,
        seconds=seconds,
        again=again,
        last=last,
    )
