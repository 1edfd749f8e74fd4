"""What only a server can do to us: connections cut in the middle, sessions that wait, many first starts."""

import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import psycopg
import pytest
from msgspec import structs

from pitboss.store import Journal, Recorded
from pitboss.store import errors as err
from pitboss.store.open import open_journal, open_roster
from pitboss.store.postgres.schema import CREATE_ROUTINES, ROUTINES, TURN
from pitboss.store.verify import verify
from tests.store.samples import fill, sent, to
from tests.waiting import PATIENCE, at_once, happens, started, until


def hold_and_cut(url: str, release: threading.Event) -> None:
    """Hold the lock of the appends until one waits for it, then cut that one's connection."""
    with psycopg.connect(url, autocommit=True) as db, db.transaction():
        db.execute(TURN)
        release.set()
        cut = (
            "SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l USING (pid)"
            " WHERE l.relation = to_regclass('pitboss_turn') AND NOT l.granted"
            " AND a.query LIKE 'CALL pitboss_append%'"
        )
        until(lambda: db.execute(cut).fetchall(), "an append waits for the lock")


def test_a_connection_lost_in_the_middle_of_an_append(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal:
        fill(journal)
        held = threading.Event()
        cutter = started(partial(hold_and_cut, postgres_url, held))
        happens(held, "the lock of the appends is held")
        with pytest.raises(err.ConnectionLost, match="send the command again with the same id"):
            journal.append([to("table/1", 20)], sent("cut"))
        cutter.result(PATIENCE)
        assert journal.last_position() == 60
        assert journal.append([to("table/1", 20)], sent("cut")).first == 61
        assert journal.append([to("table/1", 20)], sent("cut")).first == 61
        assert verify(journal).events == 61


def cut_while_it_sleeps(url: str) -> None:
    """Cut the connection whose append sleeps between its commit and its answer."""
    schema = url.rpartition("%3D")[2]
    with psycopg.connect(url, autocommit=True) as db:
        cut = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE wait_event = 'PgSleep' AND application_name = %s"
        )
        until(lambda: db.execute(cut, (schema,)).fetchall(), "the append sleeps after its commit")


def test_a_connection_lost_between_the_commit_and_the_answer(postgres_url: str) -> None:
    """The server has it, the client does not know: the same command gets the first answer."""
    named = f"{postgres_url}&application_name={postgres_url.rpartition('%3D')[2]}"
    with open_journal(named) as journal, psycopg.connect(postgres_url, autocommit=True) as db:
        fill(journal)
        db.execute(CREATE_ROUTINES.replace("    COMMIT;", "    COMMIT; PERFORM pg_sleep(60);"))
        cutter = started(partial(cut_while_it_sleeps, postgres_url))
        with pytest.raises(err.ConnectionLost, match="send the command again with the same id"):
            journal.append([to("table/1", 20)], sent("cut"))
        cutter.result(PATIENCE)
        db.execute(CREATE_ROUTINES)
        assert journal.last_position() == 61
        assert journal.append([to("table/1", 20)], sent("cut")).first == 61
        assert journal.last_position() == 61
        assert verify(journal).events == 61


def has_node(journal: Journal, place: int) -> bool:
    """Whether the log's tree has a leaf at a place; each append of these has one event."""
    try:
        return bool(journal.node(0, place))
    except err.Damaged:
        return False


def newest(journal: Journal, way: int) -> int:
    """The last position, seen in one of the ways there are to see it."""
    if way == 0:
        return journal.read_all()[-1].position
    if way == 1:
        return [event.position for event in journal.read_stream("table/1")][-1]
    if way == 2:
        return journal.heads()[0].position
    if way == 3:
        row = journal.append_at(journal.tree_size())
        assert row is not None
        return row.answer.last
    if way == 4:
        return sum(1 for place in range(40) if has_node(journal, place))
    return journal.last_position()


def test_a_reader_makes_durable_what_it_hands_out(postgres_url: str) -> None:
    """An append that was committed and not flushed is visible; whoever reads it flushes it first."""
    held_back = 0
    with (
        open_journal(postgres_url) as journal,
        open_journal(postgres_url) as reading,
        psycopg.connect(postgres_url, autocommit=True) as db,
    ):
        db.execute(CREATE_ROUTINES.replace("nothing := pg_logical_emit_message(true, 'pitboss', '');", ""))
        for number in range(30):
            journal.append([to("table/1", number)], sent(f"c{number}"))
            row = db.execute(
                "SELECT pg_current_wal_insert_lsn(), pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn()"
            ).fetchone()
            assert row is not None
            held_back += row[1]
            assert newest(reading, number % 6) == number + 1
            assert db.execute("SELECT pg_current_wal_flush_lsn() >= %s", (row[0],)).fetchone() == (True,)
    assert held_back > 10


OLDER = """CREATE OR REPLACE PROCEDURE pitboss_append_after(
    names text[], expected bigint[], lasts integer[], kinds text[], schemas integer[], labels bytea[],
    salts bytea[], datas bytea[], at bigint, parts integer[], senders text[], commands text[],
    digests bytea[], INOUT known bigint, INOUT known_leaf bytea, INOUT answers bigint[])
    LANGUAGE plpgsql AS $$ BEGIN RAISE 'another append'; END $$"""


def test_a_newer_pitboss_brings_its_own_append(postgres_url: str) -> None:
    """When it opens the journal, and for servers that were there before as well."""
    with open_journal(postgres_url) as earlier, psycopg.connect(postgres_url, autocommit=True) as db:
        fill(earlier)
        db.execute(OLDER)
        db.execute("UPDATE pitboss_meta SET routines = routines - 1")
        with pytest.raises(err.StorageFailed, match="another append"):
            earlier.append([to("table/1", 20)], sent("c"))
        with open_journal(postgres_url) as newer:
            assert newer.append([to("table/1", 20)], sent("c")).first == 61
        assert earlier.append([to("table/1", 21)]).first == 62
        assert db.execute("SELECT routines FROM pitboss_meta").fetchone() == (ROUTINES,)
        assert verify(earlier).events == 62


def test_an_older_pitboss_leaves_a_newer_append_alone(postgres_url: str) -> None:
    open_journal(postgres_url).close()
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute(OLDER)
        db.execute("UPDATE pitboss_meta SET routines = routines + 1")
    with open_journal(postgres_url) as older, pytest.raises(err.StorageFailed, match="another append"):
        older.append([to("table/1", 0)])


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
            found = following.poll(PATIENCE)
            assert [event.position for event in found] == [61]
            other.append([to("table/1", 21)])
            assert [event.position for event in following.poll(PATIENCE)] == [62]


def connections(journal: object, following: object) -> list[psycopg.Connection]:
    with vars(journal)["_readers"].use() as reader:
        found = [reader, vars(following)["_connection"]]
    assert all(isinstance(connection, psycopg.Connection) for connection in found)
    return found


@pytest.fixture
def quiet_url(postgres_url: str) -> Iterator[str]:
    """In a database of its own: announcements go to all of a database."""
    name = f"quiet_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
        yield postgres_url.partition("&options")[0].replace("/postgres?", f"/{name}?")
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_own_appends_are_not_read_back(quiet_url: str) -> None:
    with (
        open_journal(quiet_url) as journal,
        open_journal(quiet_url) as other,
        journal.subscribe() as following,
    ):
        reads: list[int] = []
        read = vars(following)["_read"]

        def counted(after: int, limit: int) -> list[Recorded]:
            reads.append(after)
            found: list[Recorded] = read(after, limit)
            return found

        def write(at: Journal, *, known: bool) -> None:
            time.sleep(0.1)
            last = at.append([to("table/1", None)]).last
            if known:
                own.append(last)

        own = [0]
        vars(following)["_read"] = counted
        following.known = lambda position: max(position, own[-1])
        with ThreadPoolExecutor(1) as pool:
            done = [pool.submit(write, journal, known=True) for _ in range(5)]
            assert following.poll(0.8) == []
            assert [future.result(PATIENCE) for future in done] == [None] * 5
            assert len(reads) == 2, "once before it waited, and once when the time was up"
            pool.submit(write, journal, known=False)
            assert [event.position for event in following.poll(PATIENCE)] == [6]
            pool.submit(write, other, known=False)
            assert [event.position for event in following.poll(PATIENCE)] == [7]


def test_many_first_starts_at_once(postgres_url: str) -> None:
    def start(number: int) -> None:
        with open_journal(postgres_url) as journal:
            journal.append([to(f"table/{number}", 0)])

    at_once(*(partial(start, number) for number in range(6)))
    with open_journal(postgres_url) as journal:
        assert verify(journal).events == 6


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_texts_are_read_as_they_were_written_whatever_the_encoding_is_set_to(
    postgres_url: str, encoding: str
) -> None:
    odd = f"{postgres_url}%20-cclient_encoding%3D{encoding}"
    with open_journal(odd) as journal, closing(open_roster(odd)) as roster:
        answer = journal.append([to("table/1", 0)], sent("première"))
        assert [head.stream for head in journal.heads()] == ["table/1"]
        assert roster.renew() == (roster.name,)
    with open_journal(postgres_url) as journal:
        assert journal.find_command(sent("première")) == structs.replace(answer, repeated=True)
        assert verify(journal).sound


def test_appends_are_on_the_disk_whatever_the_server_is_set_to(postgres_url: str) -> None:
    careless = postgres_url + "%20-csynchronous_commit%3Doff%20-cdefault_transaction_isolation%3Dserializable"
    with open_journal(careless) as journal:
        fill(journal)
        with vars(journal)["_writers"].use() as writer:
            assert writer.execute("SHOW synchronous_commit").fetchone() == ("on",)
        with psycopg.connect(postgres_url, autocommit=True) as db:
            before = db.execute("SELECT pg_current_wal_insert_lsn()").fetchone()
            journal.append([to("table/1", None)])
            after = db.execute("SELECT pg_current_wal_flush_lsn() > %s::pg_lsn", before).fetchone()
            assert after == (True,)


@pytest.mark.parametrize("setting", ["lock_timeout", "statement_timeout"])
def test_an_append_that_waits_too_long(postgres_url: str, setting: str) -> None:
    open_journal(postgres_url).close()
    impatient = f"{postgres_url}%20-c{setting}%3D200"
    with open_journal(impatient) as journal, psycopg.connect(postgres_url) as db:
        db.execute(TURN)
        with pytest.raises(err.Busy, match="did not answer in time"):
            journal.append([to("table/1", 0)], sent("c"))
        db.rollback()
        assert journal.append([to("table/1", 0)], sent("c")).first == 1


def test_nobody_waits_for_ever(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal, vars(journal)["_writers"].use() as writer:
        assert writer.execute("SHOW lock_timeout").fetchone() == ("10s",)


def test_an_unforeseen_error_is_told_in_a_sentence(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal:
        fill(journal)
        with psycopg.connect(postgres_url, autocommit=True) as db:
            db.execute("DROP TABLE pitboss_appends")
        with pytest.raises(err.StorageFailed, match="pitboss_appends"):
            journal.append([to("table/1", None)], sent("c"))
