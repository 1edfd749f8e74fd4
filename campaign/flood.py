"""A flood of anonymous readers, and what is left of the play beside it."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import structs

from campaign.floors import Attacked, Disturb, Stage, disturbed, on_postgres, on_sqlite
from campaign.result import AttackResult, Bench
from tests.programs import LONGEST, running

_NAME: Final = "flood"
_CONNECTIONS: Final = 40
_SHARE: Final = 0.5
"""Of the commands that were recorded before the flood, so many are during it and, of all, after it."""
_BACK: Final = 0.7
_READERS: Final = """
import asyncio, sys

async def read(host, port):
    while True:
        try:
            reader, writer = await asyncio.open_connection(host, port)
            while True:
                writer.write(b"GET /api/tables HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n\\r\\n")
                head = await reader.readuntil(b"\\r\\n\\r\\n")
                _, _, length = head.lower().partition(b"content-length: ")
                await reader.readexactly(int(length.split()[0]) if length else 0)
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.05)

async def main():
    await asyncio.gather(*(read("127.0.0.1", int(sys.argv[1])) for _ in range(int(sys.argv[2]))))

asyncio.run(main())
"""


def attack(bench: Bench) -> Iterator[AttackResult]:
    """One server on each database, with readers who never rest."""
    yield _flooded(on_sqlite(bench, _NAME, "a flood of anonymous readers"), bench)
    bench.done(0.5)
    if not bench.quick:
        with on_postgres(bench, _NAME, "a flood of anonymous readers") as (floor, _):
            yield _flooded(floor, bench)


def _flooded(floor: Attacked, bench: Bench) -> AttackResult:
    seconds = 2.0 if bench.quick else 15.0
    rates: list[float] = []
    found = disturbed(floor, _flood(rates, seconds), seconds=seconds, servers=1, boxes=4)
    calm, flooded, after = rates if len(rates) == 3 else (0.0, 0.0, 0.0)
    failures = list(found.failures)
    if flooded < calm * _SHARE:
        failures.append(f"play fell from {calm:.1f} to {flooded:.1f} commands a second")
    if after < calm * _BACK:
        failures.append(f"play came back from {calm:.1f} to only {after:.1f} commands a second")
    note = f"{found.note}; {calm:.1f} commands a second before, {flooded:.1f} during, {after:.1f} after"
    must = f"{found.must}; half of the play stays, and it comes back without a restart"
    return structs.replace(found, must=must, failures=tuple(failures), note=note)


def _flood(rates: list[float], seconds: float) -> Disturb:
    async def flood(stage: Stage) -> None:
        port = stage.servers.urls[0].rpartition(":")[2]
        rates.append(await _rate(stage, seconds))
        command = [sys.executable, "-c", _READERS, port, str(_CONNECTIONS)]
        with running(
            command, stderr=subprocess.DEVNULL, cwd=Path(__file__).parent, seconds=seconds + LONGEST
        ):
            stage.blows = _CONNECTIONS
            rates.append(await _rate(stage, seconds))
        rates.append(await _rate(stage, seconds))

    return flood


async def _rate(stage: Stage, seconds: float) -> float:
    """Commands a second that were acknowledged."""
    before = stage.acknowledged()
    await asyncio.sleep(seconds)
    return (stage.acknowledged() - before) / seconds
