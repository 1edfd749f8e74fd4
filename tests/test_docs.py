"""The documents show commands as they really answer, and speak only of what is there."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.arguments import command_parser
from pitboss.store.open import open_journal
from tests.programs import LONGEST
from tests.reconcile.day import Clock, play_the_days
from tests.replay.disputed import play_evening
from tools.documents.cli import commands, subparsers

ROOT = Path(__file__).parent.parent
PITBOSS = Path(sys.executable).with_name("pitboss")
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SESSIONS = [path for path in DOCUMENTS if "```pycon" in path.read_text(encoding="utf-8")]
EXAMPLES = [
    (path.name, re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", block, re.S | re.M))
    for path in DOCUMENTS
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


FILES = dict(
    found
    for path in DOCUMENTS
    for found in re.findall(
        r'^```toml title="([\w-]+\.toml)"\n(.*?)^```$', path.read_text(encoding="utf-8"), re.S | re.M
    )
)
"""Files that a reader is told to save, by name; commands of the documents take them."""


@pytest.mark.parametrize("document", SESSIONS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_python_sessions_are_what_happens(document: Path) -> None:
    found = doctest.testfile(str(document), module_relative=False)
    assert found.attempted > 5
    assert not found.failed


def test_the_readme_begins_with_a_session() -> None:
    assert ROOT / "README.md" in SESSIONS


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of the project as the documents see it, with the journals of small floors beside."""
    found = tmp_path_factory.mktemp("documents")
    for path in ROOT.iterdir():
        if not path.name.startswith("."):
            (found / path.name).symlink_to(path)
    for name, text in FILES.items():
        (found / name).write_text(text, encoding="utf-8")
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
            timeout=LONGEST,
            env={
                "PATH": "",
                "COLUMNS": "110",
                "PYTHONUTF8": "1",
                "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
                "PITBOSS_CACHE": os.environ["PITBOSS_CACHE"],
            },
        )
        assert matches(shown, answer.stdout), answer.stdout


def test_every_document_that_the_code_names_exists() -> None:
    named: set[str] = set()
    for folder in ("src", "tests", "tools", "campaign", "benchmarks", "examples"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".js", ".md", ".toml"):
                named |= set(re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text(encoding="utf-8")))
    assert len(named) > 10
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


PAGES = [*(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"))]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
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


_PATH = re.compile(
    r"(?:[\w<>*.-]+/)*[\w<>*-]+\.(?:py|js|css|d\.ts|toml|md|c|go|txt)|(?:[\w-]+/)+|(?:tests|docs|src)/\S+"
)
"""What is the path of a file or of a folder when it stands alone between two backticks."""


def paths(text: str) -> set[str]:
    """The paths that a document names."""
    return {name for name in re.findall(r"`([^`\n]+)`", without_code(text)) if _PATH.fullmatch(name)}


def every_path() -> frozenset[str]:
    """The files and folders of the project, each by every end of its path that begins at a folder."""
    found: set[str] = {"build/", "build/site", "dist/"}
    for top in (ROOT / name for name in ("src", "tests", "tools", "docs", "benchmarks", "campaign")):
        found.update(f"{path.relative_to(ROOT)}{'/' * path.is_dir()}" for path in [top, *top.rglob("*")])
    return frozenset(found | {path.name for path in ROOT.iterdir() if path.is_file()})


def is_there(name: str, known: frozenset[str]) -> bool:
    """Whether a path of the project ends with this one; NAME, LINK and <name> stand for any word."""
    end = "".join(
        "[^/]+" if part in ("*", "NAME", "LINK") or part.startswith("<") else re.escape(part)
        for part in re.split(r"(<[^>]*>|\*|NAME|LINK)", name)
    )
    wanted = re.compile(rf"(?:.*/)?{end}/?")
    return any(wanted.fullmatch(path) for path in known)


def test_every_path_in_the_documents_exists() -> None:
    known, named = every_path(), 0
    for page in (path for path in PAGES if path.name != "CHANGELOG.md"):
        found = paths(page.read_text(encoding="utf-8"))
        named += len(found)
        assert [name for name in sorted(found) if not is_there(name, known)] == [], page.name
    assert named > 200


def test_paths_that_are_not_there_are_found() -> None:
    known = every_path()
    text = "`round/decide.py`, `nowhere/`, `sheets/<id>/sheet.toml`, `n/d`, `/api/log`, `T/1`, `wrong.py`"
    assert paths(text) == {"round/decide.py", "nowhere/", "sheets/<id>/sheet.toml", "wrong.py"}
    for name in ("round/decide.py", "tests/", "sheets/<id>/sheet.toml", "decide.py", "js/pages/NAME.js"):
        assert is_there(name, known), name
    for name in ("round/undecided.py", "nowhere/", "sheets/<id>/none.toml", "wrong.py", "cide.py"):
        assert not is_there(name, known), name


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


def wrong_commands(text: str) -> list[str]:
    """The commands in the code of a document that there are not, or not with those options."""
    code = re.findall(r"^```.*?^```|^(?: {4}.*\n)+|`[^`]+`", text, re.S | re.M)
    known, wrong = commands(), []
    for name, rest in re.findall(r"\bpitboss ([a-z][a-z-]+)((?: (?:.|\\\n)*)?)", "\n".join(code)):
        options = set(re.findall(r"(?<=[ \[])--[a-z][a-z-]*", rest))
        if name in known:
            options -= subparsers(command_parser([name])).choices[name]._option_string_actions.keys()
        wrong += [f"pitboss {name}{rest}"] if options else []
    return wrong


def test_every_command_in_the_documents_exists() -> None:
    pages = [path for path in PAGES if path.name != "CHANGELOG.md"] + sorted((ROOT / "examples").glob("*.*"))
    found = {str(path.relative_to(ROOT)): wrong_commands(path.read_text(encoding="utf-8")) for path in pages}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("`pitboss odds 3CP --bets ante=5`, and\n\n    pitboss serve \\\n      --port 1\n", 0),
        ("`pitboss pay --all`", 1),
        ("    pitboss play 3CP --journal floor.db\n", 1),
        ("```\n$ pitboss odds --port\n```", 1),
    ],
)
def test_commands_that_are_not_there_are_found(text: str, wrong: int) -> None:
    assert len(wrong_commands(text)) == wrong
