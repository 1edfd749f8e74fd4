"""Tables and their cells in Markdown."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

REFERENCE: Final = Path(__file__).parents[2] / "docs" / "reference"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """The lines of a table, with an empty line after it; none without rows."""
    found = [f"| {' | '.join(map(cell, row))} |" for row in rows]
    if found:
        names = tuple(heads)
        yield f"| {' | '.join(names)} |"
        yield f"| {' | '.join('---' for _ in names)} |"
        yield from found
        yield ""


def cell(text: str) -> str:
    """A text as one cell."""
    return " ".join(text.split()).replace("|", "\\|")


def sentence(text: str) -> str:
    """A text that begins with a capital and ends with a full stop."""
    text = " ".join(text.split())
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
