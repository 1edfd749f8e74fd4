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
    play_evening(found / "evening.db", found / "witness.txt", found / "house.pem")
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


PAGES = [*(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CHANGELOG.md"))]
PAGES += sorted((ROOT / "docs").glob("*.md"))
_LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]:\s+(\S+)|(?:src|href)=\"([^\"]+)\"", re.M)


def without_code(text: str) -> str:
    """The words of a document: what stands in code is no link and no heading."""
    text = re.sub(r"^(```|~~~).*?^\1[ \t]*$", "", text, flags=re.S | re.M)
    return re.sub(r"<!--.*?-->", "", text, flags=re.S)


def anchors(text: str) -> set[str]:
    """What the headings of a document are called in links, as GitHub makes it of their words."""
    found: set[str] = set()
    for heading in re.findall(r"^#{1,6} +(.*?)(?: +#+)? *$", without_code(text), re.M):
        words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        found.add(next(each for each in [name, *(f"{name}-{n}" for n in range(1, 100))] if each not in found))
    return found


def leads_nowhere(page: Path, link: str) -> bool:
    """Whether a link of a page names a file that is not there, or a heading that its page does not have."""
    if re.match(r"[a-z]+:", link):
        return False
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return True
    return bool(anchor) and anchor not in anchors(target.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", without_code(page.read_text(encoding="utf-8")))
    links = ["".join(found) for found in _LINK.findall(text)]
    assert [link for link in links if leads_nowhere(page, link)] == []


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One `thing`, and [two](page.md)!\n\n## Same\n\n## Same\n```\n# no heading\n```\n")
    for link in ("page.md", "#one-thing-and-two", "page.md#same-1", "https://example.org/x#y", "../"):
        assert not leads_nowhere(page, link), link
    for link in ("other.md", "#no-heading", "page.md#same-2", "#two", "docs/"):
        assert leads_nowhere(page, link), link
