"""A durable append of this version beside one of another commit.

Each version has a writer of its own, in a process that
loads its code, on a database of its own. They take short turns, so that a busy machine weighs on both alike.
Time on the clock and time of the processor are compared; that of PostgreSQL's own processes is in the first
only.
"""

import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Annotated

from benchmarks.command import command_of
from benchmarks.databases import STORES, TITLES, Databases
from benchmarks.versions import HERE, ServerVersion, version_of

BEFORE = "d313713"
"""The last version whose hashes were chains of streams."""


@contextmanager
def writer(version: ServerVersion, url: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that appends as often as it is told."""
    command = [sys.executable, "-m", "benchmarks.appending", url, uuid.uuid4().hex[:8]]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=version.environment, text=True, **pipes) as process:  # type: ignore[call-overload]
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        assert process.stdin is not None
        process.stdin.close()


def turn(process: "subprocess.Popen[str]", appends: int) -> tuple[float, float]:
    """Microseconds of an append, on the clock and of the processor."""
    assert process.stdin is not None
    assert process.stdout is not None
    print(appends, file=process.stdin, flush=True)
    clock, processor = map(float, process.stdout.readline().split())
    return 1e6 * clock / appends, 1e6 * processor / appends


def compare(title: str, before: ServerVersion, urls: tuple[str, str], turns: int, appends: int) -> None:
    """Medians of alternating turns, and the median of the ratios of neighbouring turns."""
    with writer(HERE, urls[0]) as ours, writer(before, urls[1]) as theirs:
        for process in (ours, theirs):
            turn(process, 7 * appends)
        found = [(turn(ours, appends), turn(theirs, appends)) for _ in range(turns)]
    for place, what in enumerate(("clock", "processor")):
        now, then = (median(each[side][place] for each in found) for side in (0, 1))
        ratio = median(one[place] / other[place] for one, other in found)
        print(
            f"  {title:11} {what:10} {now:7.0f} µs   {before.name} {then:7.0f} µs   {ratio:5.2f} x  (aim: 1)"
        )


def main(
    *,
    against: Annotated[str, "the commit of the other version"] = BEFORE,
    turns: Annotated[int, "turns of each version"] = 40,
    appends: Annotated[int, "appends in a turn"] = 300,
) -> None:
    """Both databases."""
    print(f"\nJournal: an append of four events and a command beside {against}, median of {turns} turns")
    with Databases() as databases, version_of(against) as before:
        for store in STORES:
            urls = databases.new(store), databases.new(store)
            compare(TITLES[store], before, urls, turns, appends)


def smallest() -> None:
    main(against="HEAD", turns=1, appends=2)


if __name__ == "__main__":
    command_of(__file__)
