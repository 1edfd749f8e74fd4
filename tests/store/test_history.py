"""A journal that loses what was recorded in it or read from it is never used again."""

import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import Queue
from typing import NoReturn

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.store import Appended, Journal
from pitboss.store.backup import back_up
from pitboss.store.checkpoint import STREAM, make_checkpoint
from pitboss.store.errors import (
    ConnectionLost,
    Gone,
    HistoryLost,
    JournalError,
    StorageFailed,
    TransactionPooling,
    VersionConflict,
    WriterEnded,
)
from pitboss.store.open import open_journal
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.postgres.connect import connect_server
from pitboss.store.postgres.journal import PostgresJournal
from tests.store.by_sql import by_sql
from tests.store.samples import sent, to
from tests.store.standby import Pair, pair
from tests.waiting import until
from tools.pgbouncer import pooler

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that wait for a standby are given up soon."""
    monkeypatch.setattr(AppendingConnection, "patience", 1.0)


@pytest.fixture
def synchronous() -> Iterator[Pair]:
    with pair(synchronous=True) as both:
        yield both


def followed(journal: Journal) -> object:
    with journal.subscribe(1) as following:
        return following.poll(5)


READS: dict[str, Callable[[Journal], object]] = {
    "find_command": lambda journal: journal.find_command(sent("second")),
    "read_stream": lambda journal: [event.version for event in journal.read_stream("table/1", 1)],
    "read_all": lambda journal: journal.read_all(1),
    "heads": lambda journal: journal.heads(),
    "head": lambda journal: journal.head("table/1"),
    "last_position": lambda journal: journal.last_position(),
    "append_at": lambda journal: journal.append_at(2),
    "append_rows": lambda journal: list(journal.append_rows(1, 2)),
    "tree_size": lambda journal: journal.tree_size(),
    "node": lambda journal: journal.node(0, 1),
    "subscribe": followed,
    "make_checkpoint": lambda journal: make_checkpoint(journal, KEY),
    "append": lambda journal: journal.append([to("table/1", 2)], sent("third")),
    "repeat": lambda journal: journal.append([to("table/1", 1)], sent("second")),
}
"""Whatever could tell of the second append."""


@pytest.mark.usefixtures("hurried")
def test_nothing_tells_of_an_append_that_the_synchronous_standby_lacks(synchronous: Pair) -> None:
    """It is on the primary's disk and visible there, and nothing but the standby is missing."""

    def asked(name: str) -> str:
        with open_journal(synchronous.url) as other:
            try:
                return f"{name} told of it: {READS[name](other)}"
            except JournalError:
                return ""

    with open_journal(synchronous.url) as journal, ThreadPoolExecutor(len(READS)) as pool:
        journal.append([to("table/1", 0)], sent("first"))
        synchronous.standby.kill()
        with pytest.raises(JournalError):
            journal.append([to("table/1", 1)], sent("second"))
        assert synchronous.primary.execute("SELECT max(position) FROM floor.pitboss_events") == [(2,)]
        synchronous.primary.execute("CHECKPOINT")
        assert "".join(pool.map(asked, READS)) == ""
        for name in ("repeat", "find_command", "append", "last_position"):
            with pytest.raises(JournalError):
                pytest.fail(f"{name} told of it: {READS[name](journal)}")


@pytest.mark.usefixtures("hurried")
def test_a_purchase_that_no_standby_has_is_not_acknowledged_and_not_lost(synchronous: Pair) -> None:
    """Refused while the standby is away, also when it is sent again; acknowledged once the standby has it."""
    with open_journal(synchronous.url) as journal:
        journal.append([to("table/1", 0)], sent("first"))
        synchronous.standby.signal(signal.SIGSTOP)
        for _ in range(2):
            with pytest.raises(JournalError):
                journal.append([to("table/1", 1)], sent("second"))
        with pytest.raises(JournalError):
            journal.find_command(sent("second"))
        synchronous.standby.signal(signal.SIGCONT)
        until(lambda: _acknowledged(journal), "the standby has what was sent to it")
        synchronous.fail_over()
    with open_journal(synchronous.url) as journal:
        assert journal.find_command(sent("second")) is not None


def _acknowledged(journal: Journal) -> bool:
    try:
        return journal.append([to("table/1", 1)], sent("second")).repeated
    except JournalError:
        return False


def test_a_commit_whose_wait_for_the_standby_is_cancelled_is_not_acknowledged(synchronous: Pair) -> None:
    """A warning alone tells of it, also where the database is set to send none."""
    synchronous.primary.execute("ALTER DATABASE postgres SET client_min_messages = error")
    with open_journal(synchronous.url) as journal, ThreadPoolExecutor(1) as pool:
        journal.append([to("table/1", 0)], sent("first"))
        synchronous.standby.signal(signal.SIGSTOP)
        try:
            for ask in (
                lambda: journal.append([to("table/1", 1)], sent("second")),
                lambda: journal.find_command(sent("second")),
            ):
                asked = pool.submit(ask)
                until(synchronous.cancel_waits, "a commit waits for the standby")
                with pytest.raises(JournalError, match="did not wait for what makes a commit durable"):
                    asked.result(30)
        finally:
            synchronous.standby.signal(signal.SIGCONT)


def test_a_journal_notices_that_a_standby_without_its_last_appends_took_over() -> None:
    """At an append, a read of something new and a probe, although versions are as expected."""
    acts: tuple[Callable[[Journal], object], ...] = (
        lambda journal: journal.append([to("table/1", 2)], sent("third")),
        lambda journal: list(journal.read_stream("table/1", 2)),
        lambda journal: journal.tree_size(),
        lambda journal: make_checkpoint(journal, KEY),
    )
    with pair(synchronous=False) as both, ExitStack() as stack:
        known = [stack.enter_context(open_journal(both.url)) for _ in acts]
        known[0].append([to("table/1", 0)], sent("first"))
        until(lambda: _has(both, 1), "the standby has the first append")
        both.standby.kill()
        known[0].append([to("table/1", 1)], sent("second"))
        for journal in known:
            assert [event.version for event in journal.read_stream("table/1")] == [1, 2]
        both.primary.kill()
        both.standby.start()
        both.standby.promote()
        with open_journal(both.url) as newer:
            # Another history reaches the same versions.
            assert newer.append([to("table/1", 1)], sent("other")).versions == {"table/1": 2}
            newer.append([to("table/2", 0)], sent("more"))
        for journal, act in zip(known, acts, strict=True):
            with pytest.raises(JournalError):
                act(journal)
            # A probe whose connection is lost is made again a second later.
            with suppress(ConnectionLost, HistoryLost):
                journal.check_usable()
            with pytest.raises(HistoryLost, match="no longer has append 2, as this process has recorded"):
                journal.check_usable()
            with pytest.raises(HistoryLost):
                act(journal)
        with open_journal(both.url) as newer:
            assert (newer.tree_size(), newer.head(STREAM)) == (3, None)


def test_nothing_is_read_from_the_history_of_a_primary_that_was_replaced() -> None:
    """It lives on, with an append of its own, and a connection from before still leads to it."""
    addresses: list[str] = []
    with pair(synchronous=False) as both:
        addresses.append(both.url)
        with PostgresJournal(both.url, connect=lambda _: connect_server(addresses[-1])) as journal:
            journal.append([to("table/1", 0)], sent("first"))
            assert journal.last_position() == 1
            until(lambda: _has(both, 1), "the standby has the first append")
            both.standby.execute("ALTER SYSTEM SET primary_conninfo = ''")
            both.standby.execute("SELECT pg_reload_conf()")
            gone = "SELECT count(*) FROM pg_stat_replication"
            until(lambda: both.primary.execute(gone) == [(0,)], "the standby is cut off")
            with open_journal(both.url) as other:
                other.append([to("table/1", 1)], sent("lost"))
            both.standby.promote()
            addresses.append(f"{both.standby.url}&options=-csearch_path%3Dfloor")
            vars(journal)["_writers"].close()
            assert journal.append([to("table/2", 0)], sent("second")).last == 2
            for ask in (
                lambda: journal.find_command(sent("lost")),
                lambda: list(journal.read_stream("table/1", 1)),
            ):
                with pytest.raises(HistoryLost, match="no longer has append 2"):
                    ask()


def _has(both: Pair, position: int) -> bool:
    with suppress(psycopg.errors.UndefinedTable):
        return both.standby.execute("SELECT max(position) FROM floor.pitboss_events") == [(position,)]
    return False


def test_appends_are_refused_onto_another_history(url: str) -> None:
    """An older state is put back under an open journal, and grows to the same versions."""
    with open_journal(url) as journal:
        journal.append([to("table/1", 0)], sent("first"))
        journal.append([to("table/1", 1)], sent("second"))
        tamper = by_sql(url)
        tamper("DELETE FROM appends WHERE number = 2")
        tamper("DELETE FROM events WHERE position = 2")
        with open_journal(url) as newer:
            newer.append([to("table/1", 1)], sent("other"))
        with pytest.raises(HistoryLost, match="no longer has append 2"):
            journal.append([to("table/1", 2)], sent("third"))
        with pytest.raises(HistoryLost):
            journal.check_usable()
        with pytest.raises(HistoryLost):
            journal.read_all()
    with open_journal(url) as after:
        assert after.last_position() == 2


def test_a_new_connection_is_compared_before_anything_is_read_over_it(postgres_url: str) -> None:
    """Hashes of appends that are known tell of no newer one."""
    with open_journal(postgres_url) as journal:
        journal.append([to("table/1", 0)], sent("first"))
        journal.append([to("table/1", 1)], sent("second"))
        by_sql(postgres_url)("DELETE FROM appends WHERE number = 2")
        vars(journal)["_readers"].close()
        with pytest.raises(HistoryLost, match="no longer has append 2"):
            journal.node(0, 0)


def test_a_reader_notices_another_history(url: str) -> None:
    with open_journal(url) as writer, open_journal(url) as reader:
        writer.append([to("table/1", 0)], sent("first"))
        writer.append([to("table/1", 1)], sent("second"))
        assert reader.last_position() == 2
        by_sql(url)("DELETE FROM appends WHERE number = 2")
        with pytest.raises(HistoryLost, match="recorded or read"):
            reader.check_usable()


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
@pytest.mark.parametrize("taken", ["deleted", "renamed", "replaced"])
def test_a_file_beside_the_journal_that_is_taken_away_is_noticed(
    tmp_path: Path, ending: str, taken: str
) -> None:
    path = tmp_path / "floor.db"
    with open_journal(f"sqlite:///{path}") as journal:
        journal.append([to("table/1", 0)], sent("first"))
        beside = Path(f"{path}{ending}")
        if taken == "replaced":
            shutil.copy(beside, tmp_path / "copy")
            (tmp_path / "copy").rename(beside)
        elif taken == "renamed":
            beside.rename(tmp_path / "elsewhere")
        else:
            beside.unlink()
        with pytest.raises(Gone, match=f"floor.db{ending} was taken away or replaced"):
            journal.check_usable()
        with pytest.raises(Gone, match="put the file back that was open"):
            journal.append([to("table/1", 1)], sent("second"))


@pytest.mark.parametrize("how", ["deleted", "emptied", "zeroed"])
def test_nothing_tells_of_an_append_to_a_write_ahead_log_that_is_gone(tmp_path: Path, how: str) -> None:
    """SQLite writes on, shows what it has written, and after a crash would read none of it."""
    path, log = tmp_path / "floor.db", tmp_path / "floor.db-wal"
    with open_journal(f"sqlite:///{path}") as journal:
        journal.append([to("table/1", 0)], sent("first"))
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        journal.append([to("table/1", 1)], sent("before"))
        if how == "deleted":
            log.unlink()
        else:
            with log.open("r+b") as file:
                file.write(bytes(32)) if how == "zeroed" else file.truncate()
        with pytest.raises(Gone, match=r"floor\.db-wal"):
            journal.append([to("table/1", 2)], sent("second"))
        for name in ("repeat", "find_command", "read_stream", "last_position", "append"):
            with pytest.raises(Gone, match=r"floor\.db-wal"):
                pytest.fail(f"{name} told of it: {READS[name](journal)}")
        with pytest.raises(Gone, match=r"floor\.db-wal"):
            journal.check_usable()


def test_an_older_copy_that_is_copied_into_the_open_file_is_noticed(tmp_path: Path) -> None:
    """The file keeps its identity, and SQLite keeps the pages that it has read."""
    path, copy = tmp_path / "floor.db", tmp_path / "copy.db"
    with open_journal(f"sqlite:///{path}") as journal:
        journal.append([to("table/1", 0)], sent("first"))
        back_up(f"sqlite:///{path}", copy)
        with closing(sqlite3.connect(path)) as db:
            for number in range(1, 60):
                journal.append([to(f"table/{number}0", 0, 20)], sent(str(number)))
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
                journal.check_usable()
        shutil.copyfile(copy, path)
        with pytest.raises(Gone, match=r"copied over the journal .*floor.db while it was open"):
            journal.check_usable()
        with pytest.raises(Gone, match="restore a copy"):
            journal.append([to("table/1", 1)], sent("second"))


def test_a_journal_that_was_closed_by_an_error_may_find_new_files_beside_it(tmp_path: Path) -> None:
    """SQLite itself takes them away with its last connection, and nothing is lost."""
    path = tmp_path / "floor.db"
    with open_journal(f"sqlite:///{path}") as journal:
        journal.append([to("table/1", 0)], sent("first"))
        vars(journal)["_writer"]._drop()
        journal.check_usable()
        assert journal.append([to("table/1", 1)], sent("second")).last == 2
        journal.check_usable()


def test_a_stream_shorter_than_it_was_read_is_another_history(url: str) -> None:
    """Its newest append is there, and yet an earlier one is not."""
    with open_journal(url) as journal:
        journal.append([to("table/1", 0, 3)], sent("first"))
        journal.append([to("table/2", 0)], sent("second"))
        by_sql(url)("DELETE FROM events WHERE position = 3")
        with (
            open_journal(url) as fresh,
            pytest.raises(HistoryLost, match="at version 2 and not 3"),
        ):
            fresh.append([to("table/1", 3)], sent("third"))
        with open_journal(url) as fresh, pytest.raises(VersionConflict):
            fresh.append([to("table/1", 1)], sent("third"))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_journal_whose_writer_thread_has_ended_is_not_usable(journal: Journal) -> None:
    """An async caller would wait for its outcome without end."""
    done: Queue[object] = Queue()
    journal.append_soon([to("table/1", 0)], sent("first"), done.put)
    assert isinstance(done.get(timeout=60), Appended)
    journal.check_usable()
    parts = vars(journal)
    queue = parts["_queue"] if "_queue" in parts else parts["_writer"].queue

    def end(group: object) -> NoReturn:
        raise SystemExit

    queue._record = end
    journal.append_soon([to("table/1", 1)], sent("second"), done.put)
    assert isinstance(done.get(timeout=60), StorageFailed), "its caller hears of it"
    until(lambda: not queue._writing.is_alive(), "the writer thread has ended")
    with pytest.raises(WriterEnded, match="nothing more is recorded: start this server again"):
        journal.check_usable()


def test_a_pooler_of_transactions_is_refused_before_a_journal_is_begun(synchronous: Pair) -> None:
    server = synchronous.primary
    server.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with (
        pooler(server, "transaction") as url,
        pytest.raises(TransactionPooling, match="pool_mode = session"),
        open_journal(url),
    ):
        pass
    assert server.execute("SELECT to_regclass('public.pitboss_meta') IS NULL") == [(True,)]
    with pooler(server, "session") as url, open_journal(url) as journal, open_journal(url) as other:
        journal.append([to("table/1", 0)], sent("first"))
        with other.subscribe(1) as following:
            journal.append([to("table/1", 1)], sent("second"))
            assert [event.version for event in following.poll(60)] == [2]
