"""Plain text output: tables that fit the terminal, money, paragraphs and faults."""

import os
import sys
import textwrap
from collections.abc import Iterable, Sequence

from pitboss.money import grouped, grouped_exact, grouped_short, with_sign
from pitboss.reason import Fault, Reason

_NARROWEST = 34
_WIDEST = 60
_LEAST = 20

money = grouped
exact = grouped_exact
short = grouped_short
gain = with_sign


def width() -> int:
    """The columns of the terminal, within reason."""
    return max(40, min(columns(110), 160))


def columns(otherwise: int) -> int:
    """The columns by the environment or the terminal, without :mod:`shutil`, which loads packers of files."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns or otherwise
    except (ValueError, OSError):
        return otherwise


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], right: str = "") -> str:
    """A table whose cells wrap: the last column at the terminal's width, the others at :data:`_WIDEST`.

    Columns named in ``right`` are aligned to the right. A last column that would be too narrow goes on lines
    of its own below its row; figures stay in theirs, and the widest column gives way.
    """
    body = [[str(cell) for cell in row] for row in rows]
    if not body:
        return ""
    sizes = [min(_WIDEST, max(len(row[i]) for row in [list(headers), *body])) for i in range(len(headers))]
    rights = [header in right.split() for header in headers]
    rest = width() - sum(sizes[:-1]) - 2 * (len(sizes) - 1)
    longest = max(len(row[-1]) for row in body)
    if rights[-1] and rest < longest:
        widest = sizes.index(max(sizes[:-1]))
        given = min(longest - rest, max(0, sizes[widest] - _LEAST))
        sizes[widest] -= given
        rest += given
    if rest < min(longest, _NARROWEST):
        return _stacked(headers, body, sizes[:-1], rights[:-1])
    sizes[-1] = max(len(headers[-1]), min(longest, rest))
    lines = [_row(headers, sizes, rights), _rule(sizes)]
    return "\n".join([*lines, *(_row(row, sizes, rights) for row in body)])


def _stacked(
    headers: Sequence[str], body: Sequence[Sequence[str]], sizes: Sequence[int], rights: Sequence[bool]
) -> str:
    lines = [_row(headers[:-1], sizes, rights), _rule(sizes)]
    for row in body:
        lines += [
            _row(row[:-1], sizes, rights),
            textwrap.indent(textwrap.fill(row[-1], width() - 6), " " * 6),
        ]
    return "\n".join(lines)


def _rule(sizes: Sequence[int]) -> str:
    line = "─" if (sys.stdout.encoding or "").lower().startswith("utf") else "-"
    return "  ".join(line * size for size in sizes)


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


def paragraph(text: str, indent: str = "", hanging: str = "") -> str:
    """Wrap a text; ``hanging`` indents all lines but the first further."""
    return textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent + hanging)


class CommandFailed(Fault):
    """Ends the command with exit status 2; the reason is printed."""


def fail(reason: Reason) -> int:
    """Print a fault to the error stream; returns the exit status 2."""
    print(f"pitboss: {Fault(reason)}", file=sys.stderr)
    return 2
