"""Play beside a flood: commands a second, alone and while anonymous connections ask without a pause.

One real server, the same players before, during and after each flood, in one run: what the ratio of the two
says is not the machine's speed. The flood, the players and the server share the machine's processors, so a
ratio of 1 is out of reach on a small one.
"""

import argparse
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from statistics import quantiles

import msgspec

from benchmarks.load import LoadResult, LoadTable, Plan
from benchmarks.seats import players
from benchmarks.serving import AT_ONCE, floor_file, servers

PATHS = ("/api/tables", "/api/tables/T0", "/api/sheets/rws-three-card-v3/clauses", "/api/rounds/T0/1")
"""What the flood asks for: all tables, one of them, a long answer that seldom changes, a past round."""


WARM_UP = 2.0


class FloodFloor:
    """A server with its players."""

    def __init__(self, folder: Path, tables: int) -> None:
        self.file = floor_file(folder, tables, AT_ONCE)
        self.url = f"{folder}/floor.db"
        with servers(self.file, self.url, 1):
            pass
        self.seats = players(self.url, tables, folder)
        self.plan = folder / "plan.json"

    def play(self, port: int, pid: int, seconds: float, warm_up: float) -> LoadResult:
        """What the players of every table come to."""
        places = [
            LoadTable(f"T{number}", seats, port, port, watcher=seats[0].token)
            for number, seats in enumerate(self.seats)
        ]
        plan = Plan(places, seconds, warm_up, 0.0, 0.0, [pid])
        self.plan.write_bytes(msgspec.json.encode(plan))
        command = [sys.executable, "-m", "benchmarks.load", str(self.plan)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        return msgspec.json.decode(done.stdout, type=LoadResult)


def flooded(
    floor: FloodFloor, port: int, pid: int, path: str, connections: int, seconds: float
) -> tuple[LoadResult, dict[str, int]]:
    """The players' result beside a flood, and what became of the flood."""
    command = [sys.executable, "-m", "benchmarks.flooding", str(port), path, str(connections)]
    with subprocess.Popen([*command, str(seconds + WARM_UP + 1)], stdout=subprocess.PIPE) as flood:
        result = floor.play(port, pid, seconds, WARM_UP)
        out, _ = flood.communicate()
    return result, msgspec.json.decode(out, type=dict[str, int])


def show(name: str, result: LoadResult, seconds: float, ratio: str = "", answers: str = "") -> None:
    """A row of the table."""
    found = result.latencies or [0.0]
    cuts = quantiles(found, n=100) if len(found) > 1 else found * 99
    rate, server = result.sent / seconds, result.servers / seconds
    print(
        f"  {name:52} {rate:7.0f} {ratio:>6} {cuts[49]:7.1f} {cuts[98]:7.1f} {server:7.0%}  {answers}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--flood-tables", type=int, default=3)
    parser.add_argument("--flood-seconds", type=float, default=5)
    parser.add_argument("--connections", type=int, nargs="*", default=[40, 150])
    parser.add_argument("--paths", nargs="*", default=list(PATHS))
    options, _ = parser.parse_known_args()  # Names of benchmarks may stand there too.
    seconds = options.flood_seconds
    print("Flood: commands a second of players, alone and beside anonymous connections; milliseconds from a")
    print("command to its effect on the stream; the processor time of the server")
    print(f"  {'':52} {'cmd/s':>7} {'ratio':>6} {'p50':>7} {'p99':>7} {'server':>7}  the flood's answers")
    with tempfile.TemporaryDirectory() as folder:
        floor = FloodFloor(Path(folder), options.flood_tables)
        with servers(floor.file, floor.url, 1) as running:
            ((port, pid),) = running.items()
            before = floor.play(port, pid, seconds, WARM_UP)
            show(f"{7 * options.flood_tables} players alone", before, seconds)
            for connections, path in product(options.connections, options.paths):
                result, answers = flooded(floor, port, pid, path, connections, seconds)
                after = floor.play(port, pid, seconds, WARM_UP)
                told = ", ".join(f"{count} x {status}" for status, count in sorted(answers.items()))
                # A machine that others use is as fast as they let it be: the moments around are compared.
                ratio = 2 * result.sent / max(before.sent + after.sent, 1)
                show(f"{connections} x GET {path}", result, seconds, f"{ratio:.2f}", told)
                show("alone again", after, seconds)
                before = after


if __name__ == "__main__":
    main()
