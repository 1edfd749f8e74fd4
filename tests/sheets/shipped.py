"""The shipped sheets as tests take them: their folders, texts and data."""

from pathlib import Path

from pitboss.sheets.formats import Data
from pitboss.sheets.library import library
from pitboss.sheets.loader import SHEETS, texts_in


def shipped_folder(sheet: str) -> Path:
    """The folder of a shipped sheet."""
    return SHEETS / sheet


def shipped_texts(sheet: str) -> tuple[str, str]:
    """The texts of a shipped sheet and of its register."""
    return texts_in(shipped_folder(sheet))


def source_of(sheet: str) -> Data:
    """The data of a sheet in the library and of its register. Do not modify: it is kept."""
    found = library().get(sheet)
    assert found is not None, sheet
    return found.source
