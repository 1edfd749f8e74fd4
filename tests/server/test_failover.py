"""Real servers over a PostgreSQL with a standby: what was acknowledged stays, and what is gone is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from pathlib import Path

import httpx
import pytest

from pitboss.audit.audit import audit
from pitboss.client import Client, calls
from pitboss.client.failover import headers
from pitboss.client.route import Call
from pitboss.floor.dealer.turns import Pace
from pitboss.messages.answers import RecordedNow
from pitboss.store.open import open_journal
from tests.api.processes import QUICK, Process, Servers
from tests.store.standby import Pair, pair
from tests.waiting import PATIENCE, at_once, until

SLOW = Pace(betting=3000, decision=3000, dealing=0.0, pause=0.05)
HURRIED = (
    "-c",
    "import pitboss.store.postgres.append as a\na.AppendingConnection.patience = 2.0\n"
    "import pitboss.api.middleware.deadline as d\nd.COMMAND_SECONDS = 4.0\n" + QUICK[1],
)
"""``pitboss`` as it is, but a database that does not answer is given up soon, and so is a command."""
TABLE = "3CP-1"


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Process, "program", HURRIED)


class Player:
    """A player who sends each command once, to one server."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        with Client(servers.urls) as nobody:
            self._token = nobody.send(calls.register("ann", "a long walk by the sea")).token

    def send(self, call: Call[RecordedNow], server: int = 0) -> httpx.Response:
        return httpx.post(
            f"{self._servers.urls[server]}{call.path}",
            content=call.content(),
            headers={**headers(call), "Authorization": f"Bearer {self._token}"},
            timeout=PATIENCE,
        )

    def chips(self, server: int = 0) -> Decimal:
        with Client(self._servers.urls[server], token=self._token) as client:
            found = client.send(calls.table(TABLE)).chips
        assert found is not None
        return Decimal(found)


@contextmanager
def served(folder: Path, both: Pair) -> Iterator[Servers]:
    with Servers(folder, both.url, 2, SLOW) as servers:
        yield servers


def test_servers_stop_that_know_more_than_the_standby_that_took_over(tmp_path: Path) -> None:
    """Nothing is paid from what they remember, though versions are soon as they expect."""
    with pair(synchronous=False) as both, served(tmp_path, both) as servers:
        ann = Player(servers)
        assert ann.send(calls.buy_in(TABLE, "100.00")).status_code == 201
        until(lambda: ann.chips(1) == 100, "the other server has heard of it")
        position = both.primary.execute("SELECT max(position) FROM floor.pitboss_events")
        until(
            lambda: both.standby.execute("SELECT max(position) FROM floor.pitboss_events") == position,
            "the standby has the first purchase",
        )
        both.standby.kill()
        assert ann.send(calls.buy_in(TABLE, "9000.00")).status_code == 201
        until(lambda: ann.chips(1) == 9100, "the other server has heard of it")
        both.primary.kill()
        both.standby.start()
        both.standby.promote()
        for server in servers.all:
            assert server.exit_status() == 1
            (line,) = (line for line in server.said().splitlines() if "this server stops" in line)
            assert "no longer has append" in line
            assert "find out what is missing" in line
            assert "without end" not in server.said()
        servers.all[0].start()
        servers.all[0].wait_until_ready()
        assert ann.chips() == 100
        assert ann.send(calls.cash_out(TABLE, "9000.00")).status_code == 409
        with open_journal(both.url, read_only=True) as journal:
            assert audit(journal).sound


def test_a_purchase_is_acknowledged_only_once_the_synchronous_standby_has_it(tmp_path: Path) -> None:
    """Sent again while the standby is gone, it is refused; after the failover it is there once."""
    with pair(synchronous=True) as both, served(tmp_path, both) as servers:
        ann = Player(servers)
        assert ann.send(calls.buy_in(TABLE, "100.00")).status_code == 201
        both.standby.kill()

        def acknowledged(server: int) -> bool:
            return ann.send(second, server).status_code == 201

        second = calls.buy_in(TABLE, "50.00")
        assert ann.send(second).status_code == 503
        again = at_once(partial(ann.send, second), partial(ann.send, second, 1))
        assert [answer.status_code for answer in again] == [503, 503]
        both.primary.kill()
        both.standby.start()
        both.standby.promote()
        both.standby.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
        both.standby.execute("SELECT pg_reload_conf()")

        for server in (0, 1):
            until(partial(acknowledged, server), "the purchase is acknowledged")
        until(lambda: ann.chips() == ann.chips(1) == 150, "both servers show it")
        with open_journal(both.url, read_only=True) as journal:
            assert audit(journal).sound
