"""Files with the terms of links, of a floor or a forecast. Read strictly; a fault names its path and line."""

import re
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, Final, TypeVar

import msgspec

from pitboss.jackpots.config import parse_share
from pitboss.money import Dollars, parse_cents
from pitboss.reason import Fault, Reason, Unreadable, at, because
from pitboss.toml_text import TomlFault, line_of, read_toml

_LARGEST_FILE: Final = 1 << 20
_MISSING: Final = re.compile("Object missing required field `(.+)`")
_UNKNOWN: Final = re.compile("Object contains unknown field `(.+)`")
T = TypeVar("T")


class StrictFile:
    """The text of a TOML file. A subclass names the exception for a fault in it."""

    fault: ClassVar[type[Fault]]

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file

    @classmethod
    def text_at(cls, path: Path) -> str:
        """The text of the file at a path; raises :attr:`fault`."""
        try:
            return path.read_text(encoding="utf-8")
        except OSError as fault:
            raise cls.fault(at(str(path), because("toml.unread", given=fault.strerror or ""))) from None
        except ValueError:
            raise cls.fault(at(str(path), because("toml.not_text"))) from None

    def fail(self, path: str, reason: Reason) -> Fault:
        """A fault at the path of a key; at no key, one of the whole file."""
        why = at(path, reason) if path else reason
        if line := line_of(self.text, path):
            return self.fault(because("at_line", file=self.file, line=line, why=why))
        return self.fault(at(self.file, why))

    def convert(self, form: type[T]) -> T:
        """The data of the file, which must have a form."""
        if len(self.text) > _LARGEST_FILE:
            raise self.fail("", because("toml.large", most=_LARGEST_FILE))
        try:
            return msgspec.convert(read_toml(self.text), form)
        except msgspec.ValidationError as fault:
            message, _, path = str(fault).partition(" - at `$")
            place = path.rstrip("`").lstrip(".")
            raise self.fail(
                place, because("error.given", given=message) if place else _of_the_file(message)
            ) from None
        except TomlFault as fault:
            raise self.fail("", fault.reason) from None

    def cents(self, path: str, amount: Dollars) -> int:
        """An amount in cents."""
        try:
            return parse_cents(str(amount))
        except Unreadable as fault:
            raise self.fail(path, fault.reason) from None

    def rate(self, path: str, text: str) -> Fraction:
        """A share such as ``1.5%``."""
        try:
            return parse_share(text)
        except Unreadable as fault:
            raise self.fail(path, fault.reason) from None


def _of_the_file(message: str) -> Reason:
    """What msgspec says of the top of a file, in the words of TOML."""
    if found := _MISSING.fullmatch(message):
        return because("toml.no_section", name=found[1])
    if found := _UNKNOWN.fullmatch(message):
        return because("toml.unknown", name=found[1])
    return because("error.given", given=message)
