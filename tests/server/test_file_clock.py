"""A floor on a file: its clock follows the machine's, but neither over a jump nor behind what is recorded."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.client import Client, calls
from pitboss.floor.setup.config import read_config
from pitboss.server.site import Site, open_site
from pitboss.store.clock import DEAL_SECONDS, JournalClock, keep_clock_after_newest
from pitboss.store.errors import ClockBehind
from pitboss.store.journal import Journal, NewEvent, ToStream, wall_clock
from pitboss.store.open import open_journal
from tests.api.processes import Process, write_floor
from tests.api.served import SLOW
from tests.floor.test_at_the_host import Host, host
from tests.waiting import until

__all__ = ["host"]
SECOND = 1_000_000
DAY = 24 * 3600 * SECOND
NOW = 1_760_000_000 * SECOND
JUMPING = """import time
from pathlib import Path
time_ns, seconds, ahead = time.time_ns, time.time, Path(__file__).with_name("ahead")
def offset(): return int(ahead.read_text() or 0)
time.time_ns = lambda: time_ns() + offset() * 10**9
time.time = lambda: seconds() + offset()
"""


class Machine:
    """A machine's clock beside the time that passes."""

    def __init__(self) -> None:
        self.passed = 0
        self.ahead = 0
        self.rate = 1.0

    def monotonic(self) -> int:
        return self.passed

    def __call__(self) -> int:
        return NOW + int(self.passed * self.rate) + self.ahead

    def wait(self, seconds: float) -> None:
        self.passed += int(seconds * SECOND)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with open_journal(tmp_path / "journal.db") as opened:
        yield opened


def clock_of(journal: Journal, machine: Machine, accepted: int = 0) -> JournalClock:
    return JournalClock(journal, accepted=accepted, machine=machine, monotonic=machine.monotonic)


def record_at(journal: Journal, time: int) -> int:
    journal.keep_time(lambda: time)
    return journal.append([ToStream("link/grand", None, (NewEvent("Happened", 1, b"{}"),))]).last


@pytest.mark.parametrize("days", [2, -2])
def test_a_jump_is_noticed_and_not_followed_and_its_end_is_noticed_too(
    journal: Journal, machine: Machine, days: int
) -> None:
    clock = clock_of(journal, machine)
    machine.wait(10)
    clock.compare()
    machine.ahead = days * DAY
    machine.wait(1)
    clock.compare()
    assert clock() == NOW + 11 * SECOND
    assert clock.too_far
    assert f"by {days * 86400} s" in clock.fault()
    machine.wait(10)
    machine.ahead = 0
    clock.compare()
    assert (clock(), clock.difference, clock.fault()) == (NOW + 21 * SECOND, 0.0, "")


@pytest.mark.parametrize("rate", [1.0005, 0.9995])
def test_drift_is_followed_for_as_long_as_it_lasts(journal: Journal, machine: Machine, rate: float) -> None:
    """Half a millisecond a second, NTP's fastest slewing: in three days far more than a jump's limit."""
    clock, last = clock_of(journal, machine), NOW
    machine.rate = rate
    for _ in range(3 * 24 * 60):
        machine.wait(60)
        clock.compare()
        assert not clock.differs
        assert clock() > last
        last = clock()
    assert abs(machine() - NOW - machine.passed) > DEAL_SECONDS * SECOND
    assert abs(clock() - machine()) < SECOND


@pytest.mark.parametrize("sign", [1, -1])
def test_a_small_step_is_made_up_by_and_by_and_time_never_goes_back(
    journal: Journal, machine: Machine, sign: int
) -> None:
    clock = clock_of(journal, machine)
    machine.ahead = sign * int(DEAL_SECONDS * SECOND)
    clock.compare()
    assert clock.differs
    assert not clock.too_far
    last = clock()
    for _ in range(2 * int(DEAL_SECONDS)):
        machine.wait(1)
        clock.compare()
        assert last < clock() <= last + 2 * SECOND
        last = clock()
    assert last == machine()
    machine.ahead += sign * (int(DEAL_SECONDS * SECOND) + 1)
    clock.compare()
    assert clock.too_far


@pytest.mark.parametrize("days", [2, -2])
@pytest.mark.parametrize("alone", [True, False])
def test_a_jump_of_the_database_is_not_followed_either(
    journal: Journal, machine: Machine, monkeypatch: pytest.MonkeyPatch, days: int, alone: bool
) -> None:
    """The database's clock jumps, alone or with that of the machine on which it runs beside the server."""
    database = Machine()
    monkeypatch.setattr(journal, "database_time", lambda: database() + 3 * SECOND)
    clock = clock_of(journal, machine)
    assert (clock(), clock.of_database, clock.fault()) == (NOW + 3 * SECOND, True, "")
    for each in (machine, database):
        each.wait(10)
    database.ahead = days * DAY
    machine.ahead = 0 if alone else days * DAY
    clock.compare()
    assert clock() == NOW + 13 * SECOND
    assert "the clock of the database differs from the time that has passed" in clock.fault()
    assert f"by {days * 86400} s" in clock.fault()
    database.ahead = machine.ahead = 0
    clock.compare()
    assert (clock(), clock.fault()) == (NOW + 13 * SECOND, "")


def test_a_clock_behind_the_newest_event_books_nothing(journal: Journal, machine: Machine) -> None:
    position = record_at(journal, NOW + int(DEAL_SECONDS * SECOND) + 1)
    with pytest.raises(ClockBehind, match=f"at position {position}, .* --clock-right-after {position}"):
        clock_of(journal, machine)
    with pytest.raises(ClockBehind):
        clock_of(journal, machine, accepted=position - 1)
    assert clock_of(journal, machine, accepted=position)() == NOW
    machine.wait(1)
    assert clock_of(journal, machine)() >= NOW + int(DEAL_SECONDS * SECOND), "it begins where the record ends"


def test_events_recorded_under_a_slow_clock_do_not_hide_it(journal: Journal, machine: Machine) -> None:
    later = wall_clock() + 3 * DAY
    record_at(journal, later)
    keep_clock_after_newest(journal)
    journal.append([ToStream("link/grand", None, (NewEvent("Happened", 1, b"{}"),))])
    assert [event.recorded for event in journal.read_all()] == [later, later]
    with pytest.raises(ClockBehind):
        clock_of(journal, machine)


def test_a_clock_a_little_behind_begins_at_the_newest_event(journal: Journal, machine: Machine) -> None:
    record_at(journal, NOW + 30 * SECOND)
    clock = clock_of(journal, machine)
    assert clock() == NOW + 30 * SECOND
    machine.wait(60)
    assert clock() == machine()


def test_a_long_silence_before_a_start_is_told_for_a_while(journal: Journal, machine: Machine) -> None:
    """A clock that is ahead and a floor that was closed look the same: it is said and refused to nobody."""
    assert clock_of(journal, machine).warning() == ""
    record_at(journal, NOW - DAY)
    assert clock_of(journal, machine).warning() == ""
    record_at(journal, NOW - 2 * DAY)
    clock = clock_of(journal, machine)
    assert "was 48 hours old when this server started" in clock.warning()
    assert clock.fault() == ""
    machine.wait(3601)
    assert clock.warning() == ""


def test_a_site_records_by_its_clock_and_shows_its_warning(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = wall_clock() + 3 * DAY
    monkeypatch.setattr("pitboss.store.clock.wall_clock", lambda: later)
    site = open_site(read_config(host.config), host.journal)
    try:
        assert "72 hours old" in " ".join(site.warnings())
        assert newest(site) >= later
    finally:
        site.stop()
    monkeypatch.undo()
    with pytest.raises(ClockBehind) as behind:
        open_site(read_config(host.config), host.journal)
    assert "is behind that" not in host("proposals", "list", status=2)
    assert "nothing is booked by it" in host("proposals", "list", status=2)
    with open_journal(host.journal, read_only=True) as journal:
        position = journal.last_position()
    assert f"--clock-right-after {position}" in str(behind.value)
    site = open_site(read_config(host.config), host.journal, position)
    try:
        assert newest(site) < later
    finally:
        site.stop()


def newest(site: Site) -> int:
    """The recorded time of a checkpoint that is signed now."""
    site.checkpoints.sign()
    return site.journal.read_all(site.journal.last_position() - 1)[0].recorded


def test_a_served_floor_whose_clock_jumps_deals_nothing_and_books_at_the_time_that_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_floor(tmp_path, SLOW)
    (tmp_path / "clock").mkdir()
    (tmp_path / "clock" / "sitecustomize.py").write_text(JUMPING, encoding="utf-8")
    ahead = tmp_path / "clock" / "ahead"
    ahead.write_text("0", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "clock"), prepend=":")
    server = Process(tmp_path, "pitboss.db")
    server.start()
    server.wait_until_ready()
    try:
        for number, days in enumerate((2, -2)):
            ahead.write_text(str(days * 86400), encoding="utf-8")
            until(lambda: why_not(server), "the server says why it is not ready")
            (why,) = why_not(server)
            assert why.startswith("the clock of this server differs from the time that has passed")
            until(lambda: server.metric("pitboss_tables_dealt") == 0, "the server deals no table")
            with Client(server.url) as there:
                there.send(calls.register(f"ann{number}", "a long walk by the sea"))
            with open_journal(tmp_path / "pitboss.db", read_only=True) as journal:
                recorded = journal.read_all(journal.last_position() - 1)[0].recorded
            assert abs(recorded - wall_clock()) < 3600 * SECOND
            ahead.write_text("0", encoding="utf-8")
            server.wait_until_ready()
        assert "differs from the time that has passed since the start" in server.said()
    finally:
        server.kill()
    ahead.write_text(str(-2 * 86400), encoding="utf-8")
    server.start()
    assert server.exit_status() == 2
    assert "--clock-right-after" in server.said()
    assert "Traceback" not in server.said()


def why_not(server: Process) -> list[str]:
    try:
        return list(httpx.get(f"{server.url}/ready", timeout=5).json()["why_not"])
    except httpx.HTTPError:
        return []
