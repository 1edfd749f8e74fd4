"""CSV cells for spreadsheets, without formula injection.

A spreadsheet runs a cell that begins like a formula, and reasons, names and notes are typed by people. Such a
text gets a leading apostrophe, as OWASP advises. A text that begins with an apostrophe gets one too, so that
removing the first one always restores the record.
"""

import re
from typing import Final

_BEGINS: Final = frozenset("=+-@\t\r\n＝＋－＠'")
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?(/[0-9]+)?")


def as_cell(text: str) -> str:
    """A text as a cell, with an apostrophe where a spreadsheet would take it for a formula."""
    if text[:1] in _BEGINS and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text
