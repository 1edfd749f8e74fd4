"""Hours in small: memory, threads and file handles of a server while it is played on without a break."""

import asyncio
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, structs

from campaign.floors import Attacked, Disturb, Stage, disturbed, on_postgres, on_sqlite
from campaign.result import AttackResult, Bench

_NAME: Final = "soak"
_EVERY: Final = 2.0
"""Seconds between two looks."""
_MEMORY: Final = 1.15
"""The last third may hold so many times the memory of the third before."""
_HANDLES: Final = 5
"""The allowed growth in threads or files."""
_FEWEST: Final = 9


class ProcessSample(Struct, frozen=True, kw_only=True):
    """A process at one moment."""

    memory: int
    """In kB."""
    threads: int
    files: int


def attack(bench: Bench) -> Iterator[AttackResult]:
    """One server on each database."""
    yield _soaked(on_sqlite(bench, _NAME, "a soak"), bench)
    bench.done(0.5)
    with on_postgres(bench, _NAME, "a soak") as (floor, _):
        yield _soaked(floor, bench)


def _soaked(floor: Attacked, bench: Bench) -> AttackResult:
    seconds = _FEWEST * _EVERY if bench.quick else bench.minutes * 30
    looks: list[ProcessSample] = []
    found = disturbed(floor, _watched(looks, seconds), seconds=seconds, servers=1)
    note = f"{found.note}; {figures(looks)}"
    return structs.replace(
        found,
        must=f"{found.must}; memory, threads and files level off",
        failures=(*found.failures, *growth(looks)),
        note=note,
    )


def _watched(looks: list[ProcessSample], seconds: float) -> Disturb:
    async def watch(stage: Stage) -> None:
        (server,) = stage.servers.all
        for _ in range(int(seconds / _EVERY)):
            await asyncio.sleep(_EVERY)
            looks.append(look_at(server.pid))
            stage.blows += 1

    return watch


def look_at(pid: int) -> ProcessSample:
    """What the system says of a process."""
    lines = (line.split() for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    status = {words[0]: words[1] for words in lines if len(words) > 1}
    return ProcessSample(
        memory=int(status["VmRSS:"]),
        threads=int(status["Threads:"]),
        files=sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir()),
    )


def growth(looks: Sequence[ProcessSample]) -> Iterator[str]:
    """What has grown from the second third of the time to the last."""
    third = len(looks) // 3
    if not third:
        return
    before, after = looks[third : 2 * third], looks[2 * third :]
    for name, most in (("memory", None), ("threads", _HANDLES), ("files", _HANDLES)):
        was, now = (statistics.median(getattr(look, name) for look in part) for part in (before, after))
        if now > (was * _MEMORY if most is None else was + most):
            yield f"{name} grew from {was:,.0f} to {now:,.0f}"


def figures(looks: Sequence[ProcessSample]) -> str:
    """The first and the last look."""
    if not looks:
        return "nothing was looked at"
    first, last = looks[0], looks[-1]
    memory = f"memory {first.memory // 1024} to {last.memory // 1024} MB"
    return f"{memory}, threads {first.threads} to {last.threads}, files {first.files} to {last.files}"
