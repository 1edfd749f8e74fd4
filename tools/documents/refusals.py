"""Writes ``docs/reference/refusals.md`` from the list of refusals: ``python -m tools.documents``."""

from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.refusal_list import AREAS, Gloss, RefusalArea
from tools.documents.markdown import REFERENCE

PAGE: Final = REFERENCE / "refusals.md"
_HEAD: Final = """# Refusals

Pitboss refuses an act with a code, a sentence and, where a rule sheet decides, the clauses. A refused act
changes nothing. The code is for programs and stays the same when the sentence changes. Over HTTP a refusal
comes in [one envelope](../how-to/developer/api.md#requests), with the status listed here. A code with *yes*
under *clause* always cites a clause; any other cites one where a sheet has something to say.

`python -m tools.documents` writes this page from `refusal_list.py`, the one list of codes. A test compares
the page with the list, and the list with every code that the source uses.
"""


def written() -> str:
    """The page as the list has it now."""
    return "\n".join([_HEAD, *(line for area in AREAS for line in _section(area))])


def _section(area: RefusalArea) -> Iterator[str]:
    yield f"## {area.title}\n\n{area.gist}\n"
    yield "| code | status | clause | meaning |\n| --- | --- | --- | --- |"
    cited: Iterable[tuple[str, Gloss]] = area.cited.items()
    rows = [(code, entry, "yes") for code, entry in cited]
    rows += [(code, entry, "") for code, entry in area.plain.items()]
    for code, entry, clause in sorted(rows):
        statuses = ", ".join(map(str, (entry.status, *entry.also)))
        yield f"| `{code}` | {statuses} | {clause} | {entry.meaning} |"
    yield ""
