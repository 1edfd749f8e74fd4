"""Threads that append to one journal at once share a transaction, and each gets its own outcome."""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec import structs

from pitboss.reason import because
from pitboss.store import Appended, Journal
from pitboss.store import group_commit as together
from pitboss.store.errors import ConnectionLost, StorageFailed, VersionConflict
from pitboss.store.history import KnownAppend
from pitboss.store.journal import AppendOutcome
from pitboss.store.postgres.append import AppendingConnection, Params
from pitboss.store.postgres.journal import PostgresJournal
from pitboss.store.postgres.schema import TURN
from pitboss.store.sqlite.journal import SqliteJournal
from pitboss.store.verify import verify
from tests.store.samples import sent, to
from tests.store.test_faults import io_error
from tests.waiting import at_once, happens, until


class Gate:
    """Holds the first commit until it is opened; counts commits, and lets those after the first fail."""

    def __init__(self, *, fails: bool = False) -> None:
        self.reached, self.open = threading.Event(), threading.Event()
        self.commits = 0
        self.fails = fails
        self.armed = False

    def passed(self) -> None:
        if not self.armed:
            return
        self.commits += 1
        if self.commits == 1:
            self.reached.set()
            happens(self.open, "the test opens the gate")
        elif self.fails:
            raise io_error()

    def connect(self, path: str, read_only: bool) -> sqlite3.Connection:
        gate = self

        class Gated(sqlite3.Connection):
            def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
                if sql == "COMMIT":
                    gate.passed()
                return super().execute(sql, *arguments)

        uri = Path(path).absolute().as_uri() + ("?mode=ro" if read_only else "")
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, factory=Gated)


class Asking:
    """Appends by threads, of which all but the first wait for their turn."""

    def __init__(
        self, journal: SqliteJournal | PostgresJournal, asks: Sequence[Callable[[], Appended]]
    ) -> None:
        self._queue = journal._writer.queue if isinstance(journal, SqliteJournal) else journal._queue
        self._asks = asks

    def outcomes(self, reached: Callable[[], bool], release: Callable[[], object]) -> list[Future[Appended]]:
        """Once the first is ``reached``, the others ask; then it is released."""
        with ThreadPoolExecutor(len(self._asks)) as pool:
            first = pool.submit(self._asks[0])
            until(reached, "the first append is under way")
            others = [pool.submit(ask) for ask in self._asks[1:]]
            until(lambda: len(self._queue.waiting) == len(others), "the other appends are in the queue")
            release()
        return [first, *others]


def queued(
    journal: SqliteJournal, gate: Gate, asks: Sequence[Callable[[], Appended]]
) -> list[Future[Appended]]:
    gate.armed = True
    return Asking(journal, asks).outcomes(gate.reached.is_set, gate.open.set)


class Counting(AppendingConnection):
    """A connection that counts its calls."""

    calls = 0

    def append(self, params: Params, known: KnownAppend) -> tuple[bytes, int, bytes]:
        Counting.calls += 1
        return super().append(params, known)


def held_back(
    url: str, journal: PostgresJournal, asks: Sequence[Callable[[], Appended]]
) -> list[Future[Appended]]:
    """While the first waits for the database's lock, the others wait for their turn."""
    Counting.calls = 0
    with psycopg.connect(url) as db:
        db.execute(TURN)
        return Asking(journal, asks).outcomes(lambda: Counting.calls == 1, db.rollback)


def mixed(journal: Journal) -> list[Callable[[], Appended]]:
    """Appends of which one comes too late and one was recorded before."""
    return [
        lambda: journal.append([to("table/1", 2)], sent("first")),
        lambda: journal.append([to("table/2", 0, 2), to("link/gold", None)], sent("second")),
        lambda: journal.append([to("table/1", 2)], sent("late")),
        lambda: journal.append([to("table/1", 0, 2)], sent("before")),
        lambda: journal.append([to("link/gold", None), to("table/3", None, 7)], sent("third")),
        lambda: journal.append([to("link/gold", None)]),
    ]


def check_mixed(journal: Journal, found: list[Future[Appended]]) -> None:
    assert found[0].result(0).last == 3
    with pytest.raises(VersionConflict, match="table/1 is at version 3, not at 2"):
        found[2].result(0)
    assert found[3].result(0) == Appended(1, 2, {"table/1": 2}, repeated=True)
    recorded = [found[number].result(0) for number in (1, 4, 5)]
    positions = sorted(n for answer in recorded for n in range(answer.first, answer.last + 1))
    assert positions == list(range(4, 16))
    assert sorted(answer.versions["link/gold"] for answer in recorded) == [1, 2, 3]
    assert [(head.stream, head.version) for head in journal.heads()] == [
        ("link/gold", 3),
        ("table/1", 3),
        ("table/2", 2),
        ("table/3", 7),
    ]
    assert verify(journal).events == 15


def test_waiting_appends_are_committed_together(tmp_path: Path) -> None:
    gate = Gate()
    with SqliteJournal(tmp_path / "j.db", connect=gate.connect) as journal:
        journal.append([to("table/1", 0, 2)], sent("before"))
        found = queued(journal, gate, mixed(journal))
        assert gate.commits == 2
        check_mixed(journal, found)


def counting(url: str) -> Counting:
    return Counting.connect(url, autocommit=True)


def test_waiting_appends_are_recorded_by_one_call_of_postgresql(postgres_url: str) -> None:
    with PostgresJournal(postgres_url, connect=counting) as journal:
        asks = [
            lambda: journal.append([to("table/1", 0, 2)], sent("first")),
            lambda: journal.append([to("table/2", 0, 2), to("link/gold", None)], sent("second")),
            lambda: journal.append([to("link/gold", None), to("table/3", None, 7)], sent("third")),
            lambda: journal.append([to("link/gold", None)]),
        ]
        found = [future.result(0) for future in held_back(postgres_url, journal, asks)]
        assert Counting.calls == 2
        assert sorted(n for answer in found for n in range(answer.first, answer.last + 1)) == [*range(1, 15)]
        assert sorted(answer.versions.get("link/gold", 0) for answer in found) == [0, 1, 2, 3]
        assert journal.find_command(sent("third")) == structs.replace(found[2], repeated=True)
        assert verify(journal).events == 14


def test_a_refusal_in_postgresql_concerns_its_append_alone(postgres_url: str) -> None:
    with PostgresJournal(postgres_url, connect=counting) as journal:
        journal.append([to("table/1", 0, 2)], sent("before"))
        check_mixed(journal, held_back(postgres_url, journal, mixed(journal)))


def test_a_lost_connection_is_heard_of_by_all_who_waited(postgres_url: str) -> None:
    class Lost(Counting):
        def append(self, params: Params, known: KnownAppend) -> tuple[bytes, int, bytes]:
            answer = super().append(params, known)
            if lost and Counting.calls > 1:
                self.close()
                raise psycopg.OperationalError("server closed the connection unexpectedly")
            return answer

    lost = True
    names = ["a", "b", "c", "d"]
    with PostgresJournal(postgres_url, connect=lambda url: Lost.connect(url, autocommit=True)) as journal:
        asks = [partial(journal.append, [to(f"table/{name}", 0)], sent(name)) for name in names]
        found = held_back(postgres_url, journal, asks)
        assert found[0].result(0).last == 1
        for future in found[1:]:
            with pytest.raises(ConnectionLost, match="send the command again with the same id"):
                future.result(0)
        assert len({id(future.exception()) for future in found[1:]}) == 3, "each has an error of his own"
        lost = False
        assert sorted(journal.append([to(f"table/{name}", 0)], sent(name)).last for name in names) == [
            1,
            2,
            3,
            4,
        ]
        assert verify(journal).events == 4


def test_a_command_that_waits_twice_is_recorded_once(tmp_path: Path) -> None:
    """Sent again while the first waits: whatever stream it expects, it gets the first answer."""
    gate = Gate()
    with SqliteJournal(tmp_path / "j.db", connect=gate.connect) as journal:
        twice = [partial(journal.append, [to("table/1", 0)], sent("twice"))] * 2
        open_end = [partial(journal.append, [to("link/gold", None)], sent("open"))] * 2
        first, *found = queued(journal, gate, [lambda: journal.append([to("table/0", 0)]), *twice, *open_end])
        assert first.result(0).last == 1
        answers = [future.result(0) for future in found]
        assert [{answer.last for answer in answers[:2]}, {answer.last for answer in answers[2:]}] in (
            [{2}, {3}],
            [{3}, {2}],
        )
        assert [{answer.repeated for answer in pair} for pair in (answers[:2], answers[2:])] == [
            {False, True},
            {False, True},
        ]
        assert gate.commits == 2
        assert verify(journal).events == 3


def test_a_commit_that_fails_fails_for_all_and_nothing_is_half_recorded(tmp_path: Path) -> None:
    gate = Gate(fails=True)
    with SqliteJournal(tmp_path / "j.db", connect=gate.connect) as journal:
        names = ["a", "b", "c", "d"]
        asks = [partial(journal.append, [to(f"table/{name}", 0)], sent(name)) for name in names]
        found = queued(journal, gate, asks)
        assert found[0].result(0).last == 1
        for future in found[1:]:
            with pytest.raises(StorageFailed, match="send the command again with the same id"):
                future.result(0)
        gate.fails = False
        for name in names:
            journal.append([to(f"table/{name}", 0)], sent(name))
        assert sorted(head.version for head in journal.heads()) == [1, 1, 1, 1]
        assert verify(journal).events == 4


def test_threads_that_open_a_new_file_at_once_all_find_a_journal(tmp_path: Path) -> None:
    def opened(number: int) -> Appended:
        with SqliteJournal(tmp_path / "new.db") as journal:
            return journal.append([to(f"table/{number}", 0)], sent(f"open-{number}"))

    answers = at_once(*(partial(opened, number) for number in range(6)))
    assert sorted(answer.last for answer in answers) == [1, 2, 3, 4, 5, 6]


class Patience:
    """A clock by which hardly any time has passed, and a sleep that ends when it is told to."""

    def __init__(self) -> None:
        self.asleep, self.over = threading.Event(), threading.Event()

    def monotonic(self) -> float:
        return 0.0

    def sleep(self, seconds: float) -> None:
        self.asleep.set()
        happens(self.over, "the test ends the sleep")


def test_appends_of_an_event_loop_wait_for_each_other_and_a_lone_one_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, gate = Patience(), Gate()
    monkeypatch.setattr(together, "time", clock)
    with SqliteJournal(tmp_path / "floor.db", connect=gate.connect) as journal:
        gate.armed = True
        gate.open.set()
        settled: list[AppendOutcome] = []
        journal.append_soon([to("table/0", 0)], sent("lone"), settled.append)
        until(lambda: len(settled) == 1, "the lone append is settled")
        assert not clock.asleep.is_set(), "it waited for nobody"
        journal.append_soon([to("table/1", 0)], sent("1"), settled.append)
        happens(clock.asleep, "the second append waits for others")
        for number in range(2, 6):
            journal.append_soon([to(f"table/{number}", 0)], sent(f"{number}"), settled.append)
        clock.over.set()
        until(lambda: len(settled) == 6, "all six appends are settled")
        assert gate.commits == 2
        assert [outcome.last for outcome in settled if isinstance(outcome, Appended)] == [1, 2, 3, 4, 5, 6]


def test_a_writer_that_is_being_started_is_not_taken_for_one_that_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    no_answer = StorageFailed(because("database.no_answer"))
    queue = together.GroupCommit("a journal", lambda group: [no_answer for _ in group])

    class Watched(threading.Thread):
        def start(self) -> None:
            queue.check_alive()
            super().start()

    monkeypatch.setattr(threading, "Thread", Watched)
    queue.append_soon([to("table/1", None)], None, lambda _: None)
    queue.check_alive()
    queue.close()
