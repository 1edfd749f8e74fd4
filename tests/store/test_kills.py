"""A hundred kills on each database; ``python -m tests.store.kills`` does two thousand."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_hundred_kills_lose_and_double_nothing() -> None:
    """In a process of its own, because it forks."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.kills", "100"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.findall(r"(\w+): 100 kills of writers, (\d+) of the server; (\d+) commands", done.stdout)
    assert [name for name, _, _ in found] == ["SQLite", "PostgreSQL"]
    assert [int(answered) > 100 for _, _, answered in found] == [True, True]
    assert int(found[1][1]) > 1
