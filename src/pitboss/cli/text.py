"""Plain text for people: tables that fit the terminal, and money with its sign."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

from pitboss.money import format_cents
from pitboss.sheets import Game, load, sheet_ids

_NARROWEST = 24


def width() -> int:
    """The columns of the terminal, within reason."""
    return max(60, min(shutil.get_terminal_size((110, 24)).columns, 160))


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], right: str = "", most: int = 60) -> str:
    """A table that wraps its cells: the last column to the terminal, the others at ``most``.

    Columns named in ``right`` are aligned to the right.
    """
    body = [[str(cell) for cell in row] for row in rows]
    if not body:
        return ""
    sizes = [min(most, max(len(row[i]) for row in [list(headers), *body])) for i in range(len(headers))]
    longest = max(len(row[-1]) for row in body)
    rest = width() - sum(sizes[:-1]) - 2 * (len(sizes) - 1)
    sizes[-1] = max(len(headers[-1]), min(longest, max(rest, _NARROWEST)))
    rights = [header in right.split() for header in headers]
    lines = [_row(headers, sizes, rights), "  ".join("─" * size for size in sizes)]
    lines += [_row(row, sizes, rights) for row in body]
    return "\n".join(lines)


def _row(cells: Sequence[str], sizes: Sequence[int], rights: Sequence[bool]) -> str:
    wrapped = [textwrap.wrap(cell, size) or [""] for cell, size in zip(cells, sizes, strict=True)]
    lines = []
    for number in range(max(len(cell) for cell in wrapped)):
        parts = [cell[number] if number < len(cell) else "" for cell in wrapped]
        lines.append(
            "  ".join(
                part.rjust(size) if right else part.ljust(size)
                for part, size, right in zip(parts, sizes, rights, strict=True)
            ).rstrip()
        )
    return "\n".join(lines)


def money(cents: int) -> str:
    """Dollars with thousands separators."""
    sign = "-" if cents < 0 else ""
    dollars, decimals = format_cents(abs(cents)).split(".")
    return f"{sign}{int(dollars):,}.{decimals}"


def gain(cents: int) -> str:
    """Dollars with a plus for a gain."""
    return ("+" if cents > 0 else "") + money(cents)


def paragraph(text: str, indent: str = "") -> str:
    """A sentence or several, wrapped."""
    return textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent)


def fail(message: str) -> int:
    """Say what is wrong; the exit status for a command that cannot be run as asked."""
    print(f"pitboss: {message}", file=sys.stderr)
    return 2


def find_sheet(name: str) -> Game | None:
    """A sheet by its id or its short name, or by a beginning that fits only one."""
    wanted = name.lower()
    names = {sheet_id: (sheet_id, load(sheet_id).sheet.identity.short.lower()) for sheet_id in sheet_ids()}
    exact = [sheet_id for sheet_id, known in names.items() if wanted in known]
    starts = [sheet_id for sheet_id, known in names.items() if any(n.startswith(wanted) for n in known)]
    found = exact or starts
    return load(found[0]) if len(found) == 1 else None


def no_sheet(name: str) -> int:
    """The answer to a sheet that is not there."""
    known = ", ".join(f"{load(sheet_id).sheet.identity.short} ({sheet_id})" for sheet_id in sheet_ids())
    return fail(f"{name!r} names no sheet; the sheets are {known}")
