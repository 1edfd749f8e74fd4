"""Several processes on one port: started, replaced, stopped together; jobs are found from each of them."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.api.other_process import OtherProcesses
from pitboss.client import Client, ClientError, calls
from pitboss.server.processes import ServerPlace
from tests.api import kills
from tests.api.processes import QUICK, Process, Servers, free_port
from tests.programs import ran, running
from tests.waiting import PATIENCE, until

_FAKE = """
import os, signal, sys
from pathlib import Path
from pitboss.server import processes

folder, port, again = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
processes._AGAIN = again

def serve(place):
    if (folder / "closed").exists():
        print("the floor cannot be opened", file=sys.stderr)
        return 2
    told = folder / f"{place.number}-{os.getpid()}"
    for stopping in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stopping, lambda number, frame: (told.unlink(), os._exit(0)))
    place.started()
    told.touch()
    while not (folder / f"end-{place.number}").exists():
        signal.sigtimedwait([], 0.01)
    return 3

sys.exit(processes.ServerProcesses("127.0.0.1", port, 2, serve).run())
"""


class Together:
    """Two processes that serve nothing, with their parent."""

    def __init__(self, folder: Path, parent: "subprocess.Popen[bytes]") -> None:
        self.folder, self.parent = folder, parent

    def pids(self) -> dict[int, int]:
        """The process in each place."""
        found = (path.name.split("-") for path in self.folder.glob("[01]-*"))
        return {int(number): int(pid) for number, pid in found if Path(f"/proc/{pid}").exists()}

    def both(self) -> dict[int, int]:
        return until(lambda: found if len(found := self.pids()) == 2 else None, "both processes serve")

    def end(self) -> tuple[int, str]:
        """The parent's exit status and what it has said, once it has ended; then its processes have, too."""
        _, said = self.parent.communicate(timeout=PATIENCE)
        until(lambda: not self.pids(), "its processes have ended")
        return self.parent.returncode, said.decode()


Start = Callable[..., Together]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts them, perhaps with other seconds within which a process may not be killed again."""
    with ExitStack() as started:

        def begin(again: float = 0.0) -> Together:
            command = [sys.executable, "-c", _FAKE, tmp_path, free_port(), again]
            return Together(tmp_path, started.enter_context(running(command, stderr=subprocess.PIPE)))

        yield begin


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_every_process(start: Start, number: signal.Signals) -> None:
    together = start()
    together.both()
    together.parent.send_signal(number)
    assert together.end() == (0, "")


def test_a_process_that_is_killed_is_replaced(start: Start) -> None:
    together = start()
    before = together.both()
    os.kill(before[1], signal.SIGKILL)
    until(lambda: together.pids().get(1) not in (None, before[1]), "another has taken its place")
    assert together.pids()[0] == before[0]
    together.parent.terminate()
    status, said = together.end()
    assert (status, said.strip()) == (0, "process 2 was killed by signal 9: another takes its place")


@pytest.mark.parametrize("number", [0, 1])
def test_a_process_that_ends_by_itself_stops_all(start: Start, tmp_path: Path, number: int) -> None:
    together = start()
    together.both()
    (tmp_path / f"end-{number}").touch()
    status, said = together.end()
    assert status == 3
    assert said.strip() == f"process {number + 1} has ended with status 3: the server stops"


def test_the_others_do_not_begin_if_the_first_cannot_open_the_floor(start: Start, tmp_path: Path) -> None:
    (tmp_path / "closed").touch()
    status, said = start().end()
    assert status == 2
    assert said.count("cannot be opened") == 1


def test_a_process_that_is_killed_at_once_is_not_started_for_ever(start: Start) -> None:
    together = start(again=1e9)
    os.kill(together.both()[0], signal.SIGKILL)
    status, said = together.end()
    assert status == 128 + signal.SIGKILL
    assert "the server stops" in said


def test_no_process_survives_its_parent(start: Start) -> None:
    together = start()
    together.both()
    together.parent.kill()
    status, _ = together.end()
    assert status == -signal.SIGKILL


def test_the_port_of_another_server_is_not_shared(start: Start, tmp_path: Path) -> None:
    together = start()
    together.both()
    port = together.parent.args[4]  # type: ignore[index]
    second = ran(sys.executable, "-c", _FAKE, tmp_path, port, 0, check=False)
    assert "Address already in use" in second.stderr
    together.parent.terminate()
    assert together.end()[0] == 0


@pytest.mark.parametrize("said", ["", "192.0.2.66"])
def test_a_request_is_passed_on_with_the_address_it_came_from_and_no_other(said: str) -> None:
    """A client that writes an address itself is not believed: the next process takes this one for a proxy."""
    asked: list[httpx.Request] = []
    sent: list[object] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200, stream=httpx.ByteStream(b"{}"))

    async def send(message: object) -> None:
        sent.append(message)

    async def pass_on() -> None:
        place = ServerPlace(number=0, ports=(1, 2), sockets=(), first=True, started=lambda: None)
        others = OtherProcesses(place)
        others._clients[1] = httpx.AsyncClient(
            transport=httpx.MockTransport(answer), base_url="http://127.0.0.1:2"
        )
        path = "/api/counts/1-a"
        assert others.holder(path) == 1
        headers = [(b"host", b"floor.example"), *([(b"x-forwarded-for", said.encode())] if said else [])]
        scope = {"method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
        scope |= {"headers": headers, "client": ("203.0.113.9", 50_000)}
        await others.pass_on(1, scope, _nothing, send)

    asyncio.run(pass_on())
    assert asked[0].headers.get_list("x-forwarded-for") == ["203.0.113.9"]
    assert asked[0].headers["host"] == "127.0.0.1:2"
    assert len(sent) == 3


async def _nothing() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_two_processes_serve_one_floor_at_one_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job is followed at either process; the one that is killed is replaced; one signal stops both."""
    soon = "import pitboss.server.processes as p\np._AGAIN = 0\n"
    monkeypatch.setattr(Process, "program", ("-c", soon + QUICK[1]))
    with Servers(tmp_path, "floor.db", 1, kills.PACE, "--processes", "2") as servers:
        (server,) = servers.all
        one, two = until(lambda: _own_addresses(server), "both processes answer")
        with Client(server.url) as nobody:
            token = nobody.send(calls.register("ann", "a long walk by the sea")).token
        with Client(one, token=token) as first, Client(two, token=token) as second:
            run = second.send(calls.simulate("3CP", rounds="1000"))
            for client in (first, second):
                newest = client.send(calls.newest_simulation())
                assert newest is not None
                assert newest.id == client.send(calls.job(run.id)).id == run.id
            second.send(calls.cancel(run.id))
            until(lambda: first.send(calls.job(run.id)).state == "cancelled", "it is cancelled where it runs")
            with pytest.raises(ClientError, match="no calculation"):
                first.send(calls.job("1-unknown"))
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="utf-8")
        os.kill(int(children.split()[1]), signal.SIGKILL)
        until(lambda: _answers(two), "another process has taken the place")
        server.signal(signal.SIGTERM)
        assert server.exit_status() == 0
        assert server.said().count("has stopped here; rounds in play are kept") == 1
        assert server.said().count("another takes its place") == 1
        assert "Traceback" not in server.said()


def _own_addresses(server: Process) -> tuple[str, str] | None:
    found = re.findall(r"this process also answers at (\S+)", server.said())
    return (found[0], found[1]) if len(found) == 2 else None


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False
