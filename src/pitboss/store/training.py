"""Training questions and answers: who was asked what, what they said and how it was marked.

Training is not a record of the house: nothing of it moves money or decides a round, copies of the journal go
to people whom it does not concern, and whoever leaves may have it erased. So questions are kept with the
private records, outside the log: beside an SQLite journal in the file of the private records, in PostgreSQL
in a table of its own. All servers of a floor share them, and a restart forgets nothing.
"""

from typing import Final, Protocol

from msgspec import Struct

MOST_OPEN: Final = 500
"""Questions without an answer that are kept of an account; beyond them the oldest are erased.

What was answered is never erased: a result does not go because its trainee asks for more.
"""
MOST_A_DAY: Final = 1000
"""Answers of an account to questions of 24 hours; after so many none is asked."""
LONGEST_SECONDS: Final = 900
"""A question that was left open for longer counts so many seconds: the trainee was away."""


class TrainingQuestion(Struct, frozen=True, kw_only=True):
    """A question, asked of one account."""

    id: str
    account: str
    sheet: str
    situation: str
    kind: str
    level: str
    """Of a drawn settlement; empty for a situation of a round file."""
    shown: bytes
    """Digest of the situation as it was shown: after an update the same name may mean other cards."""
    asked: int
    """Microseconds since 1970, by the floor's clock."""


class TrainingMark(Struct, frozen=True, kw_only=True):
    """An answer as it was marked."""

    answered: int
    """Microseconds since 1970, by the floor's clock."""
    right: int
    """Points that are right."""
    points: int
    """Points that were asked."""
    clauses: bytes
    """Of each clause that points rest on, how many were right of how many, as JSON."""
    digest: bytes
    """Digest of what was said: it tells a repetition from another answer."""
    marked: bytes
    """The whole answer with its reasons, packed."""


class TrainingEntry(Struct, frozen=True, kw_only=True):
    """A question with its answer, if there is one."""

    question: TrainingQuestion
    mark: TrainingMark | None
    again: bool
    """The account had answered the same situation before, and knew what is right."""

    @property
    def seconds(self) -> int:
        """From the question to its answer."""
        return (self.mark.answered - self.question.asked) // 1_000_000 if self.mark else 0


class TrainingTotals(Struct, frozen=True, kw_only=True):
    """The answers of an account, by sheet, kind and level; those given again are only counted."""

    account: str
    sheet: str
    kind: str
    level: str
    answers: int
    """Answers to situations that were new to the account."""
    whole: int
    """Answers of which every point is right."""
    right: int
    points: int
    seconds: int
    again: int
    """Answers to situations that the account had answered before."""
    last: int
    """When the newest answer was given, in microseconds since 1970."""


class TrainingStore(Protocol):
    """A store of training questions, safe to use from several threads and several processes."""

    def ask(self, question: TrainingQuestion) -> TrainingQuestion:
        """Keep a question, unless the same one is still open: then that one, with its time, is the answer."""

    def answer(self, question: str, account: str, mark: TrainingMark) -> bool:
        """Keep the answer of the account that was asked; false if there is one already."""

    def find(self, question: str) -> TrainingEntry | None:
        """The question with an id."""

    def answers(self, account: str, before: int, limit: int) -> list[TrainingEntry]:
        """Answers of an account that were given before a time, the newest first."""

    def totals(self, account: str | None = None) -> list[TrainingTotals]:
        """The totals of one account or of all, by account, sheet, kind and level."""

    def clauses(self, account: str) -> list[tuple[str, bytes]]:
        """The sheet and the clauses of every answer to a new situation, the oldest first."""

    def answered_since(self, account: str, since: int) -> int:
        """How many questions that an account was asked from a time on it has answered."""

    def open(self, account: str) -> int:
        """How many questions of an account have no answer."""

    def erase(self, account: str) -> int:
        """Erase everything of an account; the number of questions that were."""
