"""Training questions on both databases: open once, answered once, summed up, bounded, copied and erased."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from pitboss.store import training as kept
from pitboss.store.backup import back_up
from pitboss.store.open import open_journal, open_private
from pitboss.store.training import TrainingMark, TrainingQuestion, TrainingStore

ASKED = TrainingQuestion(
    id="q1",
    account="ann",
    sheet="s",
    situation="settle.1.0",
    kind="settle",
    level="easy",
    shown=b"as it was",
    asked=1_000_000,
)
MARK = TrainingMark(
    answered=31_000_000, right=3, points=4, clauses=b'{"4.7":[3,4]}', digest=b"said", marked=b"packed"
)


@pytest.fixture
def training(url: str) -> Iterator[TrainingStore]:
    with open_private(url) as opened:
        yield opened.training


def test_an_open_question_is_kept_with_its_time_until_it_is_answered(training: TrainingStore) -> None:
    assert training.ask(ASKED) == ASKED
    assert training.ask(structs.replace(ASKED, id="q2", asked=9_000_000)) == ASKED
    assert training.open("ann") == 1
    assert training.answer("q1", "ann", MARK)
    assert training.ask(structs.replace(ASKED, id="q3")).id == "q3"
    other = structs.replace(ASKED, id="q4", account="bob")
    assert training.ask(other) == other


def test_a_question_that_would_be_shown_otherwise_is_asked_anew(training: TrainingStore) -> None:
    training.ask(ASKED)
    anew = structs.replace(ASKED, id="q2", shown=b"by newer rules", asked=5_000_000)
    assert training.ask(anew) == anew
    assert training.find("q1") is None


def test_one_answer_counts_however_many_arrive_together(training: TrainingStore) -> None:
    training.ask(ASKED)
    assert not training.answer("q1", "bob", MARK), "it was not asked of them"
    assert not training.answer("none", "ann", MARK)
    marks = [structs.replace(MARK, right=right) for right in range(8)]
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda mark: training.answer("q1", "ann", mark), marks))
    assert done.count(True) == 1
    found = training.find("q1")
    assert found is not None
    assert found.mark == marks[done.index(True)]
    assert (found.question, found.seconds, found.again) == (ASKED, 30, False)


def test_totals_leave_out_what_was_known_and_long_absences(training: TrainingStore) -> None:
    training.ask(ASKED)
    training.answer("q1", "ann", MARK)
    training.ask(structs.replace(ASKED, id="q2"))
    training.answer("q2", "ann", structs.replace(MARK, right=4))
    training.ask(structs.replace(ASKED, id="q3", situation="settle.2.0"))
    training.answer("q3", "ann", structs.replace(MARK, right=4, answered=10**12))
    training.ask(structs.replace(ASKED, id="q4", account="bob", level=""))
    training.answer("q4", "bob", MARK)
    mine, others = training.totals()
    assert training.totals("ann") == [mine]
    assert (mine.answers, mine.whole, mine.right, mine.points, mine.again) == (2, 1, 7, 8, 1)
    assert mine.seconds == 30 + kept.LONGEST_SECONDS
    assert (others.account, others.level, others.last) == ("bob", "", MARK.answered)
    assert training.clauses("ann") == [("s", MARK.clauses)] * 2
    assert next(entry.question.id for entry in training.answers("ann", 2**62, 10)) == "q3"
    assert [entry.question.id for entry in training.answers("ann", 10**12, 1)] == ["q1"]


def test_open_questions_beyond_the_most_are_erased_and_answers_never(training: TrainingStore) -> None:
    for number in range(2):
        training.ask(structs.replace(ASKED, id=f"a{number}", situation=f"a{number}", asked=number))
        assert training.answer(f"a{number}", "ann", structs.replace(MARK, right=number))
    training.ask(structs.replace(ASKED, id="bob", account="bob", asked=1))
    most = kept.MOST_OPEN
    for number in range(most + 3):
        training.ask(structs.replace(ASKED, id=f"q{number}", situation=f"s{number}", asked=10 + number))
    assert [number for number in range(6) if training.find(f"q{number}")] == [3, 4, 5]
    assert (training.open("ann"), training.open("bob")) == (most, 1)
    (mine,) = training.totals("ann")
    assert (mine.answers, mine.right) == (2, 1)


def test_the_answers_of_a_day_are_counted_by_when_they_were_asked(training: TrainingStore) -> None:
    for number in range(4):
        training.ask(structs.replace(ASKED, id=f"q{number}", situation=f"s{number}", asked=number))
    for name in ("q1", "q2"):
        assert training.answer(name, "ann", MARK)
    assert [training.answered_since("ann", since) for since in range(4)] == [2, 2, 1, 0]
    assert training.answered_since("bob", 0) == 0


def test_erasing_is_of_one_account(training: TrainingStore) -> None:
    for account in ("ann", "bob"):
        training.ask(structs.replace(ASKED, id=account, account=account))
    assert training.erase("ann") == 1
    assert training.erase("ann") == 0
    assert training.find("bob") is not None


def test_a_backup_takes_them_along(url: str, tmp_path: Path) -> None:
    with open_journal(url), open_private(url) as private:
        private.training.ask(ASKED)
        private.training.answer("q1", "ann", MARK)
        private.training.ask(structs.replace(ASKED, id="q2"))
        before = [private.training.find(name) for name in ("q1", "q2")]
        back_up(url, tmp_path / "copy.db", private=True)
    (tmp_path / "copy.private.db").chmod(0o600)
    with open_private(tmp_path / "copy.db") as copy:
        assert [copy.training.find(name) for name in ("q1", "q2")] == before


def test_a_file_of_private_records_without_them_gets_their_table(tmp_path: Path) -> None:
    with open_private(tmp_path / "floor.db"):
        pass
    with closing(sqlite3.connect(tmp_path / "floor.private.db")) as db:
        db.execute("DROP TABLE pitboss_training")
        db.commit()
    with open_private(tmp_path / "floor.db") as private:
        assert private.training.ask(ASKED) == ASKED
