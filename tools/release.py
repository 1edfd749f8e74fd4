"""Build a release and try it: ``make release``.

The wheel and the sdist are built, checked as an index would check them, and each is installed in a fresh
environment that has msgspec and nothing else. There the version is asked for, a round settled and the session
of the README run. Nothing is downloaded: msgspec, and for the session the mathematics, are those of the
environment that builds.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

import pitboss
from tests.programs import LONGEST, ran

ROOT: Final = Path(__file__).parent.parent
DIST: Final = ROOT / "dist"
HERE: Final = sysconfig.get_path("purelib")
_ROUND: Final = "src/pitboss/sheets/rws-three-card-v3/rounds"
_SESSION: Final = """
import doctest, sys
from pathlib import Path
import pitboss
assert Path(sys.prefix) in Path(pitboss.__file__).parents, pitboss.__file__
found = doctest.testfile(sys.argv[1], module_relative=False)
print(f"{found.attempted} lines of the README as it says")
sys.exit(found.failed or not found.attempted)
"""
PYTHONLESS: Final = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP")


class Environment:
    """A fresh environment of Python with msgspec, which nothing else of this machine reaches."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=os.name != "nt")
        self.python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        self.command = self.python.with_name("pitboss")
        self._folder = folder
        site = Path(
            self.run([self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip()
        )
        for file in distribution("msgspec").files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), site / file)

    def install(self, archive: Path) -> None:
        """Install a wheel or an sdist as it is, without asking an index."""
        pip = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(self.python),
            "--disable-pip-version-check",
        ]
        alone = ["install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--no-compile"]
        # An sdist is built by the hatchling of this environment.
        self.run([*pip, *alone, str(archive)], {"PYTHONPATH": HERE} if archive.suffix == ".gz" else {})

    def run(self, command: Sequence[str | Path], more: Mapping[str, str] | None = None) -> str:
        """What a command prints; which must not fail."""
        kept = {name: text for name, text in os.environ.items() if name not in PYTHONLESS}
        own = {"PITBOSS_CACHE": str(self._folder / "cache"), "PYTHONUTF8": "1"}
        return ran(*command, env={**kept, **own, **(more or {})}, cwd=self._folder).stdout


def build(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from it; both paths, the wheel first."""
    shutil.rmtree(folder, ignore_errors=True)
    _do(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def sdist_files(sdist: Path) -> set[str]:
    """The files of an sdist, as paths in the project."""
    with tarfile.open(sdist) as file:
        return {name.partition("/")[2] for name in file.getnames()} - {"PKG-INFO"}


def wheel_files(wheel: Path) -> set[str]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


def project_files() -> set[str]:
    """The files that git keeps but those of the machine that tests every commit: what an sdist has."""
    listed = ran("git", "ls-files", cwd=ROOT)
    return {
        name for name in listed.stdout.splitlines() if (ROOT / name).is_file() and not name.startswith(".ci/")
    }


def tried(archive: Path, folder: Path) -> None:
    """Install an archive in a fresh environment and use it there."""
    fresh = Environment(folder)
    fresh.install(archive)
    assert fresh.run([fresh.command, "--version"]) == f"pitboss {pitboss.__version__}\n"
    fresh.run([fresh.command, "version", "--verify"])
    fresh.run([fresh.command, "settle", *sorted((ROOT / _ROUND).glob("4.7_*.toml"))])
    fresh.run([fresh.command, "docs", "round-file"])
    print(fresh.run([fresh.python, "-c", _SESSION, ROOT / "README.md"], {"PYTHONPATH": HERE}), end="")


def _do(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT, timeout=LONGEST)


def newest_in_changelog() -> str:
    """The first heading of the changelog: what a release is of."""
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    return str(headings[0])


def main() -> None:
    """Build, check and try both; print where they are."""
    if (newest := newest_in_changelog()) != pitboss.__version__:
        sys.exit(f"the version is {pitboss.__version__}, and CHANGELOG.md begins with {newest}")
    wheel, sdist = build(DIST)
    _do(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    if strange := sdist_files(sdist) ^ project_files():
        sys.exit(f"the sdist is not what git keeps: {', '.join(sorted(strange))}")
    for archive in (wheel, sdist):
        with tempfile.TemporaryDirectory() as folder:
            tried(archive, Path(folder) / "fresh")
        print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size / 1e6:.1f} MB, installed and tried")


if __name__ == "__main__":
    main()
