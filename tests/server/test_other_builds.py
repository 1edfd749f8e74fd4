"""A server stops in a sentence where another build records what it does not know, or where a tail is lost."""

import re
from pathlib import Path

import pytest

from pitboss.client import Client, calls
from pitboss.floor.log.event_kinds import sealed_position
from pitboss.store import NewEvent, ToStream
from pitboss.store.open import open_journal, open_private
from tests.api.processes import QUICK, Process, write_floor
from tests.api.served import SLOW
from tests.waiting import until

NOTICE = b'{"by":{"name":"mo","role":"pit_manager"},"colour":"red","text":"hi","type":"NoticePosted"}'
UNKNOWN = {
    "a kind": NewEvent("TableBlessed", 1, b'{"table":"3CP-1"}'),
    "a version": NewEvent("TableClosed", 9, b"{}"),
    "a field": NewEvent("NoticePosted", 1, NOTICE),
}


class QuickProcess(Process):
    program = QUICK


@pytest.fixture
def server(tmp_path: Path, url: str) -> QuickProcess:
    write_floor(tmp_path, SLOW)
    return QuickProcess(tmp_path, url)


@pytest.mark.parametrize("what", UNKNOWN)
def test_an_unknown_event_of_another_build_stops_the_server(
    server: QuickProcess, url: str, what: str
) -> None:
    event = UNKNOWN[what]
    server.start()
    server.wait_until_ready()
    with open_journal(url) as journal:
        journal.append([ToStream("table/3CP-1", None, (event,))])
    assert server.exit_status() != 0
    (line,) = re.findall("this server stops: .*", server.said())
    assert re.search(rf"event {event.kind} (of )?version {event.schema}", line)
    assert "se the Pitboss that wrote it." in line
    assert "Traceback" not in server.said()


def test_a_file_that_has_lost_its_newest_appends_is_refused(tmp_path: Path) -> None:
    """No checkpoint lies in what is lost: an older ``-wal`` is put back after a crash."""
    write_floor(tmp_path, SLOW)
    server, path = QuickProcess(tmp_path, "floor.db"), tmp_path / "floor.db"
    wal = tmp_path / "floor.db-wal"
    server.start()
    server.wait_until_ready()
    with Client(server.url) as nobody:
        until(lambda: len(nobody.send(calls.tables())) > 0, "the floor answers")
        before = wal.read_bytes()
        nobody.send(calls.register("ann", "correct horse battery"))
    with open_journal(path, read_only=True) as journal:
        end = journal.last_position()
    key = (tmp_path / "pitboss.seal").read_bytes()
    with open_private(str(path)) as private:
        until(lambda: sealed_position(private, key) >= end, "the server has noted where the journal ends")
    server.kill()
    wal.write_bytes(before)
    (tmp_path / "floor.db-shm").unlink()
    server.start()
    assert server.exit_status() == 2
    found = re.search(r"It ends at position (\d+), but a server has seen its position (\d+)", server.said())
    assert found, server.said()
    assert int(found[1]) < end <= int(found[2])
