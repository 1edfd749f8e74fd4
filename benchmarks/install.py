"""What an installation costs: size on disk, time to install, and what importing takes.

Each set of extras is installed from the wheel of this checkout into a fresh environment, with the pinned
versions, by uv and from its cache: the times are without downloads. ``--before REVISION`` also installs what
a revision needed, when everything was one set.
"""

import subprocess
import sys
import tempfile
import tomllib
from functools import partial
from pathlib import Path
from typing import Annotated

from benchmarks.command import command_of
from benchmarks.timing import seconds

ROOT = Path(__file__).parent.parent
SETS = ("", "math", "floor", "postgres", "export", "cluster", "all")
IMPORTS = {
    "import pitboss": "",
    "import pitboss; pitboss.settle": "",
    "import pitboss.client": "",
    "from pitboss.client import Client": "floor",
}
"""Each with the extra that it needs."""
NO_PACKAGES = "uv, which takes packages from its cache or an index, could not install them:"
TIMED = """
import sys, time
before, began = len(sys.modules), time.process_time()
{statement}
print(time.process_time() - began, len(sys.modules) - before)
"""


def wheel(folder: Path) -> Path:
    """The wheel of this checkout."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def install(folder: Path, *wanted: str) -> float:
    """Make an environment and install into it; the seconds that takes."""
    uv = [sys.executable, "-m", "uv", "--quiet"]
    how = ["--python", str(folder / "bin/python"), "--link-mode", "copy", "--compile-bytecode"]
    pinned = ["--constraint", str(ROOT / "requirements.txt")]
    commands = ("venv", "--python", sys.executable, str(folder)), ("pip", "install", *how, *pinned, *wanted)
    return sum(seconds(partial(run, [*uv, *command])) for command in commands)


def run(command: list[str]) -> None:
    """Run uv, or end with one sentence."""
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    if ran.returncode:
        last = ran.stderr.strip().rpartition("\n")[2]
        raise SystemExit(f"{NO_PACKAGES} {last}")


def size(folder: Path) -> int:
    """The bytes that a folder takes on disk."""
    files = [path.lstat() for path in folder.rglob("*")]
    return sum(512 * each.st_blocks for each in files)


def imported(python: Path, statement: str, times: int) -> tuple[float, int]:
    """The least CPU seconds that a statement takes in a new process, and the modules that it loads."""
    runs = []
    for _ in range(times):
        ran = subprocess.run(
            [str(python), "-I", "-c", TIMED.format(statement=statement)],
            capture_output=True,
            text=True,
            check=True,
        )
        taken, modules = ran.stdout.split()
        runs.append((float(taken), int(modules)))
    return min(runs)


def main(
    *,
    before: Annotated[str, "a revision whose one set of everything is installed too"] = "",
    extras: Annotated[tuple[str, ...], "sets of extras"] = SETS,
    runs: Annotated[int, "runs of each import, of which the best counts"] = 15,
) -> None:
    """Print a row for each set of extras, then the imports in the largest."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        built = wheel(folder)
        sets = {f"pitboss[{extra}]" if extra else "pitboss": [f"{built}[{extra}]"] for extra in extras}
        if before:
            shown = ["git", "show", f"{before}:pyproject.toml"]
            text = subprocess.run(shown, cwd=ROOT, capture_output=True, text=True, check=True).stdout
            needed = tomllib.loads(text)["project"]["dependencies"]
            sets = {f"as one set ({before})": [str(built), *needed], **sets}
        print(f"\n{'installed':28} {'MB':>7} {'s':>6}")
        for number, (name, wanted) in enumerate(sets.items()):
            took = install(folder / str(number), *wanted)
            print(f"{name:28} {size(folder / str(number)) / 1e6:7.0f} {took:6.1f}", flush=True)
        python = folder / str(len(sets) - 1) / "bin/python"
        print(f"\n{'imported, best of ' + str(runs):34} {'CPU ms':>6} {'modules':>8}")
        for statement, extra in IMPORTS.items():
            if extra and not {extra, "all"} & set(extras):
                print(f"{statement:34} needs pitboss[{extra}]")
                continue
            taken, modules = imported(python, statement, runs)
            print(f"{statement:34} {taken * 1e3:6.1f} {modules:8}")


def smallest() -> None:
    main(extras=("",), runs=1)


if __name__ == "__main__":
    command_of(__file__)
