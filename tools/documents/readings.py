"""Writes ``docs/reference/readings.md`` from the open points and sheets: ``python -m tools.documents``."""

from collections.abc import Iterator
from typing import Final

from pitboss.sheets import load, sheet_ids
from pitboss.sheets.readings import POINTS, OpenPoint
from tools.documents.markdown import REFERENCE

PAGE: Final = REFERENCE / "readings.md"
_HEAD: Final = """# Readings

The sheets leave some points open. Each point has a name and options that all work; a sheet whose clauses
raise it takes one of them in its `[readings]` table and cites those clauses. `pitboss explain`, the
rulebook page, `pitboss settle`, the console, the page of a past round and a dispute page tell the readings
that bear on what they show. `pitboss rerun --reading NAME=CHOICE` settles past rounds by another one, and a
shift manager can rule otherwise in a live round. The readings of the contract stand by number in
[Round file](round-file.md).

`python -m tools.documents` writes this page from `sheets/readings.py` and the sheets. A test settles every
option.
"""


def written() -> str:
    """The page as the points and sheets are now."""
    return "\n".join([_HEAD, *(line for name, point in POINTS.items() for line in _section(name, point))])


def _section(name: str, point: OpenPoint) -> Iterator[str]:
    yield f"## {point.question}?\n\n| `{name}` | | taken in |\n| --- | --- | --- |"
    for choice, says in point.options.items():
        yield f"| `{choice}` | {says} | {', '.join(_taken(name, choice))} |"
    yield ""


def _taken(name: str, choice: str) -> Iterator[str]:
    for sheet in (load(sheet_id).sheet for sheet_id in sheet_ids()):
        reading = sheet.readings.get(name)
        if reading and reading.choice == choice:
            yield f"{sheet.identity.short} ({', '.join(reading.clauses)})"
