"""Functions of the pages stay short: state, view and actions instead of one closure."""

import re
from collections.abc import Iterator
from pathlib import Path

from pitboss.web import ROOT

MODULES = sorted((ROOT / "js").rglob("*.js"))
FUNCTION_LINES = 60
OPEN_LINES = 40

_FUNCTION = re.compile(
    r"^(?:export )?(?:async )?function (\w+)|^  (?!if|for|while|switch)(?:async |get )?(#?\w+)\(.*\) \{$"
)


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Functions and methods of a module with their lines; prettier has put each end under its beginning."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for start, line in enumerate(lines):
        if found := _FUNCTION.match(line):
            indent = " " * (len(line) - len(line.lstrip()))
            end = next(at for at in range(start, len(lines)) if lines[at] == f"{indent}}}")
            yield found[1] or found[2], end - start + 1


def test_no_function_is_long() -> None:
    long = [
        f"{path.relative_to(ROOT / 'js')}: {name} has {size} lines"
        for path in MODULES
        for name, size in functions(path)
        if size > FUNCTION_LINES
    ]
    assert long == []


def test_open_of_every_page_is_short() -> None:
    opened = {
        path.stem: size
        for path in (ROOT / "js" / "pages").glob("*.js")
        for name, size in functions(path)
        if name == "open"
    }
    assert {"floor", "table", "train", "people"} <= set(opened)
    assert {page: size for page, size in opened.items() if size >= OPEN_LINES} == {}
