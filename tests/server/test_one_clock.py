"""The clock of the database is that of every server; foreign keys and unknown events are noticed."""

import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest

from pitboss.client import Client, calls
from pitboss.floor.setup.config import read_config
from pitboss.invariant import InvariantBroken
from pitboss.server.site import open_site
from pitboss.store.archive_note import AppendRange, sign_archive
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.clock import JournalClock
from pitboss.store.errors import JournalError, NewerJournal
from pitboss.store.journal import NewEvent, ToStream
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal
from tests.api.processes import Process, write_floor
from tests.api.served import SLOW
from tests.floor.test_at_the_host import Host
from tests.waiting import until

AHEAD = """import time
time_ns, seconds = time.time_ns, time.time
time.time_ns, time.time = (lambda: time_ns() + 7200 * 10**9), (lambda: seconds() + 7200)
"""
"""Two hours."""


def why_not(server: Process) -> list[str]:
    try:
        return list(httpx.get(f"{server.url}/ready", timeout=5).json()["why_not"])
    except httpx.HTTPError:
        return []


def test_a_server_whose_clock_is_wrong_keeps_the_time_of_the_others_and_does_not_deal(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_floor(tmp_path, SLOW)
    (tmp_path / "clock").mkdir()
    (tmp_path / "clock" / "sitecustomize.py").write_text(AHEAD, encoding="utf-8")
    right, wrong = Process(tmp_path, postgres_url), Process(tmp_path, postgres_url)
    right.start()
    right.wait_until_ready()
    try:
        monkeypatch.setenv("PYTHONPATH", str(tmp_path / "clock"), prepend=":")
        wrong.start()
        until(lambda: why_not(wrong), "the server with the wrong clock says why it is not ready")
        assert why_not(wrong) == ["the clock of this server differs from the database's by 7200 s"]
        assert wrong.metric("pitboss_clock_ahead_seconds") == pytest.approx(7200, abs=60)
        assert wrong.metric("pitboss_tables_dealt") == 0
        assert abs(right.metric("pitboss_clock_ahead_seconds")) < 60
        assert "the clock of this server differs from the database's" in wrong.said()
        with Client(right.url) as there:
            token = there.send(calls.register("ann", "a long walk by the sea")).token
        for server in (right, wrong):
            with Client(server.url, token=token) as ann:
                assert ann.send(calls.who_am_i()).name == "ann", "a session is as old everywhere"
        with open_journal(postgres_url, read_only=True) as journal:
            last = journal.read_all(journal.last_position() - 1)[0]
            assert abs(last.recorded - JournalClock(journal)()) < 3600 * 1_000_000
    finally:
        wrong.kill()
        right.kill()


@pytest.fixture
def host(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Host:
    found = Host(tmp_path, capsys)
    open_site(read_config(found.config), found.journal).stop()
    return found


def test_a_server_with_foreign_keys_is_not_ready_and_signs_nothing(tmp_path: Path) -> None:
    write_floor(tmp_path, SLOW)
    server = Process(tmp_path, "pitboss.db")
    server.start()
    server.wait_until_ready()
    with Client(server.url) as nobody:
        until(lambda: all(table.round for table in nobody.send(calls.tables())), "every table has a round")
    server.kill()
    (tmp_path / "pitboss.seal").write_bytes(secrets.token_bytes(32))
    (tmp_path / "pitboss.key").unlink()
    with open_journal(tmp_path / "pitboss.db", read_only=True) as journal:
        before = journal.heads("checkpoint")
    server.start()
    until(lambda: why_not(server), "the server says why it is not ready")
    assert why_not(server) == [
        "the signing key is another than the one that signed the journal",
        "the key that seals decks is another than the one that sealed those of the journal",
    ]
    server.kill()
    assert "Traceback" not in server.said()
    with open_journal(tmp_path / "pitboss.db", read_only=True) as journal:
        assert journal.heads("checkpoint") == before


def test_an_unknown_kind_of_event_anywhere_is_no_start(host: Host) -> None:
    def start() -> None:
        open_site(read_config(host.config), host.journal).stop()

    with open_journal(host.journal) as journal:
        journal.append([ToStream("table/elsewhere", 0, (NewEvent("TableTurnedOver", 1, b"{}"),))])
        position = journal.last_position()
    for _ in range(2):
        with pytest.raises(NewerJournal, match=f"TableTurnedOver of version 1 at position {position}"):
            start()


def test_checkpoints_signed_by_the_journal_itself_are_known(host: Host) -> None:
    key = load_or_make_key(host.folder / "pitboss.key")
    with open_journal(host.journal) as journal:
        sign_archive(journal, key, AppendRange(first=1, last=2, appends=1), journal.heads())
        make_checkpoint(journal, key)
        kinds = {kind for kind, _, _ in journal.kinds(0, journal.last_position())}
        assert {"ArchiveSigned", "CheckpointSigned"} <= kinds
    open_site(read_config(host.config), host.journal).stop()


def test_a_name_without_events_hinders_nobody(host: Host) -> None:
    with closing(sqlite3.connect(host.journal, isolation_level=None)) as db:
        db.execute("INSERT INTO streams (name) VALUES ('table/nobody')")
    site = open_site(read_config(host.config), host.journal)
    site.checkpoints.sign_if_new()
    site.stop()


def test_a_damaged_page_is_told_in_words(host: Host) -> None:
    """Every page of the file in turn is overwritten: a server starts, or says in a sentence why not."""
    path = Path(host.journal)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = db.execute("PRAGMA page_size").fetchone()[0]
    whole, started = path.read_bytes(), 0
    pages = range(0, len(whole) // size, 3)
    for page in pages:
        at = page * size + size // 2
        path.write_bytes(whole[:at] + b"\xff" * 64 + whole[at + 64 :])
        with suppress(JournalError, InvariantBroken):
            open_site(read_config(host.config), host.journal).stop()
            started += 1
        for beside in ("-wal", "-shm"):
            Path(f"{path}{beside}").unlink(missing_ok=True)
    assert started < len(pages)
