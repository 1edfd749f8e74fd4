"""``pitboss settle FILE`` from a cold start, against the bare interpreter it cannot beat."""

import subprocess
import sys
import time
from pathlib import Path

RUNS = 40
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


def seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """The median of interleaved runs, so that a busy machine weighs on all alike."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(RUNS):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
    medians = {name: sorted(runs)[RUNS // 2] for name, runs in times.items()}
    bare = next(iter(medians.values()))
    print(f"\nCold start, median of {RUNS} interleaved runs")
    for name, median in medians.items():
        print(f"  {name:40} {median * 1000:7.1f} ms  {median / bare:5.1f} x")
