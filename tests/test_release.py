"""The wheel has what it needs and nothing else, and works in an environment with msgspec alone."""

import re
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

import pitboss
from pitboss.extras import EXTRAS
from pitboss.installed import documents
from tests.programs import ran
from tools.release import ROOT, Environment, newest_in_changelog, wheel_files

SOURCE = ROOT / "src" / "pitboss"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    ran(*command, cwd=ROOT)
    return next(folder.glob("*.whl"))


def test_the_wheel_has_the_package_and_its_documents(wheel: Path) -> None:
    info = f"pitboss-{pitboss.__version__}.dist-info/"
    package = {
        f"pitboss/{path.relative_to(SOURCE).as_posix()}"
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    documents = {f"pitboss/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "docs").rglob("*.md")}
    found = wheel_files(wheel)
    assert {name for name in found if not name.startswith(info)} == package | documents
    assert {name.removeprefix(info) for name in found if name.startswith(info)} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }


def test_the_metadata(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        text = file.read(f"pitboss-{pitboss.__version__}.dist-info/METADATA").decode()
    told = message_from_string(text)
    assert told["Version"] == pitboss.__version__
    needed = [needs for needs in told.get_all("Requires-Dist", []) if "extra ==" not in needs]
    assert len(needed) == 1
    assert needed[0].startswith("msgspec")
    assert {*EXTRAS, "all", "docs", "peers", "release", "dev"} == set(told.get_all("Provides-Extra", []))


def test_the_changelog_has_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {pitboss.__version__}\n" in text
    assert newest_in_changelog() in (pitboss.__version__, "Unreleased")


def test_the_documents_that_commands_name_are_there() -> None:
    known = documents()
    named = {
        name
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r"pitboss docs ([a-z][a-z/-]+)[^a-z/-]", path.read_text())
    }
    assert {"round-file", "sheet-file", "export"} <= named
    for name in named - {"lists"}:
        assert sum(f"/{each}".endswith(f"/{name}") for each in known) == 1, name
    for path in (SOURCE / "cli").rglob("*.py"):
        assert not re.search(r"docs/[\w/-]+\.md", path.read_text()), f"{path} names a file that is elsewhere"


def test_a_base_install(wheel: Path, tmp_path: Path) -> None:
    """A real environment, in which the mathematics and the software of a floor are not."""
    fresh = Environment(tmp_path / "fresh")
    fresh.install(wheel)
    assert fresh.run([fresh.command, "--version"]) == f"pitboss {pitboss.__version__}\n"
    settled = next((SOURCE / "sheets").rglob("rounds/4.7_*.toml"))
    assert "4.7" in fresh.run([fresh.command, "settle", settled])
    assert "irregularities" in fresh.run([fresh.command, "chart", "3CP"])
    assert "Best: flop." in fresh.run([fresh.command, "advise", "MLTH", "--hand", "As Kd"])
    assert fresh.run([fresh.command, "docs", "round-file"]).startswith("# ")
    assert "differ" not in fresh.run([fresh.command, "version", "--verify"])
    with pytest.raises(AssertionError, match=r"ended with 69: .* needs the mathematics, .*'pitboss\[math\]'"):
        fresh.run([fresh.command, "odds", "3CP"])
