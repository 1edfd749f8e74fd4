"""Which servers are alive, on both databases: who died is left out, who left is left out at once."""

import subprocess
import sys
from pathlib import Path

from pitboss.store import live_servers as roster
from pitboss.store.live_servers import Roster
from pitboss.store.open import open_journal, open_roster
from tests.programs import running
from tests.waiting import until

_HOLD = """
import sys, time
from pitboss.store.open import open_roster
print(*open_roster(sys.argv[1]).renew(), flush=True)
time.sleep(600)
"""


def renewed_until(found: Roster, wanted: tuple[str, ...]) -> None:
    until(lambda: found.renew() == wanted, f"{wanted} are alive")


def test_servers_know_each_other_until_one_leaves(postgres_url: str) -> None:
    one, two = open_roster(postgres_url), open_roster(postgres_url)
    assert one.away() is None
    assert one.renew() == (one.name,)
    both = tuple(sorted((one.name, two.name)))
    assert two.renew() == both
    assert one.renew() == both
    two.leave()
    assert one.renew() == (one.name,)
    assert two.renew() == both, "whoever says that he is alive again is"
    one.close()
    two.close()


def test_of_two_on_one_file_one_deals(tmp_path: Path) -> None:
    one, two = open_roster(tmp_path / "floor.db"), open_roster(tmp_path / "floor.db")
    assert one.renew() == (one.name,)
    assert two.renew() == ()
    assert one.renew() == (one.name,)
    one.leave()
    assert two.renew() == (two.name,)
    assert one.renew() == ()
    two.close()
    assert one.renew() == (one.name,)
    one.close()


def test_a_server_that_is_killed_is_taken_over_from(url: str) -> None:
    open_journal(url).close()
    with running([sys.executable, "-c", _HOLD, url], stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        name = killed.stdout.readline().strip()
        found = open_roster(url)
        before = found.renew()
        assert before in ((), tuple(sorted((name, found.name))))
    renewed_until(found, (found.name,))
    found.close()


def test_the_time_at_which_the_floor_was_last_served_is_known(url: str) -> None:
    open_journal(url).close()
    one = open_roster(url)
    assert one.away() is None
    one.renew()
    one.leave()
    one.close()
    two = open_roster(url)
    away = two.away()
    assert away is not None
    assert 0 <= away < 600
    two.close()


def test_alone_is_alone() -> None:
    alone = roster.SoleServer()
    assert alone.renew() == (alone.name,)
    alone.leave()
    assert alone.renew() == (alone.name,)
    assert alone.name != roster.SoleServer().name
