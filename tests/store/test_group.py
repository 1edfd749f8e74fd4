"""Threads that append to one SQLite file at once share a transaction, and each gets its own outcome."""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.store import Appended
from pitboss.store.errors import StorageFailed, VersionConflict
from pitboss.store.sqlite import SqliteJournal
from pitboss.store.verify import verify
from tests.store.samples import to
from tests.store.test_faults import io_error


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
            assert self.open.wait(30)
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


def queued(
    journal: SqliteJournal, gate: Gate, asks: Sequence[Callable[[], Appended]]
) -> list[Future[Appended]]:
    """The outcomes of appends, of which all but the first wait while the first is being committed."""
    gate.armed = True
    with ThreadPoolExecutor(len(asks)) as pool:
        first = pool.submit(asks[0])
        assert gate.reached.wait(30)
        others = [pool.submit(ask) for ask in asks[1:]]
        waiting = threading.Event()
        while len(journal._writer.queue.waiting) < len(others):
            waiting.wait(0.001)
        gate.open.set()
    return [first, *others]


def test_waiting_appends_are_committed_together(tmp_path: Path) -> None:
    gate = Gate()
    with SqliteJournal(tmp_path / "j.db", connect=gate.connect) as journal:
        journal.append([to("table/1", 0, 2)], "before")
        found = queued(
            journal,
            gate,
            [
                lambda: journal.append([to("table/1", 2)], "first"),
                lambda: journal.append([to("table/2", 0, 2), to("link/gold", None)], "second"),
                lambda: journal.append([to("table/1", 2)], "late"),
                lambda: journal.append([to("table/1", 0, 2)], "before"),
                lambda: journal.append([to("link/gold", None)], "third"),
            ],
        )
        assert gate.commits == 2
        assert found[0].result().last == 3
        with pytest.raises(VersionConflict, match="table/1 is at version 3, not at 2"):
            found[2].result()
        assert (found[3].result().first, found[3].result().last) == (1, 2)
        positions = sorted(
            n for f in (found[1], found[4]) for n in range(f.result().first, f.result().last + 1)
        )
        assert positions == [4, 5, 6, 7]
        assert [(head.stream, head.version) for head in journal.heads()] == [
            ("link/gold", 2),
            ("table/1", 3),
            ("table/2", 2),
        ]
        assert verify(journal).events == 7


def test_a_commit_that_fails_fails_for_all_and_nothing_is_half_recorded(tmp_path: Path) -> None:
    gate = Gate(fails=True)
    with SqliteJournal(tmp_path / "j.db", connect=gate.connect) as journal:
        names = ["a", "b", "c", "d"]
        asks = [partial(journal.append, [to(f"table/{name}", 0)], name) for name in names]
        found = queued(journal, gate, asks)
        assert found[0].result().last == 1
        for future in found[1:]:
            with pytest.raises(StorageFailed, match="send the command again with the same id"):
                future.result()
        gate.fails = False
        for name in names:
            journal.append([to(f"table/{name}", 0)], name)
        assert sorted(head.version for head in journal.heads()) == [1, 1, 1, 1]
        assert verify(journal).events == 4


def test_threads_that_open_a_new_file_at_once_all_find_a_journal(tmp_path: Path) -> None:
    together = threading.Barrier(6, timeout=30)

    def opened(number: int) -> Appended:
        together.wait()
        with SqliteJournal(tmp_path / "new.db") as journal:
            return journal.append([to(f"table/{number}", 0)], f"open-{number}")

    with ThreadPoolExecutor(6) as pool:
        assert sorted(answer.last for answer in pool.map(opened, range(6))) == [1, 2, 3, 4, 5, 6]
