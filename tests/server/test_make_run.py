"""``make run`` to a settled round, by the program of the tutorial."""

import os
import re
import signal
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx

from tests.api.processes import free_port
from tests.programs import LONGEST
from tests.waiting import until

ROOT = Path(__file__).parents[2]


def test_a_round_is_played_as_the_tutorial_says(tmp_path: Path) -> None:
    port = free_port()
    floor = tmp_path / "floor"
    command = ["make", "run", f"FLOOR={floor}", f"PORT={port}", f"PYTHON={sys.executable}"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    with (tmp_path / "out").open("wb") as out:
        running = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
            umask=0o022,
        )
    try:
        answers(port, running)
        tutorial = (ROOT / "docs" / "tutorial" / "first-floor.md").read_text("utf-8")
        (program,) = re.findall(r"```python\n(.*?)```", tutorial, re.DOTALL)
        done = subprocess.run(
            [sys.executable, "-c", program.replace("8000", str(port))],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        said = done.stdout.splitlines()
        assert said[0].split() == ["betting", "place_your_bets"]
        assert any(re.fullmatch(r"\('..', '..', '..'\)", line) for line in said), "the hand was seen"
        paid = [line.split()[0] for line in said if line.split()[0] in ("ante", "play", "ante_bonus")]
        assert paid[:2] == ["ante", "play"], "a straight or better also has its Ante Bonus"
        shown = (tmp_path / "out").read_text("utf-8")
        assert "demo floor" in shown
        assert re.search(r"^\s+regulator\s+\S+", shown, re.MULTILINE), "a log-in for each role"
        assert stat.S_IMODE(floor.stat().st_mode) == 0o700
        kept = {path.name: stat.S_IMODE(path.stat().st_mode) for path in floor.iterdir()}
        assert {"pitboss.db", "pitboss.db-wal", "pitboss.private.db", "pitboss.key", "pitboss.seal"} <= set(
            kept
        )
        assert {name: oct(mode) for name, mode in kept.items() if mode != 0o600} == {}
    finally:
        os.killpg(running.pid, signal.SIGTERM)
        running.wait(60)


def answers(port: int, running: "subprocess.Popen[bytes]") -> None:
    """Wait until the floor is open."""

    def ready() -> bool:
        assert running.poll() is None, "the floor did not open"
        with suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{port}/ready").status_code == 200
        return False

    until(ready, "the floor that make run opens is ready", LONGEST)
