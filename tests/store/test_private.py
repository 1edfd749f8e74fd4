"""Private records on both databases: found, extended, erased, and never in the journal's own file."""

import stat
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import psycopg
import pytest

from pitboss.store.errors import ConnectionLost, Gone, JournalError, NotAJournal, Unreachable
from pitboss.store.open import open_journal, open_private
from pitboss.store.postgres.private import PostgresPrivate
from pitboss.store.private import Private, PrivateStore
from tests.store.standby import pair
from tests.waiting import at_once, until

ANN = Private(b"\x00\x01", "ann", b"\xff secret", 100)


@pytest.fixture
def private(url: str) -> Iterator[PrivateStore]:
    with open_private(url) as opened:
        yield opened


def test_a_record_is_found_by_its_key_and_kind(private: PrivateStore, url: str) -> None:
    private.add("secret", ANN)
    assert private.get("secret", ANN.key) == ANN
    assert private.get("session", ANN.key) is None
    assert private.get("secret", b"\x00") is None
    changed = Private(ANN.key, "bob", b"", 7)
    private.add("secret", changed)
    with open_private(url) as again:
        assert again.get("secret", ANN.key) == changed
        assert again.owned("secret", "ann") == []


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_a_file_that_is_taken_away_is_noticed(tmp_path: Path, ending: str) -> None:
    """What is kept in it meanwhile would be lost with it: passwords, and where the journal ends."""
    with open_private(f"sqlite:///{tmp_path}/floor.db") as private:
        private.add("secret", ANN)
        (tmp_path / f"floor.private.db{ending}").unlink()
        with pytest.raises(Gone, match=f"floor.private.db{ending} was taken away"):
            private.add("secret", ANN)
        with pytest.raises(Gone, match="put the file back that was open"):
            private.get("secret", ANN.key)
        assert not (tmp_path / "floor.private.db").exists() or ending


def test_a_write_ahead_log_that_is_emptied_is_noticed(tmp_path: Path) -> None:
    with open_private(f"sqlite:///{tmp_path}/floor.db") as private:
        private.add("secret", ANN)
        with (tmp_path / "floor.private.db-wal").open("r+b") as log:
            log.write(bytes(32))
        with pytest.raises(Gone, match=r"copied over the journal .*floor\.private\.db-wal"):
            private.get("secret", ANN.key)


def test_an_erased_session_cannot_be_brought_back_by_extending_it(private: PrivateStore) -> None:
    private.add("session", ANN)
    private.extend("session", ANN.key, 500)
    assert private.get("session", ANN.key) == Private(ANN.key, "ann", ANN.value, 500)
    private.erase("session", ANN.key)
    private.extend("session", ANN.key, 900)
    assert private.get("session", ANN.key) is None
    private.erase("session", ANN.key)


def test_records_of_an_owner(private: PrivateStore) -> None:
    for number, owner in enumerate(("ann", "bob", "ann")):
        private.add("session", Private(bytes([number]), owner, b"", 9 - number))
    private.add("secret", ANN)
    assert [record.key for record in private.owned("session", "ann")] == [b"\x02", b"\x00"]
    private.erase_owned("session", "ann")
    assert private.owned("session", "ann") == []
    assert len(private.owned("session", "bob")) == 1
    assert private.get("secret", ANN.key) == ANN


def test_sweeping_erases_what_has_expired(private: PrivateStore) -> None:
    for expires in (99, 100, 101):
        private.add("session", Private(bytes([expires]), "ann", b"", expires))
    private.add("secret", ANN)
    private.sweep("session", 100)
    assert [record.expires for record in private.owned("session", "ann")] == [101]
    assert private.get("secret", ANN.key) == ANN


def test_several_open_it_at_once(url: str) -> None:
    opened = at_once(*[lambda: open_private(url)] * 8)
    for number, store in enumerate(opened):
        store.add("session", Private(bytes([number]), "ann", b"", number))
    assert len(opened[0].owned("session", "ann")) == 8
    for store in opened:
        store.close()


def test_after_it_was_closed_the_next_call_connects_anew(private: PrivateStore) -> None:
    private.add("secret", ANN)
    private.close()
    assert private.get("secret", ANN.key) == ANN


def test_the_file_is_its_owners_alone_and_not_that_of_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "floor.db"
    with open_journal(journal), open_private(journal) as private:
        private.add("secret", ANN)
    assert ANN.value not in journal.read_bytes()
    file = tmp_path / "floor.private.db"
    assert ANN.value in file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with open_private(journal) as private:
        private.erase("secret", ANN.key)
    assert ANN.value not in file.read_bytes()


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    with open_journal(tmp_path / "a.private.db"):
        pass
    with pytest.raises(NotAJournal, match="not the private records of a journal"):
        open_private(tmp_path / "a.db")
    (tmp_path / "b.private.db").write_text("something else that is long enough to be looked at" * 50)
    with pytest.raises(NotAJournal, match="left as it is"):
        open_private(tmp_path / "b.db")
    with pytest.raises(Unreachable, match="no folder"):
        open_private(tmp_path / "none" / "a.db")


def test_a_server_that_is_not_there_and_a_connection_that_broke(postgres_url: str) -> None:
    with pytest.raises(Unreachable, match="cannot be reached"):
        open_private("postgresql://127.0.0.1:1/none")
    with PostgresPrivate(postgres_url) as private, psycopg.connect(postgres_url, autocommit=True) as db:
        private.add("secret", ANN)
        with private._pool.use() as held:
            db.execute("SELECT pg_terminate_backend(%s)", (held.info.backend_pid,))
        with pytest.raises(ConnectionLost, match="broke"):
            private.get("secret", ANN.key)
        assert private.get("secret", ANN.key) == ANN


def test_an_erasure_is_acknowledged_only_once_the_synchronous_standby_has_it() -> None:
    """The wait is cancelled. Asked for again it finds nothing, and the standby still has the session."""
    with (
        pair(synchronous=True) as both,
        open_journal(both.url),
        open_private(both.url) as private,
        ThreadPoolExecutor(1) as pool,
    ):

        def waited(asked: Future[None]) -> bool:
            return both.cancel_waits() or asked.done()

        private.add("session", ANN)
        both.standby.kill()
        for _ in range(2):
            asked = pool.submit(private.erase, "session", ANN.key)
            until(partial(waited, asked), "the erasure waits for the standby")
            with pytest.raises(JournalError, match="did not wait for what makes a commit durable"):
                asked.result(30)
