"""What only a server can do to us: connections cut in the middle, sessions that wait, many first starts."""

import threading
import time

import psycopg
import pytest

from pitboss.store import JournalError
from pitboss.store import errors as err
from pitboss.store.open import open_journal
from pitboss.store.verify import verify
from tests.store.samples import fill, to


def hold_and_cut(url: str, release: threading.Event) -> None:
    """Hold the lock of the appends until one waits for it, then cut that one's connection."""
    with psycopg.connect(url, autocommit=True) as db, db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(1346982978, hashtext(current_schema()))")
        release.set()
        while True:
            cut = db.execute(
                "SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l USING (pid)"
                " WHERE l.locktype = 'advisory' AND NOT l.granted AND l.classid = 1346982978"
                " AND a.query LIKE 'CALL pitboss_append%' AND l.objid = (SELECT objid FROM pg_locks"
                " WHERE pid = pg_backend_pid() AND locktype = 'advisory')"
            ).fetchall()
            if cut:
                return
            time.sleep(0.005)


def test_a_connection_lost_in_the_middle_of_an_append(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal:
        fill(journal)
        held = threading.Event()
        cutter = threading.Thread(target=hold_and_cut, args=(postgres_url, held))
        cutter.start()
        held.wait(10)
        with pytest.raises(err.ConnectionLost, match="send the command again with the same id"):
            journal.append([to("table/1", 20)], "cut")
        cutter.join()
        assert journal.last_position() == 60
        assert journal.append([to("table/1", 20)], "cut").first == 61
        assert journal.append([to("table/1", 20)], "cut").first == 61
        assert verify(journal).events == 61


def test_an_answer_lost_after_the_append(postgres_url: str) -> None:
    """The server has it, the client does not know: the same command gets the first answer."""
    with open_journal(postgres_url) as journal, open_journal(postgres_url) as other:
        first = journal.append([to("table/1", 0)], "c")
        assert other.append([to("table/1", 0)], "c") == first
        assert other.last_position() == 1


def test_a_lost_reader_and_a_lost_listener_come_back(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal, open_journal(postgres_url) as other:
        fill(journal)
        with journal.subscribe(60) as following, psycopg.connect(postgres_url, autocommit=True) as db:
            assert following.poll(0) == []
            mine = [connection.info.backend_pid for connection in connections(journal, following)]
            for pid in mine:
                db.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
            with pytest.raises(err.ConnectionLost, match="broke"):
                journal.read_all()
            with pytest.raises(err.ConnectionLost, match="broke"):
                following.poll(0.5)
            assert len(journal.read_all()) == 60
            other.append([to("table/1", 20)])
            found = following.poll(5)
            assert [event.position for event in found] == [61]
            other.append([to("table/1", 21)])
            assert [event.position for event in following.poll(5)] == [62]


def connections(journal: object, following: object) -> list[psycopg.Connection]:
    found = [vars(journal)["_reader"], vars(following)["_connection"]]
    assert all(isinstance(connection, psycopg.Connection) for connection in found)
    return found


def test_many_first_starts_at_once(postgres_url: str) -> None:
    failed: list[BaseException] = []
    barrier = threading.Barrier(6)

    def start(number: int) -> None:
        barrier.wait()
        try:
            with open_journal(postgres_url) as journal:
                journal.append([to(f"table/{number}", 0)])
        except JournalError as error:
            failed.append(error)

    threads = [threading.Thread(target=start, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with open_journal(postgres_url) as journal:
        assert verify(journal).events == 6


def test_appends_are_on_the_disk_whatever_the_server_is_set_to(postgres_url: str) -> None:
    careless = postgres_url + "%20-csynchronous_commit%3Doff%20-cdefault_transaction_isolation%3Dserializable"
    with open_journal(careless) as journal:
        fill(journal)
        writer = vars(journal)["_writer"]
        assert writer.execute("SHOW synchronous_commit").fetchone() == ("on",)
        with psycopg.connect(postgres_url, autocommit=True) as db:
            before = db.execute("SELECT pg_current_wal_insert_lsn()").fetchone()
            journal.append([to("table/1", None)])
            after = db.execute("SELECT pg_current_wal_flush_lsn() > %s::pg_lsn", before).fetchone()
            assert after == (True,)


def test_an_append_that_waits_too_long(postgres_url: str) -> None:
    impatient = postgres_url + "%20-cstatement_timeout%3D200"
    with open_journal(impatient) as journal, psycopg.connect(postgres_url) as db:
        db.execute("SELECT pg_advisory_xact_lock(1346982978, hashtext(current_schema()))")
        with pytest.raises(err.Busy, match="did not answer in time"):
            journal.append([to("table/1", 0)], "c")
        db.rollback()
        assert journal.append([to("table/1", 0)], "c").first == 1


def test_what_nobody_foresaw_is_still_a_sentence(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal:
        fill(journal)
        with psycopg.connect(postgres_url, autocommit=True) as db:
            db.execute("DROP TABLE pitboss_commands")
        with pytest.raises(err.StorageFailed, match="pitboss_commands"):
            journal.append([to("table/1", None)], "c")
