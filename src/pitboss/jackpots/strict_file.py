"""Files with the terms of links, of a floor or a forecast. Read strictly; a fault names its path and line."""

import re
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, Final, TypeVar

import msgspec

from pitboss.jackpots.config import parse_share
from pitboss.money import Dollars, parse_cents
from pitboss.reason import Reason
from pitboss.toml_text import TomlFault, line_of, read_toml
from pitboss.words import say

_LARGEST_FILE: Final = 1 << 20
_MISSING: Final = re.compile("Object missing required field `(.+)`")
_UNKNOWN: Final = re.compile("Object contains unknown field `(.+)`")
T = TypeVar("T")


class StrictFile:
    """The text of a TOML file. A subclass says what the file is, and the exception for a fault in it."""

    what: ClassVar[str]
    fault: ClassVar[type[Exception]]

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file

    @classmethod
    def text_at(cls, path: Path) -> str:
        """The text of the file at a path; raises :attr:`fault`."""
        try:
            return path.read_text(encoding="utf-8")
        except OSError as fault:
            raise cls.fault(f"{path}: it cannot be read ({fault.strerror})") from None
        except ValueError:
            raise cls.fault(f"{path}: it is not text in UTF-8") from None

    def fail(self, path: str, message: Reason | str) -> Exception:
        """A fault at the path of a key; at no key, one of the whole file."""
        line = line_of(self.text, path)
        where = f"{self.file}, line {line}" if line else self.file
        text = say(message) if isinstance(message, Reason) else message
        return self.fault(f"{where}: {path + ': ' if path else ''}{text}")

    def convert(self, form: type[T]) -> T:
        """The data of the file, which must have a form."""
        if len(self.text) > _LARGEST_FILE:
            raise self.fail("", f"it is far too large for {self.what}")
        try:
            return msgspec.convert(read_toml(self.text), form)
        except msgspec.ValidationError as fault:
            message, _, path = str(fault).partition(" - at `$")
            place = path.rstrip("`").lstrip(".")
            raise self.fail(place, message if place else _of_the_file(message)) from None
        except TomlFault as fault:
            raise self.fail("", str(fault)) from None

    def cents(self, path: str, amount: Dollars) -> int:
        """An amount in cents."""
        try:
            return parse_cents(str(amount))
        except ValueError as fault:
            raise self.fail(path, str(fault)) from None

    def rate(self, path: str, text: str) -> Fraction:
        """A share such as ``1.5%``."""
        try:
            return parse_share(text)
        except ValueError as fault:
            raise self.fail(path, str(fault)) from None


def _of_the_file(message: str) -> str:
    """What msgspec says of the top of a file, in the words of TOML."""
    if found := _MISSING.fullmatch(message):
        return f"the section [{found[1]}] is missing"
    if found := _UNKNOWN.fullmatch(message):
        return f"there is no section or key {found[1]} here"
    return message
