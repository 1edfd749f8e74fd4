"""A reason is a code with params; :mod:`pitboss.words` makes its text where it is read."""

from importlib import import_module
from typing import Any, Final

from msgspec import Struct


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why something is so. The catalogue has an entry for each code, which names the kind of each param."""

    code: str
    params: "dict[str, str | int | Reason | tuple[str | int | Reason, ...]]" = {}

    def __hash__(self) -> int:
        return hash((self.code, *self.params.items()))


def because(code: str, /, **params: Any) -> Reason:
    """A reason by its code; a test compares the params with those of the catalogue's entry."""
    return Reason(code, params)


def at(path: str, why: Reason) -> Reason:
    """A reason with the place before it: a path into a file, the name of an option or of a field."""
    return because("at", path=path, why=why)


def apart(reason: Reason) -> tuple[str, Reason]:
    """The place before a reason, empty where it has none, and the reason without it."""
    path, why = reason.params.get("path"), reason.params.get("why")
    if reason.code == "at" and isinstance(why, Reason):
        return str(path), why
    return "", reason


class Fault(Exception):
    """What is wrong with something that was given; its text is the reason in English."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return _said(self.at_path)

    @property
    def at_path(self) -> Reason:
        """The reason with the place before it, if there is one."""
        return self.reason

    @property
    def message(self) -> str:
        """The reason in English."""
        return _said(self.reason)


def _said(reason: Reason) -> str:
    """A reason in English. The words are made of cards and money, which raise faults: no import."""
    return str(import_module("pitboss.words").say(reason))


class Unreadable(Fault, ValueError):
    """A text or a value that is not of its form."""


def reason_of(error: Exception) -> Reason:
    """The reason of an error; the text of one that has none is shown as it is."""
    return error.at_path if isinstance(error, Fault) else because("error.given", given=str(error))


UNTOLD: Final = Reason("")
"""In place of a reason that is left out of a comparison."""
