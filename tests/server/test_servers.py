"""Two real servers on one PostgreSQL floor: killed, stopped and started again while bots play on."""

import asyncio
import signal
import socket
import time
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from pitboss.client import AsyncClient, Client, ClientError, calls
from pitboss.floor.dealer.turns import Pace
from pitboss.messages import acts
from tests.api import kills
from tests.api.noting import Players, check
from tests.api.processes import QUICK, Process, Servers, free_port
from tests.waiting import PATIENCE, until

THREE = ("3CP-1", "ML3-1", "MSS-1")


def test_servers_are_killed_while_rounds_run_and_nothing_is_lost(postgres_url: str, tmp_path: Path) -> None:
    """A few kills at three tables; ``python -m tests.api.kills 50`` does more, at five."""
    found = kills.run(tmp_path, postgres_url, 3, within=0.5, tables=THREE)
    assert found.outcome.faults == ()
    assert found.outcome.acknowledged > 60
    assert found.outcome.rounds >= 4 * len(THREE)


def test_each_server_is_restarted_in_turn_without_downtime(postgres_url: str, tmp_path: Path) -> None:
    with Servers(tmp_path, postgres_url, 2, kills.PACE, "--drain", "0.5") as servers:
        players = Players(servers.urls, THREE)

        async def restart_in_turn() -> None:
            await players.sit_down()
            for server in servers.all:
                await players.more_rounds(1)
                server.signal(signal.SIGTERM)
                await asyncio.to_thread(_not_ready_before_it_is_gone, server)
                assert await asyncio.to_thread(server.exit_status) == 0
                await players.more_rounds(1)
                server.start()
                await asyncio.to_thread(server.wait_until_ready)
            await players.more_rounds(1)
            await players.stop()

        asyncio.run(restart_in_turn())
        for server in servers.all:
            assert server.said().count("has stopped here; rounds in play are kept") == 1
            assert "Traceback" not in server.said()
    outcome = check(postgres_url, players)
    assert outcome.faults == ()
    assert outcome.rounds >= 5 * len(THREE)


def _not_ready_before_it_is_gone(server: Process) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = httpx.get(f"{server.url}/ready", timeout=PATIENCE)
        if answer.status_code == 503:
            assert answer.json()["ready"] is False
            return
    raise AssertionError("it was ready to the end")


def test_two_servers_share_the_tables_and_say_the_same_of_each(postgres_url: str, tmp_path: Path) -> None:
    slow = Pace(betting=3000, decision=3000, dealing=0.0, pause=0.05)
    with (
        Servers(tmp_path, postgres_url, 2, slow) as servers,
        Client(servers.urls[0]) as one,
        Client(servers.urls[1]) as two,
        Client(servers.urls) as nobody,
    ):
        until(
            lambda: all(table.round for table in one.send(calls.tables()) if table.automatic),
            "every automatic table has a round",
        )
        until(
            lambda: [process.metric("pitboss_servers") for process in servers.all] == [2, 2],
            "both servers know of each other",
        )
        until(
            lambda: sum(process.metric("pitboss_tables_dealt") for process in servers.all) == 5,
            "the five tables are divided between the servers",
        )
        session = nobody.send(calls.register("ann", "a long walk by the sea"))
        with Client(servers.urls, token=session.token) as ann:
            ann.send(calls.buy_in("3CP-1", "100.00"))
            sent = time.monotonic()
            ann.send(calls.act("3CP-1", acts.PlaceBet(box=1, bet="ante", amount="25.00")))

        def left(client: Client) -> float:
            shown = client.send(calls.table("3CP-1")).dealer
            assert shown is not None
            assert shown.says == "place_your_bets"
            return shown.seconds

        until(lambda: all(map(left, (one, two))), "the clock of the turn runs on both servers")
        # Half of a round trip of a second is how far each may be off the database's clock, which both keep.
        seen, apart = time.monotonic(), 1.0 + 0.05
        for client in (one, two):
            before = time.monotonic()
            shown = left(client)
            after = time.monotonic()
            # Also the server that does not deal knows the clock, which began before it was seen to run.
            assert slow.betting - (after - sent) <= shown + apart
            assert shown - apart <= slow.betting - (before - seen)


def test_a_second_signal_ends_at_once(tmp_path: Path) -> None:
    with Servers(tmp_path, "floor.db", 1, kills.PACE, "--drain", "600") as servers:
        (server,) = servers.all
        server.signal(signal.SIGINT)
        _not_ready_before_it_is_gone(server)
        server.signal(signal.SIGINT)
        assert server.exit_status() == 128 + signal.SIGINT


def test_a_server_that_stops_answers_what_it_no_longer_waits_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The body of a command does not come."""
    hurried = "import pitboss.api.serving as s\ns._LONGEST_ANSWER = 1\n"
    monkeypatch.setattr(Process, "program", ("-c", hurried + QUICK[1]))
    with Servers(tmp_path, "floor.db", 1, kills.PACE) as servers:
        (server,) = servers.all
        at = urlsplit(server.url)
        with socket.create_connection((at.hostname, at.port), PATIENCE) as connection:
            head = (
                "POST /api/tables/3CP-1/acts HTTP/1.1",
                f"Host: {at.netloc}",
                "Content-Type: application/json",
                "Content-Length: 9",
                "Expect: 100-continue",
            )
            connection.sendall("\r\n".join([*head, "", ""]).encode())
            assert b" 100 Continue" in connection.recv(100), "it waits for the body"
            server.signal(signal.SIGTERM)
            answer = HTTPResponse(connection)
            answer.begin()
            assert (answer.status, answer.getheader("Retry-After")) == (503, "1")
            assert '"busy"' in answer.read().decode()
        assert server.exit_status() == 0
        assert "Traceback" not in server.said()


def test_streams_end_when_a_server_stops(tmp_path: Path) -> None:
    with Servers(tmp_path, "floor.db", 1, kills.PACE) as servers:
        (server,) = servers.all
        with Client(server.url) as client:
            shown = client.follow_table("MSS-1")
            next(shown)
            server.signal(signal.SIGTERM)
            for _ in shown:
                pass
        assert server.exit_status() == 0


def test_a_client_of_several_servers_says_so_when_none_answers() -> None:
    nowhere = [f"http://127.0.0.1:{free_port()}" for _ in range(2)]
    with Client(nowhere) as client, pytest.raises(ClientError, match="cannot be reached"):
        client.send(calls.tables())
    with Client(nowhere) as client, pytest.raises(ClientError, match="broke"):
        next(client.follow_table("T1"))

    async def ask() -> None:
        async with AsyncClient(nowhere) as client:
            await client.send(calls.tables())

    with pytest.raises(ClientError, match="cannot be reached"):
        asyncio.run(ask())


def test_calls_that_are_lost_together_do_not_send_each_other_back() -> None:
    """Of two servers one is gone; whatever the order of many calls at once, each reaches the other."""

    async def answer(request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(0)
        if request.url.host == "gone":
            raise httpx.ConnectError("gone")
        return httpx.Response(200, content=b"[]")

    async def ask(count: int) -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        async with AsyncClient(["http://gone", "http://here"], http=http) as client:
            found = await asyncio.gather(*(client.send(calls.tables()) for _ in range(count)))
            assert found == [[]] * count

    for count in (1, 2, 3, 8):
        asyncio.run(ask(count))
