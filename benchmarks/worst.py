"""The worst request of each endpoint, and how long ``/health`` takes beside it.

A real server with a journal of a few thousand rounds is asked for the worst of each endpoint, as
``tests/api/worst.py`` has it, while another client asks for ``/health`` all the time. Both share the machine
with the server, so the slowest ``/health`` is told beside what it usually takes when nothing else is asked.
"""

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from pathlib import Path
from statistics import median
from typing import Annotated

from benchmarks.command import command_of
from benchmarks.timing import Runs
from tests.api.processes import Process
from tests.api.worst import Ask, World, ask, give_up, make_world, play_first_round, worst

_REST = 0.2


class HealthWatch:
    """Another process that asks for ``/health`` all the time, and what it has told of each answer."""

    def __init__(self, address: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.health", address.rpartition(":")[2]],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.taken: list[tuple[float, float]] = []
        """When each was asked by the machine's clock, and how many seconds it took."""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def slowest(self, since: float) -> float:
        """Of those that ended after an instant, which may have begun before."""
        return max((took for began, took in self.taken if began + took >= since), default=0.0)

    def some(self) -> list[float]:
        """How long each took so far, at least one."""
        for _ in range(600):
            if self.taken:
                return [took for _, took in self.taken]
            time.sleep(0.1)
        raise SystemExit("/health is not answered within a minute")

    def end(self) -> None:
        """Ask no more."""
        self._process.terminate()
        self._process.wait()
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            began, took = map(float, line.split())
            self.taken.append((began, took))


def measure(
    address: str, world: World, watch: HealthWatch, one: Ask, together: int
) -> tuple[str, float, float]:
    """The statuses of some answers, how long they took, and the slowest ``/health`` meanwhile."""
    began = time.perf_counter()
    with ThreadPoolExecutor(together) as pool:
        answers = list(pool.map(lambda _: ask(address, world, one), range(together)))
    took = time.perf_counter() - began
    time.sleep(_REST)
    found = sorted({str(answer.status_code) for answer in answers}), took, watch.slowest(began)
    for answer in answers:
        give_up(address, world, one, answer)
    return ", ".join(found[0]), *found[1:]


def main(
    *,
    events: Annotated[int, "events of the journal"] = 25_000,
    together: Annotated[int, "so many of each request at a time"] = 1,
    runs: Runs = 3,
    only: Annotated[str, "a part of the endpoints' names"] = "",
    idle: Annotated[float, "seconds in which nothing but /health is asked"] = 5.0,
) -> None:
    """One line for each endpoint."""
    asked = [(operation, one) for operation, one in worst() if only in operation]
    if not asked:
        raise SystemExit(f"no endpoint has {only!r} in its name")
    with tempfile.TemporaryDirectory() as folder:
        world = make_world(Path(folder), events)
        process = Process(Path(folder), world.journal)
        process.start()
        try:
            process.wait_until_ready()
            play_first_round(world, process.url)
            print(f"\nThe worst of each endpoint, {together} at a time, the best of {runs} runs")
            _show(process.url, world, asked, together, runs, idle)
        finally:
            process.kill()


def smallest() -> None:
    main(events=1, runs=1, only="GET /api/tables", idle=0.5)


def _show(
    address: str, world: World, asked: Sequence[tuple[str, Ask]], together: int, runs: int, seconds: float
) -> None:
    print(f"  {'':58} {'status':>12} {'answered':>11} {'slowest /health':>15} {'as idle':>9}")
    watch = HealthWatch(address)
    try:
        time.sleep(seconds)
        idle = median(watch.some())
        print(f"  {f'idle, the median of {len(watch.taken)}':58} {'':12} {'':11} {idle * 1000:12.1f} ms")
        for operation, one in asked:
            found = [measure(address, world, watch, one, together) for _ in range(runs)]
            statuses, took, health = min(found, key=itemgetter(2))
            print(
                f"  {operation:58} {statuses:>12} {took * 1000:8.0f} ms {health * 1000:12.1f} ms"
                f" {health / idle:7.1f} x",
                flush=True,
            )
    finally:
        watch.end()


if __name__ == "__main__":
    command_of(__file__)
