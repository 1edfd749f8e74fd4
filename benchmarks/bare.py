"""What no command can cost less than: a bare POST to the same framework, a bare append to the same journal.

Run as ``python -m benchmarks.bare PORT`` it is a server with one route, under the settings that a floor is
served with, that takes a small body of JSON and answers with another. Only processor time is told.
"""

import asyncio
import gc
import itertools
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec
import uvicorn
from litestar import Litestar, get, post
from litestar.params import JSONBody
from msgspec import Struct

from benchmarks.wire import Wire
from pitboss.store import CommandIdentity, NewEvent, ToStream
from pitboss.store.open import open_journal

SECONDS = 4.0
APPENDS = 1000


class BareBet(Struct, frozen=True, forbid_unknown_fields=True):
    """As much as a bet says."""

    id: str
    act: dict[str, Any]


class BareAnswer(Struct, frozen=True):
    """As much as the answer to a bet says."""

    first: int
    last: int
    repeated: bool


@post("/bare")
async def bare(data: JSONBody[BareBet]) -> BareAnswer:
    return BareAnswer(1, len(data.act), False)


@get("/health")
async def health() -> str:
    return "well"


def cpu_of(pid: int) -> float:
    """Processor seconds that a process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Until a server answers; ends with what its log says if it does not."""
    for _ in range(1200):
        if process.poll() is not None:
            raise SystemExit(f"the server ended: {log.read_text()}")
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


@contextmanager
def bare_server() -> Iterator[tuple[int, int]]:
    """A server with the bare route, in a process of its own: its port and its process."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.bare", str(port)])
    try:
        wait_for(port, process, Path(os.devnull))
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def post_cpu(port: int, pid: int, rate: float, connections: int, seconds: float) -> float:
    """Milliseconds of the server's processor time for each bare POST, of so many a second."""
    return asyncio.run(_post_cpu(port, pid, rate, connections, seconds))


async def _post_cpu(port: int, pid: int, rate: float, connections: int, seconds: float) -> float:
    act = {"act": "bet", "box": 1, "bet": "ante", "amount": "25"}
    ids = itertools.count(1 << 40)
    until = time.perf_counter() + seconds

    async def ask(wire: Wire) -> int:
        for sent in itertools.count():
            if time.perf_counter() >= until:
                return sent
            await asyncio.sleep(random.random() * 2 * connections / rate)
            body = msgspec.json.encode({"id": f"load-{next(ids)}", "act": act})
            status, _ = await wire.post("/bare", "pbs~" + "a" * 43, body)
            assert status == 201, status
        raise AssertionError("it ends by the clock")

    wires = [Wire(port) for _ in range(connections)]
    before = cpu_of(pid)
    sent = sum(await asyncio.gather(*map(ask, wires)))
    taken = cpu_of(pid) - before
    for wire in wires:
        await wire.close()
    return taken / sent * 1000


def append_cpu(url: str) -> float:
    """Milliseconds of this process's processor time for each append of a bet, one after the other."""
    events = (NewEvent("BetPlaced", 1, b'{"box":1,"player":"p0-1","bet":"ante","amount":2500}'),)
    names = [f"load-{number}" for number in range(APPENDS)]
    ids = [
        CommandIdentity(sender="account/p0-1", id=name, digest=sha256(name.encode()).digest())
        for name in names
    ]
    with open_journal(url) as journal:
        journal.append([ToStream("table/bare", 0, events)])
        before = time.process_time()
        for number, identity in enumerate(ids, 1):
            journal.append([ToStream("table/bare", number, events)], identity)
        return (time.process_time() - before) / APPENDS * 1000


def serve(port: int) -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)
    uvicorn.run(
        Litestar([bare, health], logging_config=None, openapi_config=None),
        host="127.0.0.1",
        port=port,
        http="httptools",
        ws="none",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
    )


if __name__ == "__main__":
    serve(int(sys.argv[1]))
