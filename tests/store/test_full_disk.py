"""A full disk: nothing of the append is recorded, and with room again the same command goes through."""

import os
import resource
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pitboss.store import Journal
from pitboss.store import errors as err
from pitboss.store.open import open_journal
from pitboss.store.sqlite.connect import connect_file
from pitboss.store.sqlite.journal import SqliteJournal
from pitboss.store.verify import verify
from tests.programs import python, ran
from tests.store.samples import fill, sent, to


def full_connection(path: str, read_only: bool) -> sqlite3.Connection:
    """A file that may not grow any more; SQLite answers as it does on a full disk."""
    connection = connect_file(path, read_only)
    if not read_only:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {max(pages, 40)}")
    return connection


def test_a_full_disk_records_nothing_of_the_append(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    with SqliteJournal(path, connect=full_connection) as journal:
        done = append_until(journal, err.DiskFull)
        assert journal.last_position() == done * 50
        assert journal.find_command(sent(f"c{done}")) is None
    with open_journal(path) as journal:
        assert journal.append([to("table/1", done * 50, 50)], sent(f"c{done}")).first == done * 50 + 1


def append_until(journal: Journal, error: type[err.JournalError]) -> int:
    for number in range(10_000):
        try:
            journal.append([to("table/1", number * 50, 50)], sent(f"c{number}"))
        except error as caught:
            assert "nothing was recorded" in str(caught)  # noqa: PT017
            return number
    raise AssertionError("it never filled up")


def test_a_full_database_disk(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal, psycopg.connect(postgres_url, autocommit=True) as db:
        fill(journal)
        db.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$"
        )
        db.execute(
            "CREATE TRIGGER full_disk BEFORE INSERT ON pitboss_appends"
            " FOR EACH ROW EXECUTE FUNCTION full_disk()"
        )
        with pytest.raises(err.DiskFull, match="no room"):
            journal.append([to("table/1", None)], sent("full"))
        assert journal.last_position() == 60
        db.execute("DROP TRIGGER full_disk ON pitboss_appends")
        assert journal.append([to("table/1", None)], sent("full")).first == 61


def test_a_file_that_reaches_the_limit_of_its_size(tmp_path: Path) -> None:
    """Real writes that really fail: the process may not write files beyond a size."""
    code = (
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n"
        "from pitboss.store import NewEvent, ToStream, JournalError\n"
        "from pitboss.store.open import open_journal\n"
        "from tests.store.samples import sent\n"
        f"journal = open_journal({str(tmp_path / 'j.db')!r})\n"
        "number = 0\n"
        "while True:\n"
        "    try:\n"
        "        event = NewEvent('Tick', 1, b'x' * 3000)\n"
        "        journal.append([ToStream('table/1', number, (event,))], sent(f'c{number}'))\n"
        "    except JournalError as error:\n"
        "        print(type(error).__name__, number)\n"
        "        break\n"
        "    number += 1\n"
    )
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    kind, number = python(code).split()
    assert kind in ("StorageFailed", "DiskFull")
    with open_journal(tmp_path / "j.db") as journal:
        assert journal.last_position() == int(number) > 3
        assert journal.append([to("table/1", None)], sent(f"c{number}")).first == int(number) + 1


FILL_UP = """
import sys
from pathlib import Path
from pitboss.store import errors as err
from pitboss.store.open import open_journal
from pitboss.store.verify import verify
from tests.store.samples import sent, to

folder = Path(sys.argv[1])
ballast = folder / "ballast"
ballast.write_bytes(bytes(100_000))
with open_journal(folder / "j.db") as journal:
    number = 0
    while True:
        try:
            journal.append([to("table/1", number * 50, 50)], sent(f"c{number}"))
        except err.DiskFull as error:
            print(error)
            break
        number += 1
    assert journal.last_position() == number * 50
    assert journal.find_command(sent(f"c{number}")) is None
    ballast.unlink()
    assert journal.append([to("table/1", number * 50, 50)], sent(f"c{number}")).first == number * 50 + 1
    assert verify(journal).events == number * 50 + 50 > 100
"""


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A file system of half a megabyte, which is gone with the process that made it."""
    unshare = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    mounted = f'mount -t tmpfs -o size=512k tmpfs "{tmp_path}" && exec "$@"'
    command = [*unshare, "sh", "-c", mounted, "sh"]
    if not shutil.which("unshare") or ran(*command, "true", check=False).returncode:
        pytest.skip("this system lets nobody make a small file system")
    done = ran(*command, sys.executable, "-c", FILL_UP, tmp_path, cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == f"There is no room on the disk of {tmp_path}/j.db: nothing was recorded."


@pytest.fixture
def small_tablespace(postgres_url: str) -> Iterator[tuple[str, Path]]:
    """The URL of a schema whose tables go to a file system of two megabytes, and a file in the way there."""
    if os.geteuid() != 0:
        pytest.skip("only root can give the server a small file system")
    name = postgres_url.rpartition("%3D")[2]
    folder = Path(tempfile.mkdtemp(prefix="pbts-", dir="/tmp"))
    try:
        ran("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder)
        with psycopg.connect(postgres_url, autocommit=True) as db:
            row = db.execute("SHOW data_directory").fetchone()
            assert row is not None
            owner = Path(row[0]).stat()
            os.chown(folder, owner.st_uid, owner.st_gid)
            db.execute(f"CREATE TABLESPACE {name} LOCATION '{folder}'")
            ballast = folder / "ballast"
            ballast.write_bytes(bytes(200_000))
            yield f"{postgres_url}%20-cdefault_tablespace%3D{name}", ballast
            db.execute(f"DROP SCHEMA {name} CASCADE")
            db.execute(f"DROP TABLESPACE {name}")
    finally:
        ran("umount", "--lazy", folder, check=False)
        folder.rmdir()


def test_a_database_on_a_disk_that_is_really_full(small_tablespace: tuple[str, Path]) -> None:
    url, ballast = small_tablespace
    with open_journal(url) as journal:
        done = append_until(journal, err.DiskFull)
        assert done > 10
        assert journal.last_position() == done * 50
        assert journal.find_command(sent(f"c{done}")) is None
        ballast.unlink()
        assert journal.append([to("table/1", done * 50, 50)], sent(f"c{done}")).first == done * 50 + 1
        assert verify(journal).sound
