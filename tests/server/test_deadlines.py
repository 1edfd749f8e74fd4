"""A database that hangs, and a disk that is full: commands and ``/ready`` answer 503, and a server stops."""

import signal
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.client import Client, ClientError, calls
from pitboss.client.errors import ServerFault
from pitboss.messages.answers import RecordedNow
from pitboss.store.postgres.append import AppendingConnection
from pitboss.store.sqlite.connect import connect_file
from pitboss.store.sqlite.journal import SqliteJournal
from tests.api.processes import QUICK, Process, write_floor
from tests.api.proxy import Proxy
from tests.api.served import PATIENCE, SLOW, Served, serving
from tests.waiting import until


def ready(url: str) -> list[str] | None:
    """What keeps a server from being ready; none if it is."""
    answer = httpx.get(f"{url}/ready", timeout=PATIENCE)
    told = answer.json()
    assert (answer.status_code == 200) == told["ready"] == (not told["why_not"])
    why_not: list[str] | None = told["why_not"] or None
    return why_not


def wait_until(served: Served, *why_not: list[str] | None) -> None:
    until(lambda: ready(served.url) in why_not, f"what keeps the server from being ready is one of {why_not}")


def test_commands_and_readiness_have_a_deadline_while_the_database_hangs(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AppendingConnection, "patience", 2.0)
    monkeypatch.setattr("pitboss.store.postgres.pool.CALL_SECONDS", 2.0)
    monkeypatch.setattr("pitboss.api.middleware.deadline.COMMAND_SECONDS", 3.0)
    with (
        Proxy(postgres_url) as proxy,
        serving(tmp_path, SLOW, url=proxy.url) as served,
        served.player("ann") as ann,
    ):
        wait_until(served, None)
        proxy.hold()
        command = calls.cash_out("3CP-1", "100.00")
        with pytest.raises(ServerFault, match="Send the same command again with the same id"):
            ann.send(command)
        wait_until(served, ["the journal does not answer"], ["the journal cannot be read"])
        proxy.release()
        wait_until(served, None)
        assert _until_done(ann, command) == _until_done(ann, command), "it is recorded once"


def _until_done(client: Client, command: calls.Call[RecordedNow]) -> int:
    def first() -> int | None:
        with suppress(ClientError):
            return client.send(command).first
        return None

    return until(first, "the command is acknowledged")


def test_a_signal_ends_a_server_whose_database_hangs(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried = "import pitboss.api.serving as s\ns._LONGEST_STOP = 2\n"
    monkeypatch.setattr(Process, "program", ("-c", hurried + QUICK[1]))
    write_floor(tmp_path, SLOW)
    with Proxy(postgres_url) as proxy:
        server = Process(tmp_path, proxy.url)
        server.start()
        server.wait_until_ready()
        proxy.hold()
        server.signal(signal.SIGTERM)
        assert server.exit_status() == 1
        assert "did not stop in time and is ended" in server.said()
        assert "Traceback" not in server.said()


def test_a_server_with_a_full_disk_is_not_ready_until_there_is_room(tmp_path: Path) -> None:
    with serving(tmp_path, SLOW) as served, served.player("ann") as ann:
        wait_until(served, None)
        journal = served.site.journal
        assert isinstance(journal, SqliteJournal)
        with journal._writer.queue.write_lock:
            journal._writer._connect = full_connection
            journal._writer._drop()
        with pytest.raises(ServerFault, match="cannot be used at this moment"):
            ann.send(calls.cash_out("3CP-1", "100.00"))
        wait_until(served, ["the journal cannot be written"])
        with journal._writer.queue.write_lock:
            journal._writer._connect = connect_file
            journal._writer._drop()
        wait_until(served, None)
        assert ann.send(calls.cash_out("3CP-1", "5.00")).first


class FullConnection(sqlite3.Connection):
    """A connection to a file on a disk that has no room."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql.startswith("INSERT"):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(sql, *values)


def full_connection(path: str, read_only: bool) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=FullConnection)
