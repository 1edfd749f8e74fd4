"""Play beside a flood: commands a second, alone and while anonymous connections ask without a pause.

One real server, the same players before, during and after each flood, in one run: what the ratio of the two
says is not the machine's speed. The flood, the players and the server share the machine's processors, so a
ratio of 1 is out of reach on a small one.
"""

import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Annotated

import msgspec

from benchmarks.command import command_of
from benchmarks.load import LoadResult, LoadTable, Plan
from benchmarks.seats import players
from benchmarks.serving import AT_ONCE, floor_file, servers
from benchmarks.timing import percentiles

PATHS = ("/api/tables", "/api/tables/T0", "/api/sheets/rws-three-card-v3/clauses", "/api/rounds/T0/1")
"""What the flood asks for: all tables, one of them, a long answer that seldom changes, a past round."""


class FloodFloor:
    """A server with its players."""

    def __init__(self, folder: Path, tables: int, seconds: float, warm_up: float) -> None:
        self.seconds, self.warm_up = seconds, warm_up
        self.file = floor_file(folder, tables, AT_ONCE)
        self.url = f"{folder}/floor.db"
        with servers(self.file, self.url, 1):
            pass
        self.seats = players(self.url, tables, folder)
        self.plan = folder / "plan.json"

    def play(self, port: int, pid: int) -> LoadResult:
        """What the players of every table come to."""
        places = [
            LoadTable(f"T{number}", seats, port, port, watcher=seats[0].token)
            for number, seats in enumerate(self.seats)
        ]
        plan = Plan(places, self.seconds, self.warm_up, 0.0, 0.0, [pid])
        self.plan.write_bytes(msgspec.json.encode(plan))
        command = [sys.executable, "-m", "benchmarks.load", str(self.plan)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        return msgspec.json.decode(done.stdout, type=LoadResult)


def flooded(
    floor: FloodFloor, port: int, pid: int, path: str, connections: int
) -> tuple[LoadResult, dict[str, int]]:
    """The players' result beside a flood, and what became of the flood."""
    command = [sys.executable, "-m", "benchmarks.flooding", str(port), path, str(connections)]
    with subprocess.Popen(
        [*command, str(floor.seconds + floor.warm_up + 1)], stdout=subprocess.PIPE
    ) as flood:
        result = floor.play(port, pid)
        out, _ = flood.communicate()
    return result, msgspec.json.decode(out, type=dict[str, int])


def show(name: str, result: LoadResult, seconds: float, ratio: str = "", answers: str = "") -> None:
    """A row of the table."""
    cuts = percentiles(result.latencies)
    rate, server = result.sent / seconds, result.servers / seconds
    print(
        f"  {name:52} {rate:7.0f} {ratio:>6} {cuts[49]:7.1f} {cuts[98]:7.1f} {server:7.0%}  {answers}",
        flush=True,
    )


def main(
    *,
    flood_tables: Annotated[int, "tables with seven players each"] = 3,
    flood_seconds: Annotated[float, "seconds of each flood"] = 5.0,
    warm_up: Annotated[float, "seconds that are played before anything is measured"] = 2.0,
    connections: Annotated[tuple[int, ...], "connections of the flood"] = (40, 150),
    paths: Annotated[tuple[str, ...], "what they ask for"] = PATHS,
) -> None:
    """The players alone, and beside each flood."""
    print("Flood: commands a second of players, alone and beside anonymous connections; milliseconds from a")
    print("command to its effect on the stream; the processor time of the server")
    print(f"  {'':52} {'cmd/s':>7} {'ratio':>6} {'p50':>7} {'p99':>7} {'server':>7}  the flood's answers")
    with tempfile.TemporaryDirectory() as folder:
        floor = FloodFloor(Path(folder), flood_tables, flood_seconds, warm_up)
        with servers(floor.file, floor.url, 1) as running:
            ((port, pid),) = running.items()
            before = floor.play(port, pid)
            show(f"{7 * flood_tables} players alone", before, flood_seconds)
            for count, path in product(connections, paths):
                result, answers = flooded(floor, port, pid, path, count)
                after = floor.play(port, pid)
                told = ", ".join(f"{number} x {status}" for status, number in sorted(answers.items()))
                # A machine that others use is as fast as they let it be: the moments around are compared.
                ratio = 2 * result.sent / max(before.sent + after.sent, 1)
                show(f"{count} x GET {path}", result, flood_seconds, f"{ratio:.2f}", told)
                show("alone again", after, flood_seconds)
                before = after


def smallest() -> None:
    main(flood_tables=1, flood_seconds=1, warm_up=0.5, connections=(1,), paths=PATHS[:1])


if __name__ == "__main__":
    command_of(__file__)
