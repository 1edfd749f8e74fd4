"""``pitboss settle FILE`` from a cold start, against the bare interpreter it cannot beat."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median
from typing import Annotated

from benchmarks.command import command_of
from benchmarks.timing import seconds

ROOT = Path(__file__).parent.parent
FILE = ROOT / "tests/rounds/rws-three-card-v3/01_plain-win-and-fold.toml"
PITBOSS = str(Path(sys.executable).with_name("pitboss"))

COMMANDS = {
    "python -c pass (the limit)": [sys.executable, "-c", "pass"],
    "python -c 'import argparse, msgspec'": [sys.executable, "-c", "import argparse, msgspec"],
    "pitboss settle FILE": [PITBOSS, "settle", str(FILE)],
    "pitboss settle --json FILE": [PITBOSS, "settle", "--json", str(FILE)],
    "pitboss sheets": [PITBOSS, "sheets"],
}


def main(*, runs: Annotated[int, "runs of each command"] = 40) -> None:
    """The median of interleaved runs, so that a busy machine weighs on all alike."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, command in COMMANDS.items():
            run = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
            times[name].append(seconds(run))
    bare = median(next(iter(times.values())))
    print(f"\nCold start, median of {runs} interleaved runs")
    for name, found in times.items():
        print(f"  {name:40} {median(found) * 1000:7.1f} ms  {median(found) / bare:5.1f} x")


def smallest() -> None:
    main(runs=1)


if __name__ == "__main__":
    command_of(__file__)
