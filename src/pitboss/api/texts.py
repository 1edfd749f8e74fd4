"""Texts that people type and others read: one line, without characters that steer a screen.

A reason stands in the record for ever and is read on pages, in terminals and on paper. A character that moves
a cursor or turns the text behind it around could make it say something else there.
"""

from typing import Final

_STEERING: Final = r"\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
LINE: Final = f"^[^{_STEERING}]*$"
"""A pattern for texts."""
WORD: Final = rf"^[^\s{_STEERING}]+$"
"""A pattern for names."""
