"""The documents show commands as they really answer, and speak only of what is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.store.open import open_journal
from tests.audit.day import Clock, play_the_days
from tests.audit.disputed import play_evening

ROOT = Path(__file__).parent.parent
PITBOSS = Path(sys.executable).with_name("pitboss")
EXAMPLES = [
    (path.name, re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", block, re.S | re.M))
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
]
"""The commands of each block with what they print; a block's commands are run one after the other."""


def matches(shown: str, printed: str) -> bool:
    """Whether the output is as shown; three dots stand for any lines or, within a line, for any text."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n"
        for line in shown.rstrip("\n").splitlines()
    )
    return (
        re.fullmatch(pattern + r"(?:.*\n)*?" * shown.endswith("...\n"), printed.rstrip("\n") + "\n")
        is not None
    )


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of the project as the documents see it, with the journals of small floors beside."""
    found = tmp_path_factory.mktemp("documents")
    for path in ROOT.iterdir():
        if not path.name.startswith("."):
            (found / path.name).symlink_to(path)
    clock = Clock()
    with open_journal(found / "floor.db", clock=clock) as journal:
        play_the_days(journal, clock)
    play_evening(found / "evening.db", found / "witness.jsonl", found / "house.pem")
    return found


@pytest.mark.parametrize(("document", "commands"), EXAMPLES, ids=lambda value: str(value)[:40])
def test_example_answers_as_shown(document: str, commands: list[tuple[str, str]], folder: Path) -> None:
    for command, shown in commands:
        words = command.split()
        assert words[0] == "pitboss"
        answer = subprocess.run(
            [PITBOSS, *words[1:]],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": "", "COLUMNS": "110", "PYTHONUTF8": "1", "PITBOSS_CACHE": str(folder / "cache")},
        )
        assert matches(shown, answer.stdout), answer.stdout


def test_the_readme_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--help"])
    listed = re.findall(r"^    ([a-z][a-z-]*)(?: |$)", capsys.readouterr().out, re.M)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert listed
    assert [name for name in listed if f"`pitboss {name}" not in readme] == []


def test_paths_in_the_architecture_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(
        r"`((?:round|records|sheets|shoe|tests|tests/store|settlement|store)/[a-z_]+\.py)`", text
    )
    assert named
    for path in named:
        assert (ROOT / path).exists() or (ROOT / "src/pitboss" / path).exists(), path
