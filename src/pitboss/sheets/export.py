"""Write the text of a sheet, such as a journal holds, to a folder in which the library finds it."""

from pathlib import Path

from pitboss.reason import because
from pitboss.sheets.checks import CLAUSES_FILE, SHEET_FILE
from pitboss.sheets.formats import FORMAT, SheetText
from pitboss.sheets.library import LibraryFault, SheetFolder, check_id
from pitboss.sheets.loader import read_texts
from pitboss.toml_text import read_toml


def write_sheet(text: SheetText, into: Path) -> Path:
    """Write a sheet to a folder of its id below ``into``; raises :class:`LibraryFault` if it cannot be.

    A folder that holds the same text already is left as it is.
    """
    sheet_id = read_texts(text.sheet_toml, text.clauses_toml, text.form).sheet.id
    check_id(sheet_id, into)
    folder = SheetFolder(into / sheet_id)
    wanted = SheetText(_with_form(text), text.clauses_toml)
    if folder.path.exists():
        if folder.text != wanted:
            raise LibraryFault(because("library.taken", folder=str(folder.path)))
        return folder.path
    try:
        folder.path.mkdir(parents=True)
        (folder.path / SHEET_FILE).write_text(wanted.sheet_toml, encoding="utf-8", newline="")
        (folder.path / CLAUSES_FILE).write_text(wanted.clauses_toml, encoding="utf-8", newline="")
    except OSError as fault:
        raise LibraryFault(
            because("library.unwritten", folder=str(folder.path), given=str(fault.strerror))
        ) from None
    return folder.path


def _with_form(text: SheetText) -> str:
    """The text of the sheet, with its format version in front where that is an older one."""
    if text.form == FORMAT or "form" in read_toml(text.sheet_toml):
        return text.sheet_toml
    return f"form = {text.form}\n{text.sheet_toml}"
