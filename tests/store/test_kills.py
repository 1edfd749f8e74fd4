"""A hundred kills on each database; ``python -m tests.store.kills`` does two thousand."""

import re
import sys
from pathlib import Path

from tests.programs import ran

ROOT = Path(__file__).parents[2]


def test_a_hundred_kills_lose_and_double_nothing() -> None:
    """In a process of its own, because it forks."""
    done = ran(sys.executable, "-m", "tests.store.kills", "100", cwd=ROOT)
    found = re.findall(r"(\w+): 100 kills of writers, (\d+) of the server; (\d+) commands", done.stdout)
    assert [name for name, _, _ in found] == ["SQLite", "PostgreSQL"]
    assert [int(answered) > 100 for _, _, answered in found] == [True, True]
    assert int(found[1][1]) > 1
