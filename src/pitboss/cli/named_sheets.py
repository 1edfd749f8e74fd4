"""Sheets as a command names them: by id, short name, the beginning of either, or the path of a folder."""

import os
from pathlib import Path

from pitboss.cli.text import CommandFailed
from pitboss.reason import because
from pitboss.sheets import Game
from pitboss.sheets.checks import SHEET_FILE
from pitboss.sheets.library import LibraryFault, SheetFolder, library, sheet_folders


def folder_named(name: str) -> SheetFolder:
    """The sheet of a name; raises :class:`CommandFailed` for no sheet, or several.

    A name with a slash is a path. Any other is first looked for in the library, then in this folder.
    """
    try:
        one = (_by_name(name) or _by_path(name)) if name else None
        if one and one.game:
            return one
    except LibraryFault as fault:
        raise CommandFailed(fault.reason) from None
    found = _starting(name)
    if name and len(found) == 1:
        return folder_named(found[0].id)
    known = tuple(f"{one.short or '?'} ({one.id})" for one in library().folders())
    code = "command.sheets_fit" if name and found else "command.no_sheet"
    raise CommandFailed(because(code, given=repr(name), sheets=known))


def find_sheet(name: str) -> Game | None:
    """The sheet of a name, if it names one and no other."""
    try:
        return sheet_named(name)
    except CommandFailed:
        return None


def sheet_named(name: str) -> Game:
    """The sheet of a name, as :func:`folder_named` knows it."""
    return folder_named(name).game


def _by_name(name: str) -> SheetFolder | None:
    return None if _is_path(name) else library().find(name)


def _by_path(name: str) -> SheetFolder | None:
    """The sheet of a folder, which stands in the library from now on."""
    if not is_sheet_path(name) and not (_is_path(name) and _exists(Path(name))):
        return None
    paths = sheet_folders(Path(name))
    if len(paths) > 1 or paths[0].parent == Path(name):
        ids = tuple(path.name for path in paths)
        raise CommandFailed(because("command.folder_of_sheets", folder=name, sheets=ids))
    return library().add(paths[0])


def take_sheet_beside(file: str) -> None:
    """Take in the sheet in whose folder of rounds a file lies, unless the library has one of its id."""
    try:
        rounds = Path(file).resolve().parent
    except (OSError, ValueError):
        return
    if (
        rounds.name == "rounds"
        and is_sheet_path(str(rounds.parent))
        and not library().get(rounds.parent.name)
    ):
        library().add(rounds.parent)


def is_sheet_path(name: str) -> bool:
    """Whether a name is the path of a sheet folder."""
    return bool(name) and _exists(Path(name, SHEET_FILE))


def _exists(path: Path) -> bool:
    """Whether there is such a file or folder; a name that cannot be one is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _is_path(name: str) -> bool:
    return name in (".", "..") or any(mark in name for mark in (os.sep, os.altsep) if mark)


def _starting(name: str) -> list[SheetFolder]:
    """The sheets whose id or short name begins so."""
    start = name.lower()
    return [
        one
        for one in library().folders()
        if one.id.lower().startswith(start) or one.short.lower().startswith(start)
    ]
