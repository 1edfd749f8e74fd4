"""Messages with gaps, a small part of ICU MessageFormat: the form in which a catalogue holds its entries.

``{name}`` shows a param as it is, ``{name, kind}`` as that kind is shown (``{stake, money}``), and a list of
them is ``{name, and, kind}``. ``{name, plural, =0 {…} one {…} other {…}}`` chooses by a number, or by a hand
that takes the plural, and ``#`` in it is the number; ``{name, select, word {…} other {…}}`` chooses by a
word. ``{name, entry}`` is another entry, with the same params. There are no escapes. The pages read the
same with ``web/js/message.js``.
"""

from functools import cache
from typing import Final

from msgspec import Struct

CHOICES: Final = ("plural", "select")


class Placeholder(Struct, frozen=True):
    """A place of a message where a param is shown, or decides what is."""

    name: str
    kind: str = ""
    style: str = ""
    forms: "dict[str, Message]" = {}


Message = tuple[str | Placeholder, ...]


class BadMessage(Exception):
    """A message that cannot be read."""


@cache
def parse_message(text: str) -> Message:
    """A message as text and gaps, in their order."""
    message, end = _message(text, 0)
    if end < len(text):
        raise BadMessage(f"{text!r}: a brace is closed that is not open, at {end}")
    return message


def _message(text: str, start: int) -> tuple[Message, int]:
    parts: list[str | Placeholder] = []
    plain = start
    place = start
    while place < len(text) and text[place] != "}":
        if text[place] == "{":
            parts += [text[plain:place]] if place > plain else []
            gap, place = _gap(text, place + 1)
            parts.append(gap)
            plain = place
        else:
            place += 1
    parts += [text[plain:place]] if place > plain else []
    return tuple(parts), place


def _gap(text: str, start: int) -> tuple[Placeholder, int]:
    end = start
    while end < len(text) and text[end] not in "{}":
        end += 1
    name, kind, style = (part.strip() for part in f"{text[start:end]},,".split(",", 2))
    style = style.rstrip(", ")
    if kind not in CHOICES:
        if end == len(text) or text[end] == "{":
            raise BadMessage(f"{text!r}: the brace before {name!r} is not closed")
        return Placeholder(name, kind, style), end + 1
    forms: dict[str, Message] = {}
    key = style
    while end < len(text) and text[end] == "{":
        forms[key], end = _message(text, end + 1)
        start = end = end + 1
        while end < len(text) and text[end] not in "{}":
            end += 1
        key = text[start:end].strip()
    if end >= len(text) or "other" not in forms:
        raise BadMessage(f"{text!r}: the choice by {name!r} is not closed, or has no form for any other")
    return Placeholder(name, kind, forms=forms), end + 1


def gaps_of(message: Message) -> dict[str, set[str]]:
    """The kinds as which a message shows each of its params, or chooses by them."""
    found: dict[str, set[str]] = {}
    for part in message:
        if isinstance(part, Placeholder):
            found.setdefault(part.name, set()).add(part.kind)
            for form in part.forms.values():
                for name, kinds in gaps_of(form).items():
                    found.setdefault(name, set()).update(kinds)
    return found
