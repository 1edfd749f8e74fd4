"""Servers, tables, writers, backends and postmasters killed without warning, again and again."""

import asyncio
import multiprocessing
import os
import signal
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from campaign.floors import Disturb, Postmaster, Stage, disturbed, on_postgres, on_sqlite
from campaign.result import AttackResult, Bench
from tests.floor import kills as of_tables
from tests.store import kills as of_writers
from tests.store.server import running_server
from tests.waiting import PATIENCE

_NAME: Final = "kills"
_LONGEST: Final = 2.0
"""Something is killed at most so many seconds after every table has played on."""
_WHOLE: Final = "every acknowledged command is there once and whole"
_PAID: Final = "every acknowledged command is there once, every jackpot is paid once, the books agree"


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Writers and tables in processes of their own; servers, backends and postmasters under bots."""
    kills = 10 if bench.quick else max(50, int(bench.minutes * 40))
    databases = ("SQLite",) if bench.quick else ("SQLite", "PostgreSQL")
    for database in databases:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            yield pool.submit(kill_writers, database, kills).result(kills * PATIENCE)
            yield pool.submit(kill_tables, database, kills).result(kills * PATIENCE)
    if bench.quick:
        return
    bench.done(0.3)
    seconds = bench.minutes * 60 / 7
    yield disturbed(on_sqlite(bench, _NAME, "kill -9 of servers"), _kill_servers, seconds=seconds)
    with on_postgres(bench, _NAME, "kill -9 of servers") as (floor, _):
        yield disturbed(floor, _kill_servers, seconds=seconds)
    bench.done(0.6)
    for name, blow in (
        ("kill -9 of backends", _kill_backend),
        ("kill -9 of the postmaster with all its processes", _kill_postmaster),
        ("every connection to the database ended", _end_connections),
    ):
        with on_postgres(bench, _NAME, name) as (floor, postmaster):
            yield disturbed(floor, blow(postmaster), seconds=seconds)


def kill_writers(database: str, kills: int) -> AttackResult:
    """Two processes that append, one of which is killed; on PostgreSQL now and then a backend too."""
    with ExitStack() as stack:
        url = _fresh(stack, database)
        found = of_writers.run(url, kills, own_server=database == "PostgreSQL")
    note = f"{found.acknowledged:,} commands acknowledged, {found.recorded:,} recorded"
    if found.server_kills:
        note += f"; {found.server_kills} backends killed besides"
    return _result("writers", database, found.kills + found.server_kills, _WHOLE, found.faults, note)


def kill_tables(database: str, kills: int) -> AttackResult:
    """Two processes that deal at tables of one link, with jackpots won and paid."""
    with ExitStack() as stack:
        found = of_tables.run(_fresh(stack, database), kills)
    note = (
        f"{found.acknowledged:,} commands acknowledged in {found.rounds:,} rounds, {found.hits} jackpots paid"
    )
    return _result("tables in play", database, found.kills, _PAID, found.faults, note)


def _result(victims: str, database: str, tried: int, must: str, faults: list[str], note: str) -> AttackResult:
    return AttackResult(
        attack=_NAME,
        database=database,
        name=f"kill -9 of {victims}",
        tried=tried,
        must=must,
        failures=tuple(faults),
        note=note,
    )


def _fresh(stack: ExitStack, database: str) -> str:
    if database == "PostgreSQL":
        return stack.enter_context(running_server(uuid4().hex[:8]))
    return str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "journal.db")


async def _kill_servers(stage: Stage) -> None:
    """One of the servers, which is started again when every table has played on without it."""
    for _ in stage.until_over():
        await stage.pause(_LONGEST)
        victim = stage.rng.choice(stage.servers.all)
        victim.kill()
        await stage.plays_on()
        victim.start()
        await asyncio.to_thread(victim.wait_until_ready)


def _kill_backend(postmaster: Postmaster) -> Disturb:
    """One process of the database, which takes all others down with it."""

    async def kill(stage: Stage) -> None:
        killed = 0
        for _ in stage.until_over():
            await stage.pause(_LONGEST)
            if pids := await asyncio.to_thread(postmaster.backends):
                with suppress(ProcessLookupError):
                    os.kill(stage.rng.choice(pids), signal.SIGKILL)
                    killed += 1
            await stage.plays_on()
        stage.blows = killed

    return kill


def _kill_postmaster(postmaster: Postmaster) -> Disturb:
    async def kill(stage: Stage) -> None:
        for _ in stage.until_over():
            await stage.pause(_LONGEST)
            await asyncio.to_thread(postmaster.kill)
            await stage.pause(_LONGEST)
            await asyncio.to_thread(postmaster.start)
            await stage.plays_on()

    return kill


def _end_connections(postmaster: Postmaster) -> Disturb:
    async def end(stage: Stage) -> None:
        ended = 0
        for _ in stage.until_over():
            await stage.pause(_LONGEST)
            ended += await asyncio.to_thread(postmaster.terminate_all)
            await stage.plays_on()
        stage.blows = ended

    return end
