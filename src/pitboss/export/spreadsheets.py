"""Cells of CSV files that spreadsheets open: text stays text, and numbers stay numbers.

A spreadsheet runs a cell that begins like a formula, whoever typed it: a reason, a name, a note. Such a text
gets an apostrophe in front, as OWASP advises against CSV injection. A text that begins with an apostrophe
gets one too, so that whoever takes the first one away has what was recorded.
"""

import re
from typing import Final

_BEGINS: Final = frozenset("=+-@\t\r\n＝＋－＠'")
_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?(/[0-9]+)?")


def as_cell(text: str) -> str:
    """A text as a cell, with an apostrophe in front where a spreadsheet would take it for a formula."""
    if text[:1] in _BEGINS and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text
