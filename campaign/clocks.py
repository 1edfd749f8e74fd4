"""One of two servers whose clock is wrong by an hour or a day, either way, while both are killed in turn.

libfaketime sets the clock of one process. It is fetched from the package index into the campaign's own folder
and is no requirement of the project: where there is no wheel for a machine its installation needs a compiler,
which running the tests does not.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from campaign.floors import MUST, Disturb, Stage, disturbed, on_postgres
from campaign.result import AttackResult, Bench
from tests.api.processes import Process
from tests.programs import LONGEST

_NAME: Final = "clocks"
_PACKAGE: Final = "libfaketime==3.0.1"
_WRONG: Final = {
    "an hour ahead": "+3600s",
    "an hour behind": "-3600s",
    "a day ahead": "+86400s",
    "a day behind": "-86400s",
}
_PATIENCE: Final = 20.0
"""Seconds in which a server with a wrong clock becomes ready, or never."""


def attack(bench: Bench) -> Iterator[AttackResult]:
    """Two servers on one database, of which one believes another time."""
    library = fetched(bench.new_folder(_NAME))
    if library is None:
        yield AttackResult(
            attack=_NAME,
            database="PostgreSQL",
            name="clocks of servers",
            tried=0,
            must=MUST,
            note=f"not tried: {_PACKAGE} cannot be had",
        )
        return
    wrong = dict(list(_WRONG.items())[:1]) if bench.quick else _WRONG
    for number, (words, shift) in enumerate(wrong.items()):
        with on_postgres(bench, _NAME, f"one server's clock {words}") as (floor, _):
            yield disturbed(floor, _wrong_clock(library, shift), seconds=1.0)
        bench.done((number + 1) / len(wrong))


def fetched(folder: Path) -> Path | None:
    """The library, from the package index."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(folder),
        _PACKAGE,
    ]
    done = subprocess.run(command, capture_output=True, check=False, timeout=LONGEST)
    return next(folder.rglob("libfaketime.so*"), None) if done.returncode == 0 else None


def _wrong_clock(library: Path, shift: str) -> Disturb:
    async def set_clock(stage: Stage) -> None:
        right, wrong = stage.servers.all
        wrong.kill()
        wrong.environment = {"LD_PRELOAD": str(library), "FAKETIME": shift, **_ONLY_THE_DATE}
        wrong.start()
        stage.blows += 1
        await _until_ready(wrong)
        await stage.plays_on()
        right.kill()
        stage.blows += 1
        await asyncio.sleep(1)
        right.start()
        await asyncio.to_thread(right.wait_until_ready)
        await stage.plays_on()
        wrong.kill()
        stage.blows += 1
        await stage.plays_on()
        wrong.environment = {}
        wrong.start()
        await asyncio.to_thread(wrong.wait_until_ready)

    return set_clock


_ONLY_THE_DATE: Final = {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
"""Waiting takes as long as ever, and files are as old as they are."""


async def _until_ready(server: Process) -> None:
    """Until it is ready; one that does not serve with such a clock is let be."""
    for _ in range(int(_PATIENCE / 0.5)):
        if await asyncio.to_thread(server.ready):
            return
        await asyncio.sleep(0.5)
