"""A real server: what it compares before it opens, and what it signs when it starts and stops."""

import shutil
import signal
from pathlib import Path

import httpx
from msgspec import structs

from pitboss.access import commands as ac
from pitboss.access.roles import SYSTEM
from pitboss.commands.record import Order
from pitboss.floor import Floor
from pitboss.store.checkpoint import last_checkpoint, make_checkpoint
from pitboss.store.checkpoint_copies import read_file
from pitboss.store.journal import wall_clock
from pitboss.store.keys import load_or_make_key
from pitboss.store.open import open_journal
from tests.api.processes import Process, write_floor
from tests.api.served import SLOW, config, serving
from tests.waiting import until

_HOUR = 3600 * 1_000_000


def test_a_server_starts_only_on_the_journal_that_was_left(tmp_path: Path) -> None:
    """Each start and each stop signs; without its newest events, or gone, the journal is refused in words."""
    write_floor(tmp_path, SLOW)
    server, journal = Process(tmp_path, "pitboss.db"), tmp_path / "pitboss.db"
    before = tmp_path / "before.db"
    for life in (1, 2):
        server.start()
        server.wait_until_ready()
        server.signal(signal.SIGTERM)
        assert server.exit_status() == 0, server.said()
        with open_journal(journal, read_only=True) as found:
            (head,) = found.heads("checkpoint")
            assert head.position == found.last_position(), "nothing is left unsigned"
            last = last_checkpoint(found)
        assert last is not None
        assert read_file(tmp_path / "pitboss.witness")[-1] == last.note
        if life == 1:
            shutil.copy(journal, before)
            with open_journal(journal) as found:
                make = ac.ManageAccount(account="dora", act=ac.MakeAccount("dora", "staff"), reason="a test")
                Floor(found).execute(Order(command=make, by=SYSTEM))
    assert last is not None
    shutil.copy(before, journal)
    server.start()
    assert server.exit_status() == 2
    assert f"the witness pitboss.witness has a checkpoint over {last.size}" in server.said()
    journal.unlink()
    server.start()
    assert server.exit_status() == 2
    assert "There is nothing in it, but the witness pitboss.witness holds" in server.said()
    assert not journal.exists()
    assert "Traceback" not in server.said()


def test_the_age_of_the_newest_checkpoint_counts_and_not_that_of_the_server(tmp_path: Path) -> None:
    url, key = str(tmp_path / "floor.db"), load_or_make_key(tmp_path / "key")
    with serving(tmp_path, SLOW, url=url):
        pass
    with open_journal(url, clock=lambda: wall_clock() - _HOUR) as journal:
        make_checkpoint(journal, key)
    floor = structs.replace(config(SLOW), checkpoint_minutes=30, tables=())
    with serving(tmp_path, floor=floor, url=url) as served:
        old = last_checkpoint(served.site.journal)
        assert old is not None
        served.site.people.act(ac.MakeAccount("dora", "staff"), SYSTEM, "a test")
        until(lambda: last_checkpoint(served.site.journal) != old, "a newer checkpoint is signed")


def test_a_server_whose_journal_is_taken_away_stops_by_itself_with_one_line(tmp_path: Path) -> None:
    write_floor(tmp_path, SLOW)
    server, journal = Process(tmp_path, "pitboss.db"), tmp_path / "pitboss.db"
    server.start()
    server.wait_until_ready()
    journal.rename(tmp_path / "elsewhere.db")
    assert server.exit_status() == 1
    (line,) = (line for line in server.said().splitlines() if "this server stops" in line)
    assert "The journal pitboss.db was taken away or replaced while it was open" in line
    assert "put the file back that was open" in line
    assert "Traceback" not in server.said()
    assert not journal.exists()


def test_a_server_is_not_ready_from_when_its_journal_is_gone(tmp_path: Path) -> None:
    journal = tmp_path / "floor.db"
    with serving(tmp_path, SLOW, url=str(journal)) as served:
        assert httpx.get(f"{served.url}/ready").json()["why_not"] == []
        journal.rename(tmp_path / "elsewhere.db")
        answer = httpx.get(f"{served.url}/ready")
        assert answer.status_code == 503
        assert answer.json()["why_not"] == ["the journal is gone: this server stops"]
        assert "elsewhere" not in answer.text
        assert served.site.readiness.gone is not None
