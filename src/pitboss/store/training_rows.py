"""The rows of training questions, alike in both databases, and the statements that they share."""

from collections.abc import Sequence
from typing import Any, Final, LiteralString

from pitboss.store.training import (
    LONGEST_SECONDS,
    MOST_QUESTIONS,
    TrainingEntry,
    TrainingMark,
    TrainingQuestion,
    TrainingTotals,
)

COLUMNS: Final[LiteralString] = (
    "id, account, sheet, situation, kind, level, shown, asked,"
    " answered, correct, points, clauses, digest, marked, again"
)
ASK: Final[LiteralString] = (
    "INSERT INTO pitboss_training (id, account, sheet, situation, kind, level, shown, asked)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
OUTDATED: Final[LiteralString] = (
    "DELETE FROM pitboss_training"
    " WHERE account = ? AND sheet = ? AND situation = ? AND answered IS NULL AND shown <> ?"
)
"""An open question that would be shown otherwise now is asked anew."""
OPEN_ONE: Final[LiteralString] = (
    f"SELECT {COLUMNS} FROM pitboss_training"
    " WHERE account = ? AND sheet = ? AND situation = ? AND answered IS NULL"
)
OLDEST: Final[LiteralString] = (
    "DELETE FROM pitboss_training WHERE account = ? AND asked <"
    " (SELECT asked FROM pitboss_training WHERE account = ? ORDER BY asked DESC LIMIT 1"
    f" OFFSET {MOST_QUESTIONS - 1})"
)
ANSWER: Final[LiteralString] = (
    "UPDATE pitboss_training SET answered = ?, correct = ?, points = ?, clauses = ?, digest = ?, marked = ?,"
    " again = EXISTS (SELECT 1 FROM pitboss_training AS other WHERE other.account = pitboss_training.account"
    " AND other.sheet = pitboss_training.sheet AND other.situation = pitboss_training.situation"
    " AND other.shown = pitboss_training.shown AND other.answered IS NOT NULL)"
    " WHERE id = ? AND account = ? AND answered IS NULL"
)
"""Whether the situation was known is found in the same statement, so nothing can come between."""
FIND: Final[LiteralString] = f"SELECT {COLUMNS} FROM pitboss_training WHERE id = ?"
ANSWERS: Final[LiteralString] = (
    f"SELECT {COLUMNS} FROM pitboss_training"
    " WHERE account = ? AND answered < ? ORDER BY answered DESC, id LIMIT ?"
)
_SPAN: Final[LiteralString] = "(answered - asked) / 1000000"
TOTALS: Final[LiteralString] = (
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
GROUPED: Final[LiteralString] = " GROUP BY account, sheet, kind, level ORDER BY account, sheet, kind, level"
CLAUSES: Final[LiteralString] = (
    "SELECT sheet, clauses FROM pitboss_training WHERE account = ? AND answered IS NOT NULL AND NOT again"
    " ORDER BY answered, id"
)
OPEN: Final[LiteralString] = "SELECT count(*) FROM pitboss_training WHERE account = ? AND answered IS NULL"
ERASE: Final[LiteralString] = "DELETE FROM pitboss_training WHERE account = ?"


def of_question(question: TrainingQuestion) -> tuple[object, ...]:
    """A question as the values of :data:`ASK`."""
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


def of_answer(question: str, account: str, mark: TrainingMark) -> tuple[object, ...]:
    """An answer as the values of :data:`ANSWER`."""
    said = (mark.answered, mark.right, mark.points, mark.clauses, mark.digest, mark.marked)
    return (*said, question, account)


def read_entry(row: Sequence[Any]) -> TrainingEntry:
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


def read_totals(row: Sequence[Any]) -> TrainingTotals:
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
