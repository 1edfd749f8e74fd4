"""Locate a fault in the files of a sheet."""

import re
from pathlib import Path

from pitboss.floor.setup.config import line_of
from pitboss.sheets import SheetFault
from pitboss.sheets.loader import CLAUSES_FILE, SHEET_FILE

_AT = re.compile(r" - at `\$\.?(.*)`$")


def located(folder: Path, fault: SheetFault) -> str:
    """The fault as text with its file and, if it can be found, its line."""
    of_register = fault.path == CLAUSES_FILE or fault.path.partition(".")[0] == "clauses"
    file = folder / (CLAUSES_FILE if of_register else SHEET_FILE)
    found = _AT.search(str(fault))
    path = found[1] if found else fault.path
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return f"{folder}: {fault}"
    line = _clause_line(text, path.removeprefix("clauses.")) if of_register else line_of(_bare(text), path)
    return f"{file}, line {line}: {fault}" if line else f"{file}: {fault}"


def _bare(text: str) -> str:
    """The text without the quotes of headers such as ``[irregularities."5.8.1"]``."""
    return "\n".join(line.replace('"', "") if line.startswith("[") else line for line in text.splitlines())


def _clause_line(text: str, clause: str) -> int | None:
    start = f'"{clause}"'
    return next((n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start)), None)
