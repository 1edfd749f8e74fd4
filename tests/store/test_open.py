"""Wrong, unreachable, foreign, newer, read-only and full: each has its error and its sentence."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from pitboss.store import Snapshot, ToStream
from pitboss.store import errors as err
from pitboss.store.journal import INDEXED
from pitboss.store.open import open_journal, open_private, open_roster, printable
from pitboss.store.sqlite import writer as sqlite_writer
from pitboss.store.verify import verify
from tests.programs import python, running
from tests.store.by_sql import Run, by_sql
from tests.store.samples import event, fill, sent, to
from tests.waiting import PATIENCE


@pytest.mark.parametrize(
    "url",
    [
        "mysql://host/db",
        "sqlite://",
        "sqlite:///",
        "sqlite://host/x",
        "",
        "  ",
        ":memory:",
        "sqlite:///a?b=c",
    ],
)
def test_a_wrong_url_is_refused_with_the_forms_there_are(url: str) -> None:
    with pytest.raises(err.BadUrl, match=r"sqlite:///|name a file|settings"):
        open_journal(url)


def test_every_form_of_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for url in (
        f"sqlite:///{tmp_path}/a%20b.db",
        f"{tmp_path}/a b.db",
        "sqlite:///a b.db",
        tmp_path / "a b.db",
    ):
        with open_journal(url) as journal:
            journal.append([to("table/1", None)])
    with open_journal("a b.db", read_only=True) as journal:
        assert journal.last_position() == 4
    assert [path.name for path in tmp_path.glob("*.db")] == ["a b.db"]


@pytest.mark.parametrize(
    "url",
    [
        "postgres//pit:SECRET@x",
        "postgresql//pit:SECRET@x/pitboss",
        " postgresql://pit:SECRET@x/pitboss",
        "postgresql;//pit:SECRET@x",
        "postgresl://pit:SECRET@x",
        "pit:SECRET@host/pitboss",
        "//SECRET@host/pitboss",
        "sqlite://pit:SECRET@x",
        "sqlite:///pit:SECRET@x?mode=ro",
        "host=x password=SECRET",
        "PGPASSWORD=SECRET",
        "jdbc:postgresql://host/db?user=pit&password=SECRET",
        "host/db?password=SECRET",
        "sqlite:///floor.db?password=SECRET",
    ],
)
def test_an_address_with_a_password_is_refused_without_being_printed(url: str) -> None:
    for opens in (open_journal, open_private, open_roster):
        with pytest.raises(err.BadUrl) as caught:
            opens(url)
        assert "SECRET" not in str(caught.value)
        assert "pit" not in str(caught.value).replace("pitboss", "")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://127.0.0.1:1/none",
        "postgresql://no-such-host.invalid/none",
        "postgresql:///none?host=/nowhere",
        "postgresql://u:secret@127.0.0.1:1/none?connect_timeout=nonsense",
    ],
)
def test_an_unreachable_server(url: str) -> None:
    with pytest.raises(err.Unreachable, match="cannot be reached") as caught:
        open_journal(url)
    assert "secret" not in str(caught.value)


def test_a_database_without_a_journal_is_left_as_it_is(postgres_url: str) -> None:
    for read_only in (True, False):
        with pytest.raises(err.NotAJournal, match="does not hold a Pitboss journal"):
            open_journal(postgres_url, read_only=read_only, create=False)
    with psycopg.connect(postgres_url) as db:
        tables = db.execute("SELECT 1 FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    assert tables == []


def test_an_unknown_database(postgres_server: str) -> None:
    with pytest.raises(err.Unreachable, match="does not exist"):
        open_journal(postgres_server.replace("/postgres?", "/nothing?"))


def test_an_unreachable_path(tmp_path: Path) -> None:
    with pytest.raises(err.Unreachable, match="there is no folder"):
        open_journal(tmp_path / "none" / "j.db")
    with pytest.raises(err.Unreachable, match="is a folder"):
        open_journal(tmp_path)
    with pytest.raises(err.Unreachable, match="does not exist"):
        open_journal(tmp_path / "j.db", read_only=True)


def test_a_file_that_is_not_a_journal_is_left_as_it_is(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("A shopping list, longer than the header of a database file. " * 20)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE things (name)")
        db.commit()
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(err.NotAJournal, match="not a journal of Pitboss"):
            open_journal(path)
        assert path.read_bytes() == before
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(err.NotAJournal, match="is empty"):
        open_journal(empty, read_only=True)
    with open_journal(empty) as journal:
        fill(journal)


def test_a_database_without_a_journal(postgres_url: str) -> None:
    with pytest.raises(err.NotAJournal, match="does not hold a Pitboss journal"):
        open_journal(postgres_url, read_only=True)
    with psycopg.connect(postgres_url, autocommit=True) as db:
        assert db.execute("SELECT to_regclass('pitboss_meta')").fetchone() == (None,)


def set_version(url: str, version: int) -> None:
    """Say that the tables of a journal are of another version."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db:
            db.execute(f"PRAGMA user_version = {version}")
    else:
        with psycopg.connect(url, autocommit=True) as pg:
            pg.execute("UPDATE pitboss_meta SET version = %s", (version,))


def test_a_journal_of_a_newer_version(url: str) -> None:
    open_journal(url).close()
    set_version(url, 7)
    for read_only in (False, True):
        with pytest.raises(err.NewerJournal, match="version 7, written by a newer Pitboss"):
            open_journal(url, read_only=read_only)


@pytest.mark.parametrize("version", [5, 1, 0, -1])
def test_a_journal_of_an_older_version(url: str, version: int) -> None:
    """Also one whose number makes no sense: it is neither read nor changed."""
    open_journal(url).close()
    set_version(url, version)
    for read_only in (False, True):
        with pytest.raises(err.OlderJournal, match=f"of version {version}, and this Pitboss reads version 6"):
            open_journal(url, read_only=read_only)
    set_version(url, 6)
    open_journal(url).close()


@contextmanager
def as_nobody() -> Iterator[None]:
    """File permissions say nothing to root, so root steps down for a moment."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_read_only_file() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "j.db"
        with open_journal(path) as journal:
            fill(journal)
        path.chmod(0o444)
        folder.chmod(0o555)
        try:
            with as_nobody():
                with pytest.raises(err.ReadOnly, match="read-only"):
                    open_journal(path)
                with open_journal(path, read_only=True) as journal:
                    assert len(journal.read_all()) == 60
                    with pytest.raises(err.ReadOnly, match="read-only"):
                        journal.append([to("table/1", None)])
        finally:
            folder.chmod(0o755)


def test_a_file_that_may_not_be_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "j.db"
        open_journal(path).close()
        path.chmod(0o000)
        Path(name).chmod(0o555)
        with as_nobody(), pytest.raises(err.Unreachable, match="may not be read"):
            open_journal(path)
        Path(name).chmod(0o755)


@pytest.mark.parametrize("forbidden", [True, False])
def test_a_database_that_may_not_be_written(postgres_url: str, forbidden: bool) -> None:
    """Because the database says so, or because it was only opened to be read: the same as with a file."""
    with open_journal(postgres_url) as journal:
        fill(journal)
    if forbidden:
        postgres_url += "%20-cdefault_transaction_read_only%3Don"
        with pytest.raises(err.ReadOnly, match="read-only: nothing can be recorded in it"):
            open_journal(postgres_url)
    with open_journal(postgres_url, read_only=True) as journal:
        assert len(journal.read_all()) == 60
        with journal.subscribe(58) as following:
            assert [event.position for event in following.poll(PATIENCE)] == [59, 60]
        with pytest.raises(err.ReadOnly, match="read-only: nothing can be recorded in it"):
            journal.append([to("table/1", None)])
        with pytest.raises(err.ReadOnly, match="read-only"):
            journal.save_snapshot(Snapshot(stream="table/1", version=1, schema=1, data=b""))
        with (
            pytest.raises(err.ReadOnly, match="may not be written"),
            vars(journal)["_readers"].use() as session,
        ):
            session.execute("DELETE FROM pitboss_snapshots")


def test_a_user_without_special_rights_may_append(postgres_url: str) -> None:
    """Nothing the journal does needs more than rights on its own schema."""
    schema = postgres_url.rpartition("%3D")[2]
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute(f"CREATE ROLE {schema} LOGIN")
        db.execute(f"GRANT ALL ON SCHEMA {schema} TO {schema}")
    with open_journal(postgres_url.replace("//postgres:@", f"//{schema}:@")) as journal:
        fill(journal)
        assert len(journal.read_all()) == 60


TWO_HUNDRED = """
import sys
from pitboss.store.open import open_journal, open_private, open_roster, printable
from tests.store.samples import sent, to

with open_journal(sys.argv[1]) as journal:
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(200):
        command = sent(f"{sys.argv[2]}-{number}")
        journal.append([to(f"table/{sys.argv[2]}", number), to("link/gold", None)], command)
"""


def test_two_processes_on_one_file_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    how: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                running([sys.executable, "-c", TWO_HUNDRED, path, name], cwd=Path(__file__).parents[2], **how)
            )
            for name in ("a", "b")
        ]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        assert [process.communicate("go\n", PATIENCE)[0] for process in processes] == ["", ""]
    assert [process.returncode for process in processes] == [0, 0]
    with open_journal(path) as journal:
        assert [(head.stream, head.version) for head in journal.heads()] == [
            ("link/gold", 400),
            ("table/a", 200),
            ("table/b", 200),
        ]
        assert verify(journal).events == 800


def test_a_process_that_holds_the_file_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "BUSY_SECONDS", 0.1)
    path = tmp_path / "j.db"
    with open_journal(path) as journal:
        fill(journal)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(err.Busy, match="Another process holds"):
                journal.append([to("table/1", None)], sent("c"))
            assert len(journal.read_all()) == 60
            other.execute("ROLLBACK")
        assert journal.append([to("table/1", None)], sent("c")).first == 61


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with open_journal(path) as journal:
        fill(journal, 200)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(err.Damaged, match="restore it from a copy"), open_journal(path) as journal:
        journal.read_all()


def test_importing_the_command_line_brings_in_no_database() -> None:
    code = (
        "import sys, pitboss.cli.settle, pitboss.cli.main, pitboss.store\n"
        "print([name for name in ('psycopg', 'cryptography', 'sqlite3', 'segno') if name in sys.modules])"
    )
    done = python(code)
    assert done == "[]\n"


@pytest.mark.parametrize("how", ["deleted", "renamed", "replaced"])
def test_nothing_is_acknowledged_once_the_file_is_gone(tmp_path: Path, how: str) -> None:
    """A server goes on writing to a file that was deleted or renamed: nobody would find it again."""
    path = tmp_path / "journal.db"
    with open_journal(path) as journal:
        journal.append([to("table/1", 0)], sent("before"))
        if how == "deleted":
            path.unlink()
        else:
            path.rename(tmp_path / "elsewhere.db")
        if how == "replaced":
            path.touch(0o600)
        for name in ("after", "and again"):
            with pytest.raises(err.Gone, match="taken away or replaced"):
                journal.append([to("table/1", None)], sent(name))
        assert not path.exists() or not path.stat().st_size, "no new journal is begun in its place"


def test_a_file_that_is_put_back_is_written_to_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with open_journal(path) as journal:
        journal.append([to("table/1", 0)], sent("before"))
        path.rename(tmp_path / "elsewhere.db")
        with pytest.raises(err.Gone):
            journal.append([to("table/1", 1)], sent("after"))
        (tmp_path / "elsewhere.db").rename(path)
        journal.append([to("table/1", 1)], sent("after"))
        assert journal.last_position() == 2


def test_a_url_is_printed_without_its_user_and_password() -> None:
    assert printable("postgresql://pit:SECRET@x/floor") == "postgresql://x/floor"
    assert printable("evening.db") == "evening.db"


def test_a_journal_from_before_the_indexes_gets_them_when_it_is_opened_for_writing(url: str) -> None:
    postgres = url.startswith("postgres")
    kinds = [f"pitboss_events_{kind.lower()}" if postgres else f"events_{kind}" for kind in INDEXED]
    with open_journal(url) as journal:
        journal.append([ToStream("table/1", 0, (event(1, "RoundBegan"), event(2), event(3, "RoundBegan")))])
        found = journal.of_kind("table/1", "RoundBegan")
    assert [each.version for each in found] == [1, 3]
    run = by_sql(url)
    before = _indexes(run, postgres)
    assert before >= set(kinds)
    for kind in kinds:
        run(f"DROP INDEX {kind}")
    if postgres:
        run("UPDATE pitboss_meta SET routines = 5")
    with open_journal(url, read_only=True) as journal:
        assert journal.of_kind("table/1", "RoundBegan") == found, "slower, and right"
        assert verify(journal).sound
        assert list(journal.storage_faults()) == []
    assert not _indexes(run, postgres) & set(kinds)
    with open_journal(url) as journal:
        journal.append([to("table/1", 3)])
        assert journal.of_kind("table/1", "RoundBegan") == found
        assert list(journal.storage_faults()) == []
    assert _indexes(run, postgres) == before


def _indexes(run: Run, postgres: bool) -> set[str]:
    made: LiteralString = "SELECT name FROM sqlite_master WHERE type = 'index'"
    known: LiteralString = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
    return {name for (name,) in run(known if postgres else made)}
