"""Whatever is asked of a server, it goes on answering: the worst of each endpoint beside ``/health``.

How long it takes is measured by ``python -m benchmarks worst``; here it must only never stop.
"""

import select
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.api.processes import Process
from tests.api.worst import Ask, World, ask, give_up, make_world, operations, play_first_round, worst
from tests.waiting import PATIENCE

EVENTS = 400
AT_A_TIME = 4
LONG = 5.0
"""Seconds after which even a busy machine must have answered whoever asks for next to nothing."""
BESIDE = {"GET /", "GET /schema/openapi.json", "GET /schema/openapi.yaml"}
"""What is served and stands in no schema."""


class Watch(threading.Thread):
    """Asks for ``/health`` all the time."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._port = port
        self.over = threading.Event()
        self.answered: list[float] = []
        """When an answer came."""
        self.fault = ""

    def run(self) -> None:
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)) as connection:
            while not self.fault and not self.over.wait(0.01):
                self._ask(connection)

    def _ask(self, connection: HTTPConnection) -> None:
        try:
            connection.request("GET", "/health")
            answer = connection.getresponse()
            answer.read()
        except OSError as error:
            self.fault = f"/health was not answered: {error!r}"
            return
        if answer.status != 200:
            self.fault = f"/health was answered with {answer.status}"
        self.answered.append(time.monotonic())


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder: Path = tmp_path_factory.mktemp("worst")
    return make_world(folder, EVENTS)


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Process]:
    process = Process(world.folder, world.journal)
    process.start()
    try:
        process.wait_until_ready()
        yield process
    finally:
        process.kill()


def test_every_operation_of_the_schema_has_its_worst_request(server: Process) -> None:
    known, listed = set(operations(server.url)), {operation for operation, _ in worst()}
    assert known - listed == set(), "an endpoint without its worst request: add it to tests/api/worst.py"
    assert listed - known == BESIDE, "the worst request of an endpoint that is no more"


@pytest.mark.parametrize("start", [b"GET /", b"GET / HTTP/1.1\r\nX-Long: "], ids=["address", "header"])
def test_a_head_without_an_end_is_hung_up_on(server: Process, start: bytes) -> None:
    port = int(server.url.rpartition(":")[2])
    sent, piece = 0, b"x" * 65_536
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(start)
        with suppress(ConnectionError):
            for _ in range(400):
                connection.sendall(piece)
                sent += len(piece)
                if select.select([connection], [], [], 0)[0]:
                    break
        with suppress(ConnectionError):
            assert connection.recv(12) in (b"HTTP/1.1 431", b"")
    assert sent < 400 * len(piece)


def test_health_is_answered_whatever_else_is_asked(server: Process, world: World) -> None:
    play_first_round(world, server.url)
    watch = Watch(int(server.url.rpartition(":")[2]))
    watch.start()
    wrong = []

    def tried(one: tuple[str, Ask]) -> None:
        operation, asked = one
        began = time.monotonic()
        answer = ask(server.url, world, asked)
        ended = time.monotonic()
        if answer.status_code not in asked.status:
            wrong.append(f"{operation} was answered with {answer.status_code}: {answer.text[:200]}")
        if ended - began > LONG and not any(began <= at <= ended for at in list(watch.answered)):
            wrong.append(f"{operation} kept /health waiting for as long as it took")
        give_up(server.url, world, asked, answer)

    try:
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            list(pool.map(tried, worst()))
    finally:
        watch.over.set()
        watch.join(PATIENCE)
    assert not watch.fault
    assert watch.answered
    assert wrong == []
    assert "defect" not in server.said()
