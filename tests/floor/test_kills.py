"""Fifty kills on each database in the middle of play; ``python -m tests.floor.kills`` does a thousand."""

import re
import sys
from pathlib import Path

from tests.programs import ran

ROOT = Path(__file__).parents[2]


def test_a_hundred_kills_of_tables_in_play() -> None:
    """In a process of its own, because it forks."""
    done = ran(sys.executable, "-m", "tests.floor.kills", "50", cwd=ROOT)
    found = re.findall(r"(\w+): 50 kills; (\d+) commands acknowledged in (\d+) rounds", done.stdout)
    assert [name for name, _, _ in found] == ["SQLite", "PostgreSQL"]
    assert all(int(commands) > 100 and int(rounds) > 10 for _, commands, rounds in found)
