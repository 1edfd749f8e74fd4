"""Servers and processes of the database stopped by SIGSTOP for seconds, and let go on by SIGCONT."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from campaign.floors import Disturb, Postmaster, Stage, disturbed, on_postgres, on_sqlite
from campaign.result import AttackResult, Bench

_NAME: Final = "pauses"
_SHORTEST: Final = 0.2
_LONGEST: Final = 8.0
"""Seconds; longer than a server may be silent before others take its tables."""


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Servers on both databases, then backends."""
    seconds = 1.0 if bench.quick else bench.minutes * 60 / 3
    yield disturbed(on_sqlite(bench, _NAME, "SIGSTOP of servers"), _stop_servers, seconds=seconds)
    if bench.quick:
        return
    bench.done(0.33)
    with on_postgres(bench, _NAME, "SIGSTOP of servers") as (floor, _):
        yield disturbed(floor, _stop_servers, seconds=seconds)
    bench.done(0.66)
    with on_postgres(bench, _NAME, "SIGSTOP of backends") as (floor, postmaster):
        yield disturbed(floor, _stop_backends(postmaster), seconds=seconds)


async def _stop_servers(stage: Stage) -> None:
    for _ in stage.until_over():
        await stage.pause(1.0)
        victim = stage.rng.choice(stage.servers.all)
        victim.signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(_SHORTEST + stage.rng.random() * _LONGEST)
        finally:
            victim.signal(signal.SIGCONT)
        await stage.plays_on()


def _stop_backends(postmaster: Postmaster) -> Disturb:
    async def stop(stage: Stage) -> None:
        stopped = 0
        for _ in stage.until_over():
            await stage.pause(1.0)
            pids = await asyncio.to_thread(postmaster.backends)
            for pid in stage.rng.sample(pids, min(2, len(pids))):
                await _stop_process(pid, _SHORTEST + stage.rng.random() * _LONGEST / 2)
                stopped += 1
            await stage.plays_on()
        stage.blows = stopped

    return stop


async def _stop_process(pid: int, seconds: float) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(pid, signal.SIGCONT)
