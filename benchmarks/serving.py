"""A floor over HTTP: commands a second, and how long until a command is seen on the stream.

Real servers, real players' requests and real streams on the loopback; seven players at every table, whose
bets, looks and decisions are requests, while automatic dealers deal. The load and the servers share the
machine, so what the load itself takes of the processors is printed beside each figure.

What a command costs is the processor time of the servers, streams and dealing included, over the commands of
the players. Beside it stands what a bare POST costs right after it, on as many connections and as many a
second as there were commands: the fewer come, the more each costs. Their ratio says something on any machine.
``--quick`` is for who changes something: a hundred tables at seven times the casino's pace, which ask as much
of a server as seven hundred at the casino's.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

import msgspec
from argon2 import Parameters
from argon2.low_level import Type
from msgspec import Struct
from tests.floor.desk import Desk as Floor
from tests.store.server import new_schema, running_server

from benchmarks.bare import append_cpu, bare_server, free_port, post_cpu, wait_for
from benchmarks.load import Place, Plan, Result, Seat
from pitboss.access.doors import Doors, Welcome
from pitboss.access.hashing import Hasher
from pitboss.access.limits import Buckets
from pitboss.access.people import People
from pitboss.access.setting_up import register_player
from pitboss.floor import SYSTEM
from pitboss.floor.config import DEFAULT_FILE
from pitboss.floor.money import BuyIn
from pitboss.store.open import open_journal
from pitboss.store.private import open_private

PASSWORD = "a long walk by the sea"
SEAL = "pitboss.seal"
CASINO = {"betting": 14, "decision": 20, "dealing": 0.6, "pause": 19.5}
"""With players who think for up to ten seconds, a round takes 45."""
ROUND = 45.0
_OPENING = 10.0
"""Seconds in which a thousand tables open."""
AT_ONCE = {"betting": 0.5, "decision": 20, "dealing": 0, "pause": 0}
THINKING = 10.0
QUICK = 7.0
"""So many times the casino's pace is the quick variant's."""
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


def doors_of(people: People, folder: Path) -> Doors:
    """The doors of the floor in a folder, with its key and without limits; hashing takes no time."""
    pepper = (folder / SEAL).read_bytes()
    quick = Hasher(Parameters(Type.ID, 19, 16, 16, 1, 8, 1), pepper=pepper)
    many = Buckets(1 << 30, 1e-9)
    return Doors(people, quick, by_place=many, by_name=many, newcomers=many)


def signed_in(doors: Doors, name: str) -> str:
    """The token of a new session."""
    welcome = doors.sign_in(name, PASSWORD, "password", "bench")
    assert isinstance(welcome, Welcome), welcome
    return welcome.token


def players(url: str, tables: int, folder: Path) -> list[list[Seat]]:
    """Seven players for each table, signed in; the floor in the folder has been open before."""
    with open_journal(url) as journal, open_private(url) as private:
        doors = doors_of(People(journal, private), folder)
        floor = Floor(journal)
        seats = []
        for number in range(tables):
            at_table = []
            for box in range(1, 8):
                name = f"p{number}-{box}"
                register_player(doors, name, PASSWORD, "bench")
                floor.money(
                    f"T{number}", BuyIn(player=name, amount=100_000_000, by=SYSTEM), SYSTEM, f"chips/{name}"
                )
                at_table.append(Seat(name, box, signed_in(doors, name)))
            seats.append(at_table)
        return seats


@contextmanager
def servers(file: Path, url: str, count: int) -> Iterator[dict[int, int]]:
    """So many servers of one floor: their processes by port."""
    ports: dict[int, int] = {}
    processes = []
    try:
        for _ in range(count):
            port = free_port()
            command = [sys.executable, "-m", "pitboss", "serve", "--config", str(file), "--journal", url]
            log = file.parent / f"server-{port}.log"
            with log.open("wb") as out:
                process = subprocess.Popen(
                    [*command, "--port", str(port)], cwd=file.parent, stdout=out, stderr=subprocess.STDOUT
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


class Load(Struct, frozen=True, kw_only=True):
    """A row of the table."""

    store: str
    servers: int
    tables: int
    seconds: float
    faster: float
    """So many times the casino's pace; 0 as fast as they can."""

    @property
    def name(self) -> str:
        """As it is printed."""
        pace = f"{self.faster:g} x casino pace" if self.faster > 1 else "casino pace"
        words = pace if self.faster else "at once"
        return f"{self.store}, {self.servers} servers, {self.tables} tables, {words}"

    @property
    def pace(self) -> dict[str, float]:
        """Of the tables."""
        if not self.faster:
            return AT_ONCE
        return {word: seconds / self.faster for word, seconds in CASINO.items()} | {"decision": 20}

    @property
    def round(self) -> float:
        """Seconds that a round takes; 0 for whoever waits for nothing."""
        return ROUND / self.faster if self.faster else 0.0


def measure(load: Load, url: str, folder: Path) -> Result:
    file = floor_file(folder, load.tables, load.pace)
    with servers(file, url, 1):
        pass
    seats = players(url, load.tables, folder)
    with servers(file, url, load.servers) as running:
        ports = list(running)
        places = [
            Place(
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
                Plan(places, load.seconds, load.round + 5, thinking, load.round, list(running.values()))
            )
        )
        # Every table opens its first betting before anybody comes: otherwise all who are there begin in step.
        time.sleep(load.pace["pause"] + _OPENING * load.tables / 1000 if load.faster else 0)
        command = [sys.executable, "-m", "benchmarks.load", str(plan)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        if done.returncode:
            raise SystemExit("the load ended early")
        return msgspec.json.decode(done.stdout, type=Result)


def show(load: Load, result: Result, bare: float) -> None:
    found, seconds = result.latencies or [0.0], load.seconds
    cuts = quantiles(found, n=100) if len(found) > 1 else found * 99
    each = result.servers / max(result.sent, 1) * 1000
    print(
        f"  {load.name:52} {result.sent / seconds:8.0f} {result.messages / seconds:8.0f}"
        f" {result.rounds / seconds:8.1f} {cuts[49]:8.1f} {cuts[98]:8.1f} {result.refused:8}"
        f" {result.servers / seconds:7.0%} {result.cpu / seconds:6.0%}"
        f" {each:8.2f} {bare:8.2f} {each / bare:7.1f}",
        flush=True,
    )


def show_row(load: Load, server: str, port: int, pid: int) -> None:
    """Measure a row and what a bare POST takes at its pace, and print it."""
    with tempfile.TemporaryDirectory() as folder:
        result = measure(load, _journal(load.store, server, folder), Path(folder))
    rate = max(result.sent / load.seconds, _SLOWEST)
    show(load, result, post_cpu(port, pid, rate, load.tables))


@contextmanager
def database(stores: Iterable[str]) -> Iterator[str]:
    """The URL of a PostgreSQL, if one is needed."""
    if "postgres" not in stores:
        yield ""
        return
    with running_server(uuid.uuid4().hex[:8]) as server:
        yield server


def _journal(store: str, server: str, folder: str) -> str:
    """The URL of a new journal."""
    return f"{folder}/floor.db" if store == "sqlite" else new_schema(server)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--only", choices=("sqlite", "postgres"))
    parser.add_argument("--pace", choices=("once", "casino"))
    parser.add_argument("--servers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--quick", action="store_true", help="one row of each store in half a minute")
    options, _ = parser.parse_known_args()  # Names of benchmarks may stand there too.
    if options.quick:
        options.tables, options.seconds, options.servers = [100], 20.0, [1]
    paces = {"once": 0.0, "casino": 1.0}
    chosen = [QUICK] if options.quick else [paces[options.pace]] if options.pace else list(paces.values())
    loads = [
        Load(store=store, servers=count, tables=tables, seconds=options.seconds, faster=faster)
        for store in ((options.only,) if options.only else ("sqlite", "postgres"))
        for count in options.servers
        for faster in chosen
        for tables in options.tables
    ]
    print("Serving: seven players at each table; commands and stream messages a second, milliseconds from a")
    print(
        "command to its effect on the stream, and milliseconds of the servers' processor time for a command"
    )
    print("beside those of a bare POST")
    stores = {load.store for load in loads}
    with database(stores) as server, bare_server() as bare:
        for store in sorted(stores):
            with tempfile.TemporaryDirectory() as folder:
                taken = append_cpu(_journal(store, server, folder))
            print(f"  an append to {store} by itself takes {taken:.2f} ms of processor time")
        print(
            f"  {'':52} {'cmd/s':>8} {'msg/s':>8} {'rounds/s':>8} {'p50':>8} {'p99':>8} {'refused':>8}"
            f" {'servers':>7} {'load':>6} {'ms/cmd':>8} {'ms/POST':>8} {'ratio':>7}"
        )
        for load in loads:
            show_row(load, server, *bare)


if __name__ == "__main__":
    main()
