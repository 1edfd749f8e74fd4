"""Another user of the journal's PostgreSQL database, without any right to the journal.

Holds: a role that may connect. Tries: to read, to append, to hold the lock of the appends, to speak on the
channel of the followers, to be called by the journal's own procedure, to put a journal of their own in the
way. Expected: they read and stop nothing; a schema in which everybody could put something in the way is not
opened.
"""

import logging
import threading
import uuid
from collections.abc import Iterator
from functools import partial

import psycopg
import pytest
from msgspec import Struct

from pitboss.server.news import News
from pitboss.store.errors import NotAJournal, OpenToOthers
from pitboss.store.open import open_journal
from pitboss.store.postgres.schema import CHANNEL, LOCK, TURN
from pitboss.store.verify import verify
from tests.store.samples import fill, to
from tests.waiting import at_once, happens, until


class Database(Struct, frozen=True):
    """One database, as the server's administrator, its owner and a neighbour reach it."""

    admin: str
    house: str
    neighbour: str


def made(server: str, owner: str, neighbour: str) -> Database:
    name = f"d{uuid.uuid4().hex[:8]}"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name} OWNER {owner}")
    reached = server.replace("/postgres?", f"/{name}?")
    roles = (reached.replace("//postgres:", f"//{role}:") for role in (owner, neighbour))
    return Database(reached, *roles)


@pytest.fixture(scope="module")
def roles(postgres_server: str) -> tuple[str, str]:
    found = f"house{uuid.uuid4().hex[:8]}", f"next{uuid.uuid4().hex[:8]}"
    with psycopg.connect(postgres_server, autocommit=True) as db:
        for role in found:
            db.execute(f"CREATE ROLE {role} LOGIN")
    return found


@pytest.fixture(scope="module")
def shared(postgres_server: str, roles: tuple[str, str]) -> Database:
    """A database with a journal in its schema ``public``."""
    found = made(postgres_server, *roles)
    with open_journal(found.house) as journal:
        fill(journal)
    return found


@pytest.fixture
def neighbour(shared: Database) -> Iterator[psycopg.Connection]:
    with psycopg.connect(shared.neighbour, autocommit=True) as db:
        yield db


@pytest.mark.parametrize(
    "attempt",
    [
        "SELECT * FROM pitboss_events",
        "SELECT * FROM pitboss_appends",
        "SELECT * FROM pitboss_snapshots",
        "INSERT INTO pitboss_streams (name) VALUES ('table/9')",
        "UPDATE pitboss_meta SET archived = 60",
        f"BEGIN; {TURN}",
        "BEGIN; LOCK TABLE pitboss_events IN ACCESS EXCLUSIVE MODE",
        "BEGIN; LOCK TABLE pitboss_meta IN ROW EXCLUSIVE MODE",
        "CREATE TABLE public.pitboss_private (kind text)",
        "CREATE FUNCTION public.sha256(text) RETURNS bytea LANGUAGE sql AS $$ SELECT ''::bytea $$",
    ],
)
def test_a_neighbour_can_do_nothing_with_the_journal(neighbour: psycopg.Connection, attempt: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        neighbour.execute(attempt)


def test_a_neighbour_gets_nothing_by_calling_the_append(neighbour: psycopg.Connection) -> None:
    row = neighbour.execute(
        "SELECT pronargs FROM pg_proc WHERE proname = 'pitboss_append_together'"
    ).fetchone()
    assert row is not None
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        neighbour.execute(f"CALL pitboss_append_together({', '.join(['NULL'] * row[0])})")


def test_a_neighbour_who_holds_the_advisory_lock_stops_no_append(
    shared: Database, neighbour: psycopg.Connection
) -> None:
    with open_journal(shared.house) as journal, neighbour.transaction():
        neighbour.execute(f"SELECT {LOCK}")
        version = sum(1 for _ in journal.read_stream("table/1"))
        journal.append([to("table/1", version)])
        assert sum(1 for _ in journal.read_stream("table/1")) == version + 1
        assert verify(journal).sound


def test_a_neighbour_s_notification_makes_a_follower_look_and_nothing_more(
    shared: Database, neighbour: psycopg.Connection
) -> None:
    with open_journal(shared.house) as journal:
        last = journal.last_position()
        with journal.subscribe(last) as following:
            following.known = lambda position: position
            # A process number is used again: the neighbour may have got that of a writer which is gone.
            vars(following)["_writers"].add(neighbour.info.backend_pid)
            for payload in ("", "x", "-1", "٣", "9" * 18, "9" * 5000):
                neighbour.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
            assert following.poll(0.1) == []
            assert following.position == last
            journal.append([to("link/gold", None)])
            found = until(lambda: following.poll(10), "the follower hears of the append")
            assert [event.position for event in found] == [last + 1]


def test_news_goes_on_after_a_fault_that_nobody_foresaw(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """The thread that follows must not die: nothing that others record would be heard of again."""
    heard = threading.Event()

    def hear(events: object) -> None:
        if not heard.is_set():
            heard.set()
            raise RuntimeError("nobody foresaw this")
        again.set()

    again = threading.Event()
    with open_journal(url) as journal, open_journal(url) as other, caplog.at_level(logging.ERROR):
        news = News(journal, hear, lambda topics: topics, after=0)
        thread = vars(news)["_thread"]
        thread.start()
        other.append([to("table/1", 0)])
        happens(again, "the same event is told again")
        news.stop()
    assert "the journal cannot be followed" in caplog.text


_EVIL = """CREATE FUNCTION public.evil() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN EXECUTE 'GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC';
    EXCEPTION WHEN OTHERS THEN NULL; END $$"""
_OVERLOADS = (
    """CREATE FUNCTION public.cardinality(integer[]) RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN PERFORM public.evil(); RETURN array_length($1, 1); END $$""",
    """CREATE FUNCTION public.format(text, text, bigint, bigint) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN PERFORM public.evil(); RETURN concat_ws(' ', $2, $3, $4); END $$""",
    """CREATE FUNCTION public.hashtext(name) RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN PERFORM public.evil(); RETURN 1; END $$""",
    """CREATE FUNCTION public.added(bigint[], bigint) RETURNS bigint[] LANGUAGE plpgsql AS $$
    BEGIN PERFORM public.evil(); RETURN array_append($1, $2); END $$""",
    "CREATE OPERATOR public.|| (LEFTARG = bigint[], RIGHTARG = bigint, FUNCTION = public.added)",
    """CREATE FUNCTION public.joined(bigint[], bigint[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
    BEGIN PERFORM public.evil(); RETURN array_cat($1, $2); END $$""",
    "CREATE OPERATOR public.|| (LEFTARG = bigint[], RIGHTARG = bigint[], FUNCTION = public.joined)",
)
"""They fit what the journal calls better than PostgreSQL's own, and do what their maker wants."""


def test_functions_of_another_in_the_same_schema_are_not_called(
    postgres_server: str, roles: tuple[str, str]
) -> None:
    """Somebody whom the owner lets create in the schema gets no more than that."""
    found = made(postgres_server, *roles)
    open_journal(found.house).close()
    with psycopg.connect(found.admin, autocommit=True) as db:
        db.execute(f"GRANT CREATE ON SCHEMA public TO {roles[1]}")
    with psycopg.connect(found.neighbour, autocommit=True) as db:
        for statement in (_EVIL, *_OVERLOADS):
            db.execute(statement)
        with open_journal(found.house) as journal:
            fill(journal)
            at_once(*(partial(journal.append, [to(f"table/{n}", None)]) for n in range(20)))
            with pytest.raises(Exception, match="is at version"):
                journal.append([to("table/1", 3)])
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.execute("SELECT * FROM pitboss_events")


def test_a_schema_in_which_everybody_may_create_is_not_opened(
    postgres_server: str, roles: tuple[str, str]
) -> None:
    found = made(postgres_server, *roles)
    with psycopg.connect(found.admin, autocommit=True) as db:
        db.execute("GRANT CREATE ON SCHEMA public TO PUBLIC")
        with pytest.raises(OpenToOthers, match='REVOKE CREATE ON SCHEMA "public" FROM PUBLIC'):
            open_journal(found.house)
        db.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        open_journal(found.house).close()
        db.execute("GRANT CREATE ON SCHEMA public TO PUBLIC")
        with pytest.raises(OpenToOthers):
            open_journal(found.house)
        open_journal(found.house, read_only=True).close()


def test_a_second_journal_in_front_of_the_first_is_not_taken_for_it(
    postgres_server: str, roles: tuple[str, str]
) -> None:
    """A schema with the name of the journal's user comes before ``public``, whoever has made it."""
    found = made(postgres_server, *roles)
    with open_journal(found.house) as journal:
        fill(journal)
    with psycopg.connect(found.admin, autocommit=True) as db:
        db.execute(f"CREATE SCHEMA {roles[0]}")
        db.execute(f"GRANT ALL ON SCHEMA {roles[0]} TO {roles[0]}")
        with open_journal(found.house) as journal:
            assert journal.last_position() == 60, "an empty schema in front changes nothing"
        db.execute(f"CREATE TABLE {roles[0]}.pitboss_meta AS TABLE public.pitboss_meta")
        db.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA {roles[0]} TO {roles[0]}")
    for read_only in (False, True):
        with pytest.raises(NotAJournal, match="several journals"):
            open_journal(found.house, read_only=read_only)
    with open_journal(f"{found.house}&options=-csearch_path%3Dpublic") as journal:
        assert journal.last_position() == 60
