"""The files of a sheet's folder: examined, and the faults in them told with their lines."""

from pathlib import Path

from pitboss.sheets import Game, SheetFault
from pitboss.sheets.examination import Examination
from pitboss.sheets.loader import examine, texts_in


def examine_folder(folder: Path) -> tuple[Examination, Game | None]:
    """Examine the sheet and the register of a folder; a file that cannot be read is a fault too."""
    try:
        texts = texts_in(folder)
    except SheetFault as fault:
        return Examination(None, {}, (fault,), ()), None
    return examine(*texts)


def located(folder: Path, fault: SheetFault) -> str:
    """The fault as text with its file and, if it is known, its line."""
    if fault.path == fault.file:
        return f"{folder / fault.file}: {fault.message}"
    line = f", line {fault.line}" if fault.line else ""
    return f"{folder / fault.file}{line}: {fault}"
