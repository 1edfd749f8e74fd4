"""A durable append of this version beside one of another commit.

``python -m benchmarks appends [--against COMMIT]``. Each version has a writer of its own, in a process that
loads its code, on a database of its own. They take short turns, so that a busy machine weighs on both alike.
Time on the clock and time of the processor are compared; that of PostgreSQL's own processes is in the first
only.
"""

import subprocess
import sys
import tempfile
import uuid
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from tests.store.server import new_schema, running_server

from benchmarks.versions import HERE, ServerVersion, version_of

BEFORE = "d313713"
"""The last version whose hashes were chains of streams."""
TURNS = 40


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


def compare(title: str, before: ServerVersion, urls: tuple[str, str]) -> None:
    """Medians of alternating turns, and the median of the ratios of neighbouring turns."""
    with writer(HERE, urls[0]) as ours, writer(before, urls[1]) as theirs:
        for process in (ours, theirs):
            turn(process, 2000)
        turns = [(turn(ours, 300), turn(theirs, 300)) for _ in range(TURNS)]
    for place, what in enumerate(("clock", "processor")):
        now, then = (median(each[side][place] for each in turns) for side in (0, 1))
        ratio = median(one[place] / other[place] for one, other in turns)
        print(
            f"  {title:11} {what:10} {now:7.0f} µs   {before.name} {then:7.0f} µs   {ratio:5.2f} x  (aim: 1)"
        )


def main() -> None:
    """Both databases."""
    parser = ArgumentParser()
    parser.add_argument("--against", metavar="COMMIT", default=BEFORE)
    ref = parser.parse_args(sys.argv[2:]).against
    print(f"\nJournal: an append of four events and a command beside that of {ref}, median of {TURNS} turns")
    with (
        tempfile.TemporaryDirectory() as name,
        version_of(ref) as before,
        running_server(uuid.uuid4().hex[:8]) as server,
    ):
        folder = Path(name)
        compare("SQLite", before, (str(folder / "now.db"), str(folder / "then.db")))
        compare("PostgreSQL", before, (new_schema(server), new_schema(server)))
