"""Every small change of a sheet's data: numbers, choices, flags, rates, clauses and entries of lists.

The changes follow from the types of the sheet (``pitboss.sheets.model``), defaults included, so a new entry
is changed without further ado. Words for people (titles, gists, names, the subjects by which sheets are
compared) are left alone.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

from pitboss.cards import RANKS
from pitboss.money import format_cents, parse_cents
from pitboss.people import ROLES
from pitboss.sheets.model import Sheet
from pitboss.sheets.rates import Fixed, ForOne, Percent, ToOne, parse_rate
from pitboss.sheets.readings import options
from pitboss.sheets.register import number_of
from tests.sheets.shipped import source_of

Path = tuple[str | int, ...]
Change = tuple[Path, str, Any]
"""Where something is changed, what is done to it, and what stands there then."""

_WORDS: Final = ("title", "gist", "subjects")
_ORDERED: Final = ("order", "continue_clauses", "lines", "hole_cards", "dealing", "steps")
"""Lists in which the order decides something; in the others it is the order of citing or of asking."""
_ABSENT: Final = {"under_minimum_times": 1, "envy": "50", "pays_from": "straight", "dealer": "KK"}
"""A value for entries that may be absent."""


class Mutant(Struct, frozen=True):
    """A sheet with one change; ``name`` says which."""

    name: str
    path: Path
    value: Any

    def of(self, source: Any) -> Any:
        """The sheet's data with the change."""
        return _changed(source, self.path, self.value)


def whole_source(sheet_id: str) -> dict[str, Any]:
    """The data of a shipped sheet with every default written out."""
    return _whole(source_of(sheet_id)[0])


def _whole(source: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(msgspec.convert(source, Sheet))
    return found


def mutants(sheet_id: str) -> list[Mutant]:
    """Every mutant of a shipped sheet, in the order of its entries; no two are alike."""
    return mutants_of(*source_of(sheet_id))


def mutants_of(source: dict[str, Any], clauses: dict[str, Any]) -> list[Mutant]:
    """Every mutant of a sheet's data, in the order of its entries; no two are alike."""
    found: dict[str, Mutant] = {}
    changes = _Changes(_whole(source), list(clauses))
    for path, what, value in changes.of(changes.source, inspect.type_info(Sheet), ()):
        name = f"{'.'.join(str(part) for part in path)} {what}"
        found.setdefault(name, Mutant(name, path, value))
    return list(found.values())


def _changed(source: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    copied: Any = source.copy() if isinstance(source, dict) else list(source)
    copied[path[0]] = _changed(copied[path[0]], path[1:], value)
    return copied


class _Changes:
    """The changes of one sheet's data, found by walking along its types."""

    def __init__(self, source: dict[str, Any], register: list[str]) -> None:
        self.source = source
        self._register = register

    def of(self, value: Any, kind: inspect.Type, path: Path) -> Iterator[Change]:
        match kind:
            case inspect.UnionType():
                yield from self._optional(value, kind, path)
            case inspect.LiteralType(values=words):
                words = ROLES if set(words) == set(ROLES) else words
                yield from ((path, f"= {word}", word) for word in words if word != value)
            case inspect.BoolType():
                yield path, f"= {not value}".lower(), not value
            case inspect.IntType():
                yield from ((path, f"= {other}", other) for other in (value + 1, value - 1))
            case inspect.DateTimeType():
                yield path, "a day later", value[:8] + f"{int(value[8:10]) + 1:02}" + value[10:]
            case inspect.StrType():
                yield from self._text(value, kind, path)
            case inspect.StructType(fields=fields):
                for field in fields:
                    if field.name not in _WORDS:
                        yield from self.of(value[field.name], field.type, (*path, field.name))
            case inspect.DictType(value_type=inner):
                for key in value:
                    yield path, f"without {key}", {k: v for k, v in value.items() if k != key}
                    yield from self.of(value[key], inner, (*path, key))
            case inspect.TupleType(item_types=kinds):
                for place, inner in enumerate(kinds):
                    yield from self.of(value[place], inner, (*path, place))
            case inspect.VarTupleType(item_type=inner):
                yield from self._entries(list(value), inner, path)

    def _optional(self, value: Any, kind: inspect.UnionType, path: Path) -> Iterator[Change]:
        listed = isinstance(value, list | tuple)
        kinds = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        inner = next((one for one in kinds if isinstance(one, inspect.VarTupleType) == listed), kinds[0])
        if value is not None:
            yield path, "absent", None
            yield from self.of(value, inner, path)
        elif path[-1] in _ABSENT:
            yield path, f"= {_ABSENT[str(path[-1])]}", _ABSENT[str(path[-1])]

    def _entries(self, entries: list[Any], inner: inspect.Type, path: Path) -> Iterator[Change]:
        for place, entry in enumerate(entries):
            yield path, f"without {_called(entry)}", [*entries[:place], *entries[place + 1 :]]
            if not isinstance(inner, inspect.LiteralType):
                yield from self.of(entry, inner, (*path, place))
        for place in range(len(entries) - 1 if path[-1] in _ORDERED else 0):
            first, second = entries[place : place + 2]
            swapped = [*entries[:place], second, first, *entries[place + 2 :]]
            yield path, f"with {_called(second)} before {_called(first)}", swapped
        for word in self._more(inner, path):
            if word not in entries:
                yield path, f"with {word} too", [*entries, word]
        if path[-1] == "lines":
            yield from _moved(entries, "suits", path)
        if path[-1] == "hole_cards":
            yield from _moved(entries, "cards", path)

    def _more(self, inner: inspect.Type, path: Path) -> tuple[str, ...]:
        """What else a list could hold."""
        if isinstance(inner, inspect.LiteralType):
            return tuple(str(word) for word in inner.values)
        return tuple(self.source["bets"]) if path[-1] == "loses" else ()

    def _text(self, text: str, kind: inspect.StrType, path: Path) -> Iterator[Change]:
        if kind.pattern:
            other = self._neighbour(text, path)
            yield path, f"{text} = {other}", other
        elif path[:1] == ("readings",) and path[-1] == "choice":
            yield from ((path, f"= {other}", other) for other in options(str(path[1])) if other != text)
        elif path[0] == "dealing" and len(path) == 5:
            yield from ((path, f"{text} = {other}", other) for other in _steps(text))
        else:
            yield from ((path, f"= {other}", other) for other in self._words(text, path))

    def _words(self, text: str, path: Path) -> Iterator[str]:
        name = path[-1]
        if name in ("envy", "most_paid"):
            yield from (format_cents(parse_cents(text) + change) for change in (100, -100))
        elif name == "high_cards":
            yield from _high_cards(text)
        elif name == "dealer":
            yield "KK"
        elif name in ("hand", "pays_from"):
            order = self.source["jackpot_ranking" if path[0] == "jackpot" else "ranking"]["order"]
            category, _, lead = text.partition(":")
            place, height = order.index(category), RANKS.find(lead) if lead else -1
            yield from (f"{category}:{RANKS[other]}" for other in (height - 1, height + 1) if height > 0)
            yield from (*order[max(place - 1, 0) : place], *order[place + 1 : place + 2])
        else:
            yield from _rates(text)

    def _neighbour(self, clause: str, path: Path) -> str:
        """The next clause of the register or the next letter, if the entry does not cite it as well."""
        if clause != number_of(clause):
            return number_of(clause) + chr(ord(clause[-1]) + 1)
        cited: Any = self.source
        for part in path[:-1]:
            cited = cited[part]
        place = self._register.index(clause)
        following = [*self._register[place + 1 :], *self._register[:place]]
        return next(other for other in following if other not in cited)


def _called(entry: Any) -> str:
    if isinstance(entry, dict):
        return str(entry["title"])
    return str(entry[0] if isinstance(entry, list | tuple) else entry)


def _moved(lines: list[Any], part: str, path: Path) -> Iterator[Change]:
    """A suit or a class of hole cards moved to the line before or after its own."""
    for place, line in enumerate(lines):
        for other in (place - 1, place + 1):
            if not 0 <= other < len(lines) or (part == "suits" and lines[other]["hand"] != line["hand"]):
                continue
            for one in line[part]:
                moved = list(lines)
                rest = [kept for kept in line[part] if kept != one]
                more = [*lines[other][part], one]
                moved[place] = {**line, part: "".join(rest) if part == "suits" else rest}
                moved[other] = {**lines[other], part: "".join(more) if part == "suits" else more}
                yield path, f"with {one} as {lines[other]['title']}", moved


def _steps(text: str) -> Iterator[str]:
    """A step of a dealing procedure with one word changed."""
    for number in re.finditer(r"\d", text):
        for other in (int(number[0]) + 1, int(number[0]) - 1):
            yield text[: number.start()] + str(other) + text[number.end() :]
    for word, others in (("fold", "check"), ("check", "fold"), (" and dealer", "")):
        if word in text:
            yield text.replace(word, others)


def _high_cards(text: str) -> Iterator[str]:
    lowest = RANKS.index(text[-1])
    yield from (text[:-1] + RANKS[other] for other in (lowest + 1, lowest - 1) if other < len(RANKS))
    yield from (text[:-1], text + RANKS[lowest - 1])


def _rates(text: str) -> Iterator[str]:
    try:
        rate = parse_rate(text)
    except ValueError:
        return
    match rate:
        case Fixed(cents):
            yield from (f"${format_cents(cents + 100)}", f"${format_cents(cents - 100)}")
            yield f"{cents // 100} for 1"
        case Percent(percent):
            yield from (f"{percent + 1}%", f"{percent - 1}%", f"${percent}")
        case ToOne() | ForOne():
            form, other = ("for", "to") if isinstance(rate, ForOne) else ("to", "for")
            yield from (f"{rate.times + 1} {form} 1", f"{rate.times - 1} {form} 1", f"{rate.times} {other} 1")
            yield f"${rate.times}"
