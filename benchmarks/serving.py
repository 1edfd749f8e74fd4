"""A floor over HTTP: commands a second, and how long until a command is seen on the stream.

Real servers, real players' requests and real streams on the loopback; seven players at every table, whose
bets, looks and decisions are requests, while automatic dealers deal. The load and the servers share the
machine, so what the load itself takes of the processors is printed beside each figure.

What a command costs is the processor time of the servers, streams and dealing included, over the commands of
the players. Beside it stands what a bare POST costs right after it, on as many connections and as many a
second as there were commands: the fewer come, the more each costs. Their ratio says something on any machine.
``--quick`` is for who changes something: a hundred tables at seven times the casino's pace, which ask as much
of a server as seven hundred at the casino's.

``--against COMMIT`` serves that version too, at the same moments, to as many players at as many tables, while
a third server answers bare POSTs: whatever else the machine does, it does to all of them. With ``--quick``,
each version has fifty tables.
"""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from benchmarks.bare import SECONDS, append_cpu, bare_server, free_port, post_cpu, wait_for
from benchmarks.command import command_of
from benchmarks.databases import STORES, Databases, Store
from benchmarks.load import LoadResult, LoadSeat, LoadTable, Plan
from benchmarks.timing import percentiles
from benchmarks.versions import HERE, ServerVersion, version_of
from pitboss.floor.setup.config import DEFAULT_FILE

CASINO = {"betting": 14, "decision": 20, "dealing": 0.6, "pause": 19.5}
"""With players who think for up to ten seconds, a round takes 45."""
ROUND = 45.0
_OPENING = 10.0
"""Seconds in which a thousand tables open."""
AT_ONCE = {"betting": 0.5, "decision": 20, "dealing": 0, "pause": 0}
THINKING = 10.0
QUICK = 7.0
"""The pace of the quick variant, as a multiple of the casino's."""
COMMANDS = 30
"""The approximate number of commands of one table's players in one round."""
_SLOWEST = 50.0
"""Bare POSTs a second at least, or there are too few to be measured."""
SHEETS = (
    ("3CP", "spade", "ante = [25, 1000]"),
    ("P3CP", "club", "ante = [25, 1000]"),
    ("ML3", "diamond", "ante = [25, 1000]"),
    ("MLTH", "diamond", "ante = [25, 1000]"),
    ("MSS", "mega", "ante = [25, 1000]"),
)


def floor_file(
    folder: Path, tables: int, pace: dict[str, float], sheets: Sequence[tuple[str, str, str]] = SHEETS
) -> Path:
    """The default floor with other tables and another pace."""
    text = DEFAULT_FILE.read_text(encoding="utf-8").split("[[tables]]")[0]
    head, _, links = text.partition("[pace]")
    paces = "\n".join(f"{word} = {seconds}" for word, seconds in pace.items())
    head = head.replace("demo = true", "demo = false").replace("play_money", "# play_money")
    parts = [head, "[pace]\n", paces, "\n"]
    used = {sheets[number % len(sheets)][1] for number in range(tables)}
    parts += (f"[[links]]{link}" for link in links.split("[[links]]")[1:] if link.split('"')[1] in used)
    for number in range(tables):
        sheet, link, limits = sheets[number % len(sheets)]
        parts.append(
            f'[[tables]]\nid = "T{number}"\nsheet = "{sheet}"\nlink = "{link}"\ndealer = "automatic"\n'
            f'cards = "shoe"\ndevice = "shuffler"\nboxes = 7\nlimits = {{ {limits} }}\n'
        )
    path = folder / "floor.toml"
    path.write_text("".join(parts), encoding="utf-8")
    return path


@contextmanager
def servers(
    file: Path, url: str, count: int, version: ServerVersion = HERE, together: int = 1
) -> Iterator[dict[int, int]]:
    """Start servers of one floor, each of so many processes; returns the first process of each by port."""
    ports: dict[int, int] = {}
    processes = []
    try:
        for _ in range(count):
            port = free_port()
            command = [sys.executable, "-m", "pitboss", "serve", "--config", str(file), "--journal", url]
            command += ["--processes", str(together)] if together > 1 else []
            log = file.parent / f"server-{port}.log"
            with log.open("wb") as out:
                process = subprocess.Popen(
                    [*command, "--port", str(port)],
                    cwd=file.parent,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                    env=version.environment,
                )
            processes.append(process)
            ports[port] = process.pid
            wait_for(port, process, log)
        yield ports
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(30)


class LoadRow(Struct, frozen=True, kw_only=True):
    """A row of the table."""

    store: Store
    servers: int
    tables: int
    seconds: float
    faster: float
    """The pace as a multiple of the casino's; 0 for as fast as possible."""
    together: int = 1
    """The processes of each server, at its one port."""

    @property
    def name(self) -> str:
        """As it is printed."""
        pace = f"{self.faster:g} x casino pace" if self.faster > 1 else "casino pace"
        words = pace if self.faster else "at once"
        each = f" of {self.together} processes" if self.together > 1 else ""
        return f"{self.store}, {self.servers} servers{each}, {self.tables} tables, {words}"

    @property
    def pace(self) -> dict[str, float]:
        """Of the tables."""
        if not self.faster:
            return AT_ONCE
        return {word: seconds / self.faster for word, seconds in CASINO.items()} | {"decision": 20}

    @property
    def round(self) -> float:
        """Seconds that a round takes; 0 without waits."""
        return ROUND / self.faster if self.faster else 0.0

    @property
    def warm_up(self) -> float:
        """Seconds that are played before anything is measured."""
        return self.round + 5


def players(url: str, tables: int, folder: Path, version: ServerVersion) -> list[list[LoadSeat]]:
    """Seven players for each table, signed in; the floor in the folder has been open before."""
    command = [sys.executable, "-m", "benchmarks.seats", url, str(tables), str(folder)]
    made = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=version.environment)
    return msgspec.json.decode(made.stdout, type=list[list[LoadSeat]])


@contextmanager
def floor_open(load: LoadRow, url: str, folder: Path, version: ServerVersion) -> Iterator[Path]:
    """A floor whose servers run, and the file of what is to be played there."""
    file = floor_file(folder, load.tables, load.pace)
    with servers(file, url, 1, version):
        pass
    seats = players(url, load.tables, folder, version)
    with servers(file, url, load.servers, version, load.together) as running:
        ports = list(running)
        places = [
            LoadTable(
                f"T{number}",
                seats[number],
                ports[number % load.servers],
                ports[(number + 1) % load.servers],
                watcher=seats[number][0].token,
            )
            for number in range(load.tables)
        ]
        thinking = THINKING / load.faster if load.faster else 0.0
        plan = folder / "plan.json"
        plan.write_bytes(
            msgspec.json.encode(
                Plan(
                    places,
                    load.seconds,
                    load.warm_up,
                    thinking,
                    load.round,
                    _processes(running, load.together),
                )
            )
        )
        yield plan


def _processes(running: dict[int, int], together: int) -> list[int]:
    """The processes of servers that serve, once all have begun: a parent of several is idle."""
    if together == 1:
        return list(running.values())
    found: list[int] = []
    for pid in running.values():
        while len(children := Path(f"/proc/{pid}/task/{pid}/children").read_text().split()) < together:
            time.sleep(0.1)
        found += map(int, children)
    return found


@contextmanager
def played(load: LoadRow, plans: Sequence[Path]) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Players at open floors, of all of them at the same moments."""
    # Every table opens its first betting before anybody comes: otherwise all who are there begin in step.
    time.sleep(load.pace["pause"] + _OPENING * load.tables / 1000 if load.faster else 0)
    command = [sys.executable, "-m", "benchmarks.load"]
    playing = [subprocess.Popen([*command, str(plan)], stdout=subprocess.PIPE) for plan in plans]
    try:
        yield playing
    finally:
        for process in playing:
            process.terminate()
            process.wait(30)


def result_of(process: "subprocess.Popen[bytes]") -> LoadResult:
    """The result of players who played to the end."""
    seen, _ = process.communicate()
    if process.returncode:
        raise SystemExit("the load ended early")
    return msgspec.json.decode(seen, type=LoadResult)


def measure(load: LoadRow, url: str, folder: Path) -> LoadResult:
    """What is seen of this checkout."""
    with floor_open(load, url, folder, HERE) as plan, played(load, [plan]) as (process,):
        return result_of(process)


def show(load: LoadRow, result: LoadResult, bare: float, name: str = "") -> None:
    cuts, seconds = percentiles(result.latencies), load.seconds
    each = result.servers / max(result.sent, 1) * 1000
    print(
        f"  {name or load.name:52} {result.sent / seconds:8.0f} {result.messages / seconds:8.0f}"
        f" {result.rounds / seconds:8.1f} {cuts[49]:8.1f} {cuts[98]:8.1f} {result.refused:8}"
        f" {result.servers / seconds:7.0%} {result.cpu / seconds:6.0%}"
        f" {each:8.2f} {bare:8.2f} {each / bare:7.1f}",
        flush=True,
    )


def show_row(load: LoadRow, databases: Databases, port: int, pid: int) -> None:
    """Measure a row and what a bare POST takes at its pace, and print it."""
    with tempfile.TemporaryDirectory() as folder:
        result = measure(load, databases.new(load.store), Path(folder))
    rate = max(result.sent / load.seconds, _SLOWEST)
    show(load, result, post_cpu(port, pid, rate, load.tables, SECONDS))


def show_against(
    load: LoadRow, databases: Databases, port: int, pid: int, versions: Sequence[ServerVersion]
) -> None:
    """Measure versions and bare POSTs at the same moments, and print a row for each version."""
    rate = max(COMMANDS * load.tables / load.round, _SLOWEST)
    with ExitStack() as open_floors:
        plans = []
        for version in versions:
            folder = Path(open_floors.enter_context(tempfile.TemporaryDirectory()))
            url = databases.new(load.store)
            plans.append(open_floors.enter_context(floor_open(load, url, folder, version)))
        with played(load, plans) as playing:
            time.sleep(load.warm_up)
            bare = post_cpu(port, pid, rate, load.tables, load.seconds)
            results = [result_of(process) for process in playing]
    for version, result in zip(versions, results, strict=True):
        show(load, result, bare, f"{load.name} ({version.name})")
    here, there = (found.servers / max(found.sent, 1) for found in results)
    print(f"  a command takes {here / there:.2f} of what it takes in {versions[1].name}", flush=True)


def main(
    *,
    tables: Annotated[tuple[int, ...], "tables, a row for each number"] = (1, 10, 100, 1000),
    seconds: Annotated[float, "seconds in which a row is measured"] = 30.0,
    only: Annotated[Store | None, "sqlite or postgres"] = None,
    pace: Annotated[Literal["once", "casino"] | None, "once or casino"] = None,
    servers: Annotated[tuple[int, ...], "servers, a row for each number"] = (1, 2),
    processes: Annotated[int, "processes of each server, at its one port"] = 1,
    quick: Annotated[bool, "one row of each store in half a minute"] = False,
    against: Annotated[str | None, "the commit of a version that is served too, at the same moments"] = None,
) -> None:
    """A row for each store, number of servers, pace and number of tables."""
    if quick:
        tables, seconds, servers = (50 if against else 100,), 20.0, (1,)
    if against:
        pace = "casino"
    paces = {"once": 0.0, "casino": 1.0}
    chosen = [QUICK] if quick else [paces[pace]] if pace else list(paces.values())
    stores = (only,) if only else STORES
    loads = [
        LoadRow(store=store, servers=count, tables=number, seconds=seconds, faster=faster, together=processes)
        for store in stores
        for count in servers
        for faster in chosen
        for number in tables
    ]
    print("Serving: seven players at each table; commands and stream messages a second, milliseconds from a")
    print(
        "command to its effect on the stream, and milliseconds of the servers' processor time for a command"
    )
    print("beside those of a bare POST")
    with Databases() as databases, bare_server() as bare, ExitStack() as used:
        versions = [HERE, used.enter_context(version_of(against))] if against else []
        for store in stores:
            taken = append_cpu(databases.new(store))
            print(f"  an append to {store} by itself takes {taken:.2f} ms of processor time")
        print(
            f"  {'':52} {'cmd/s':>8} {'msg/s':>8} {'rounds/s':>8} {'p50':>8} {'p99':>8} {'refused':>8}"
            f" {'servers':>7} {'load':>6} {'ms/cmd':>8} {'ms/POST':>8} {'ratio':>7}"
        )
        for load in loads:
            if versions:
                show_against(load, databases, *bare, versions)
            else:
                show_row(load, databases, *bare)


def smallest() -> None:
    main(tables=(1,), seconds=3, only="sqlite", pace="once", servers=(1,))


if __name__ == "__main__":
    command_of(__file__)
