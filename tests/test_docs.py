"""The documents show commands as they really answer, and speak only of what is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.main import run

ROOT = Path(__file__).parent.parent
PITBOSS = Path(sys.executable).with_name("pitboss")
EXAMPLES = [
    (path.name, command, shown)
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
    for command, shown in re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", block, re.S | re.M)
]


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


@pytest.mark.parametrize(("document", "command", "shown"), EXAMPLES, ids=lambda value: str(value)[:40])
def test_example_answers_as_shown(document: str, command: str, shown: str, tmp_path: Path) -> None:
    words = command.split()
    assert words[0] == "pitboss"
    answer = subprocess.run(
        [PITBOSS, *words[1:]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", "COLUMNS": "110", "PYTHONUTF8": "1", "PITBOSS_CACHE": str(tmp_path)},
    )
    assert matches(shown, answer.stdout), answer.stdout


def test_the_readme_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["--help"])
    listed = re.findall(r"^    ([a-z]+) ", capsys.readouterr().out, re.M)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert listed
    assert [name for name in listed if f"`pitboss {name}" not in readme] == []


def test_paths_in_the_architecture_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:round|sheets|tests|tests/store|settlement|store)/[a-z_]+\.py)`", text)
    assert named
    for path in named:
        assert (ROOT / path).exists() or (ROOT / "src/pitboss" / path).exists(), path
