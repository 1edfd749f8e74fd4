"""A floor over HTTP: commands a second, and how long until a command is seen on the stream.

Real servers, real players' requests and real streams on the loopback; seven players at every table, whose
bets, looks and decisions are requests, while automatic dealers deal. The load and the servers share the
machine, so what the load itself takes of the processors is printed beside each figure.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from urllib.request import urlopen

import msgspec
from argon2 import Parameters
from argon2.low_level import Type
from tests.store.server import new_schema, running_server

from benchmarks.load import Place, Plan, Result, Seat
from pitboss.access.doors import Doors, Welcome
from pitboss.access.hashing import Hasher
from pitboss.access.limits import Buckets
from pitboss.access.people import People
from pitboss.access.setting_up import register_player
from pitboss.floor import SYSTEM, Floor
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
                floor.money(f"T{number}", BuyIn(name, 100_000_000, SYSTEM), SYSTEM, f"chips/{name}")
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
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            command = [sys.executable, "-m", "pitboss", "serve", "--config", str(file), "--journal", url]
            log = file.parent / f"server-{port}.log"
            with log.open("wb") as out:
                process = subprocess.Popen(
                    [*command, "--port", str(port)], cwd=file.parent, stdout=out, stderr=subprocess.STDOUT
                )
            processes.append(process)
            ports[port] = process.pid
            _wait_for(port, process, log)
        yield ports
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(30)


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(1200):
        if process.poll() is not None:
            raise SystemExit(f"the server ended: {log.read_text()}")
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


def cpu_of(pid: int) -> float:
    """Processor seconds that a process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(
    url: str,
    folder: Path,
    tables: int,
    count: int,
    pace: dict[str, float],
    thinking: float,
    seconds: float,
    warm_up: float,
) -> tuple[Result, float]:
    file = floor_file(folder, tables, pace)
    with servers(file, url, 1):
        pass
    seats = players(url, tables, folder)
    with servers(file, url, count) as running:
        ports = list(running)
        places = [
            Place(f"T{number}", seats[number], ports[number % count], ports[(number + 1) % count])
            for number in range(tables)
        ]
        plan = folder / "plan.json"
        plan.write_bytes(
            msgspec.json.encode(Plan(places, seconds, warm_up, thinking, ROUND if thinking else 0.0))
        )
        # Every table opens its first betting before anybody comes: otherwise all who are there begin in step.
        time.sleep(pace["pause"] + _OPENING if pace["pause"] else 0)
        loading = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.load", str(plan)], stdout=subprocess.PIPE
        )
        time.sleep(warm_up)
        before = sum(map(cpu_of, running.values()))
        time.sleep(seconds - 1)
        taken = (sum(map(cpu_of, running.values())) - before) / (seconds - 1)
        out, _ = loading.communicate()
        if loading.returncode:
            raise SystemExit("the load ended early")
        return msgspec.json.decode(out, type=Result), taken


def show(name: str, result: Result, taken: float, seconds: float) -> None:
    found = result.latencies or [0.0]
    cuts = quantiles(found, n=100) if len(found) > 1 else found * 99
    print(
        f"  {name:44} {result.sent / seconds:8.0f} {result.messages / seconds:9.0f}"
        f" {result.rounds / seconds:8.1f} {cuts[49]:8.1f} {cuts[98]:8.1f} {result.refused:8}"
        f" {taken:7.0%} {result.cpu / seconds:6.0%}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--only", choices=("sqlite", "postgres"))
    parser.add_argument("--pace", choices=("once", "casino"))
    parser.add_argument("--servers", type=int, nargs="*", default=[1, 2])
    options, _ = parser.parse_known_args()  # Names of benchmarks may stand there too.
    print(
        "Serving: seven players at each table; commands and stream messages a second, and milliseconds from"
    )
    print("a command to its effect on the stream")
    print(
        f"  {'':44} {'cmd/s':>8} {'msg/s':>9} {'rounds/s':>8} {'p50':>8} {'p99':>8} {'refused':>8}"
        f" {'servers':>7} {'load':>6}"
    )
    with running_server(uuid.uuid4().hex[:8]) as server:
        for store in ("sqlite", "postgres"):
            for count in options.servers:
                for pace_name, pace, thinking in (("once", AT_ONCE, 0.0), ("casino", CASINO, 10.0)):
                    for tables in options.tables:
                        if options.only not in (None, store) or options.pace not in (None, pace_name):
                            continue
                        with tempfile.TemporaryDirectory() as folder:
                            url = f"{folder}/floor.db" if store == "sqlite" else new_schema(server)
                            warm_up = 5.0 if pace_name == "once" else ROUND + 5
                            result, taken = measure(
                                url, Path(folder), tables, count, pace, thinking, options.seconds, warm_up
                            )
                        words = "at once" if pace_name == "once" else "casino pace"
                        show(
                            f"{store}, {count} servers, {tables} tables, {words}",
                            result,
                            taken,
                            options.seconds,
                        )


if __name__ == "__main__":
    main()
