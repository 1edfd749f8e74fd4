"""Full disks under a floor that is played on: nothing is lost, servers say so, and go on with room again."""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psycopg
from msgspec import structs

from campaign.floors import MUST, Attacked, Disturb, Stage, disturbed, on_postgres, on_sqlite
from campaign.result import AttackResult, Bench
from tests.programs import ran

_NAME: Final = "disks"
_SIZE: Final = 24
"""Megabytes of a small disk."""
_WHILE: Final = 3.0
"""Seconds for which it stays full."""
_CHUNK: Final = bytes(64 * 1024)


def attack(bench: Bench) -> Iterator[AttackResult]:
    """A small file system under an SQLite file, and under the tables of a database."""
    times = 1 if bench.quick else 5
    floor = on_sqlite(bench, _NAME, "a full disk")
    with small_disk(floor.folder) as mounted:
        yield _filled(floor, floor.folder, times) if mounted else _not_tried(floor)
    bench.done(0.5)
    if bench.quick:
        return
    with on_postgres(bench, _NAME, "a full disk") as (floor, postmaster):
        folder = Path(tempfile.mkdtemp(prefix="pbts-", dir="/tmp"))
        with small_disk(folder) as mounted:
            if not mounted:
                yield _not_tried(floor)
                return
            name = _tablespace(postmaster.url, folder)
            yield _filled(_in_tablespace(floor, name), folder, times)
            with psycopg.connect(postmaster.url, autocommit=True) as db:
                schema = floor.record.rpartition("%3D")[2]
                db.execute(f"DROP SCHEMA {schema} CASCADE")
                db.execute(f"DROP TABLESPACE {name}")
        folder.rmdir()


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A file system of a few megabytes at a folder, if this system lets anybody make one."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}m", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and ran(*command, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            ran("umount", "--lazy", folder, check=False)


def _tablespace(url: str, folder: Path) -> str:
    name = folder.name.replace("-", "_")
    with psycopg.connect(url, autocommit=True) as db:
        row = db.execute("SHOW data_directory").fetchone()
        assert row is not None
        owner = Path(row[0]).stat()
        os.chown(folder, owner.st_uid, owner.st_gid)
        db.execute(f"CREATE TABLESPACE {name} LOCATION '{folder}'")
    return name


def _in_tablespace(floor: Attacked, name: str) -> Attacked:
    return structs.replace(floor, journal=f"{floor.journal}%20-cdefault_tablespace%3D{name}")


def _filled(floor: Attacked, folder: Path, times: int) -> AttackResult:
    lied: list[str] = []
    found = disturbed(floor, _fill(folder, times, lied), seconds=1.0, servers=1)
    return structs.replace(found, failures=(*found.failures, *dict.fromkeys(lied)))


def _fill(folder: Path, times: int, lied: list[str]) -> Disturb:
    async def fill(stage: Stage) -> None:
        (server,) = stage.servers.all
        ballast = folder / "ballast"
        for _ in range(times):
            await stage.pause(1.0)
            fill_up(ballast)
            stage.blows += 1
            await asyncio.sleep(_WHILE / 2)
            before = stage.acknowledged()
            await asyncio.sleep(_WHILE / 2)
            refused = stage.acknowledged() == before
            if refused and await asyncio.to_thread(server.ready):
                lied.append("/ready says 200 while no command is recorded")
            ballast.unlink()
            await stage.plays_on()

    return fill


def fill_up(ballast: Path) -> None:
    """Write until there is no room."""
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(_CHUNK):
            pass


def _not_tried(floor: Attacked) -> AttackResult:
    return AttackResult(
        attack=_NAME,
        database=floor.database,
        name=floor.name,
        tried=0,
        must=MUST,
        note="not tried: this system lets nobody make a small file system",
    )
