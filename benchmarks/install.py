"""What an installation costs: size on disk, time to install, and what importing takes.

Each set of extras is installed from the wheel of this checkout into a fresh environment, with the pinned
versions, by uv and from its cache: the times are without downloads. ``--before REVISION`` also installs what
a revision needed, when everything was one set.
"""

import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SETS = ("", "math", "floor", "postgres", "export", "cluster", "all")
RUNS = 15
IMPORTS = (
    "import pitboss",
    "import pitboss; pitboss.settle",
    "import pitboss.client",
    "from pitboss.client import Client",
)
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
    began = time.perf_counter()
    uv = [sys.executable, "-m", "uv", "--quiet"]
    subprocess.run([*uv, "venv", "--python", sys.executable, str(folder)], check=True)
    how = ["--python", str(folder / "bin/python"), "--link-mode", "copy", "--compile-bytecode"]
    pinned = ["--constraint", str(ROOT / "requirements.txt")]
    subprocess.run([*uv, "pip", "install", *how, *pinned, *wanted], check=True)
    return time.perf_counter() - began


def size(folder: Path) -> int:
    """The bytes that a folder takes on disk."""
    files = [path.lstat() for path in folder.rglob("*")]
    return sum(512 * each.st_blocks for each in files)


def imported(python: Path, statement: str) -> tuple[float, int]:
    """The least CPU seconds that a statement takes in a new process, and the modules that it loads."""
    runs = []
    for _ in range(RUNS):
        ran = subprocess.run(
            [str(python), "-I", "-c", TIMED.format(statement=statement)],
            capture_output=True,
            text=True,
            check=True,
        )
        seconds, modules = ran.stdout.split()
        runs.append((float(seconds), int(modules)))
    return min(runs)


def main() -> None:
    """Print a row for each set of extras, then the imports in the largest."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        built = wheel(folder)
        sets = {f"pitboss[{extra}]" if extra else "pitboss": [f"{built}[{extra}]"] for extra in SETS}
        if "--before" in sys.argv:
            revision = sys.argv[sys.argv.index("--before") + 1]
            shown = ["git", "show", f"{revision}:pyproject.toml"]
            text = subprocess.run(shown, cwd=ROOT, capture_output=True, text=True, check=True).stdout
            needed = tomllib.loads(text)["project"]["dependencies"]
            sets = {f"as one set ({revision})": [str(built), *needed], **sets}
        print(f"\n{'installed':28} {'MB':>7} {'s':>6}")
        for number, (name, wanted) in enumerate(sets.items()):
            seconds = install(folder / str(number), *wanted)
            print(f"{name:28} {size(folder / str(number)) / 1e6:7.0f} {seconds:6.1f}", flush=True)
        python = folder / str(len(sets) - 1) / "bin/python"
        print(f"\n{'imported, best of ' + str(RUNS):34} {'CPU ms':>6} {'modules':>8}")
        for statement in IMPORTS:
            taken, modules = imported(python, statement)
            print(f"{statement:34} {taken * 1e3:6.1f} {modules:8}")


if __name__ == "__main__":
    main()
