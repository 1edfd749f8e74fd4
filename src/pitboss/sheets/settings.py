"""What-if: a sheet with some numbers or choices changed, and checked like any other.

A setting is a path into the sheet and a value: ``pays.pair_plus.hands.straight=6 to 1``. Short forms work
too: a bet for its pay table, a hand for its line, a number for a rate of the same form, a reading for its
choice. ``none`` removes an entry.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import RANKS
from pitboss.money import brief
from pitboss.reason import because
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.formats import Data, SheetText, lifted
from pitboss.sheets.game import Game
from pitboss.sheets.library import text_of
from pitboss.sheets.loader import data_of, make_game, read_texts
from pitboss.sheets.rates import Fixed, ForOne, Percent, Push, ToOne, parse_rate
from pitboss.words.catalogue import slug

NONE: Final = "none"
_CHIEF: Final = ("choice", "high_cards", "pays", "result", "loses", "taken_as", "means", "unestablished")
"""The default entries of a table, in order of precedence, where a path ends at the table."""
_NUMBER: Final = re.compile(r"\d+(\.\d+)?", re.ASCII)
_LINE_NUMBER: Final = re.compile(r"[0-9]{1,4}")
MOST_SETTINGS: Final = 100
"""The most settings of a what-if: above the number of entries of any shipped sheet."""
LONGEST_SETTING: Final = 500
"""The most characters of a setting: four times the longest ranking list."""


class _Place(Struct, frozen=True):
    """The place of a setting's value: its path, container and key."""

    path: str
    holder: Any
    key: Any


def changed(sheet_id: str, settings: Iterable[str]) -> Game:
    """A sheet of the library with settings; raises :class:`SheetFault`."""
    return with_settings(text_of(sheet_id), settings)


def with_settings(text: SheetText, settings: Iterable[str]) -> Game:
    """A sheet with settings such as ``pair_plus.straight=6``; raises :class:`SheetFault`."""
    given = tuple(settings)
    check_settings(given)
    if not given:
        return read_texts(text.sheet_toml, text.clauses_toml, text.form)
    source, clauses = _data_of(text)
    sheet = deepcopy(source)
    for setting in given:
        path, equals, value = setting.partition("=")
        if not equals or not path.strip():
            raise SheetFault(brief(setting), because("setting.form"))
        _set(sheet, path.strip(), value.strip())
    return make_game(sheet, clauses)


@lru_cache(4)
def _data_of(text: SheetText) -> Data:
    """The data in this build's form. Not to be modified: a sweep changes one text again and again."""
    return lifted(*data_of(text))


def check_settings(settings: Sequence[str]) -> None:
    """Refuse too many settings, or one that is too long, before any is parsed."""
    if len(settings) > MOST_SETTINGS:
        raise SheetFault("settings", because("setting.many", settings=len(settings), most=MOST_SETTINGS))
    for number, setting in enumerate(settings, 1):
        if len(setting) > LONGEST_SETTING:
            message = because("setting.long", length=len(setting), most=LONGEST_SETTING)
            raise SheetFault(f"settings.{number}", message)


def _set(sheet: dict[str, Any], path: str, value: str) -> None:
    if path == "qualifier" and value == NONE:
        _take_out_qualifier(sheet)
        return
    if value == NONE:
        _take_out(_find(sheet, path, table=True))
    else:
        place = _find(sheet, path)
        place.holder[place.key] = _converted(place, value)
    _put_hands_in_order(sheet)


def _take_out_qualifier(sheet: dict[str, Any]) -> None:
    if sheet.pop("qualifier", None) is None:
        raise SheetFault("qualifier", because("setting.none"))
    del sheet["showdown"]["no_qualifying_hand"]


def _take_out(place: _Place) -> None:
    if isinstance(place.holder, dict) and place.key in place.holder:
        del place.holder[place.key]
    else:
        raise SheetFault(place.path, because("setting.nothing"))


def _find(sheet: dict[str, Any], path: str, *, table: bool = False) -> _Place:
    """Resolve a path: as it stands, or from the pay table, the bet or the reading it begins with.

    With ``table`` a path may end at a whole table.
    """
    words = path.split(".")
    starts = [start for start in ([], ["pays"], ["bets"], ["readings"]) if words[0] in _inside(sheet, start)]
    faults = []
    for start in starts or [[]]:
        try:
            return _walk(sheet, [*start, *words], table)
        except SheetFault as fault:
            faults.append((fault.path.count(".") - len(start), fault))
    raise max(faults, key=itemgetter(0))[1]


def _inside(sheet: dict[str, Any], start: list[str]) -> Mapping[str, Any]:
    return sheet[start[0]] if start else sheet


def _walk(sheet: dict[str, Any], words: list[str], table: bool) -> _Place:
    holder: Any = sheet
    done: list[str] = []
    while True:
        key, used = _step(sheet, holder, words, done)
        done += [str(key)] if isinstance(holder, list) else [key]
        words = words[used:]
        value = _at(holder, key)
        if not words and (table or not isinstance(value, dict)):
            if isinstance(value, list) and value and isinstance(value[0], dict | list):
                raise SheetFault(".".join(done), because("setting.entries", number=len(value)))
            return _Place(".".join(done), holder, key)
        if not words:
            words = _chief(value, done)
        holder = value


def _at(holder: Any, key: Any) -> Any:
    return holder.get(key) if isinstance(holder, dict) else holder[key]


def _chief(table: dict[str, Any], done: list[str]) -> list[str]:
    for name in (*_CHIEF, *(["hand"] if done == ["qualifier"] else [])):
        if name in table:
            return [name]
    raise SheetFault(".".join(done), because("setting.name_one", entries=_names(table)))


def _step(sheet: dict[str, Any], holder: Any, words: list[str], done: list[str]) -> tuple[Any, int]:
    """The next key, and the number of words of the path it takes: a clause's number holds dots."""
    if isinstance(holder, dict):
        for used in range(len(words), 0, -1):
            if (key := ".".join(words[:used])) in holder:
                return key, used
        return _short(sheet, holder, words, done)
    if isinstance(holder, list):
        return _line(holder, words[0], done), 1
    raise SheetFault(".".join(done), because("setting.no_entries"))


def _short(
    sheet: dict[str, Any], holder: dict[str, Any], words: list[str], done: list[str]
) -> tuple[Any, int]:
    """Resolve a short form: a hand of a pay table, or a line of one."""
    for lines in ("hands", "hole_cards", "lines"):
        if lines in holder and done[:1] in (["pays"], ["jackpot"]):
            words.insert(0, lines)
            return lines, 1
    category = words[0].partition(":")[0]
    if done[:1] == ["pays"] and done[-1:] == ["hands"] and category in sheet["ranking"]["order"]:
        return words[0], 1
    at = ".".join([*done, words[0]])
    raise SheetFault(at, because("setting.unknown", entries=_names(holder)))


def _line(lines: list[Any], word: str, done: list[str]) -> int:
    """Find a line of a list by its number, its title, its hand or its cards."""
    if _LINE_NUMBER.fullmatch(word) and int(word) < len(lines):
        return int(word)
    titles = [slug(line["title"]) if isinstance(line, dict) and "title" in line else "" for line in lines]
    fits = [n for n, title in enumerate(titles) if title == slug(word)] or [
        n for n, line in enumerate(lines) if isinstance(line, dict) and _is_for(line, word)
    ]
    at = ".".join([*done, word])
    if len(fits) == 1:
        return fits[0]
    named = tuple(titles[n] or str(n) for n in (fits or range(len(lines))))
    raise SheetFault(at, because("setting.lines" if fits else "setting.no_line", lines=named))


def _is_for(line: Mapping[str, Any], word: str) -> bool:
    return line.get("hand") == word or line.get("cards") == [word]


def _converted(place: _Place, value: str) -> Any:
    old = _at(place.holder, place.key)
    if old is None:
        return f"{value} to 1" if _NUMBER.fullmatch(value) else value
    if isinstance(old, bool):
        return _choice(place, value, {"yes": True, "true": True, "no": False, "false": False})
    if isinstance(old, int):
        return _whole(place, value)
    if isinstance(old, list):
        words = [word for word in value.split(",") if word]
        return [_whole(place, word) for word in words] if old and isinstance(old[0], int) else words
    if isinstance(old, str):
        return _like(old, value) if _NUMBER.fullmatch(value) else value
    raise SheetFault(place.path, because("setting.neither"))


def _whole(place: _Place, value: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", value, re.ASCII):
        raise SheetFault(place.path, because("setting.whole", given=brief(value)))
    return int(value)


def _choice(place: _Place, value: str, choices: Mapping[str, bool]) -> bool:
    if value not in choices:
        raise SheetFault(place.path, because("setting.yes_no", given=brief(value)))
    return choices[value]


def _like(old: str, number: str) -> str:
    """A number as a rate of the same form as the old value."""
    try:
        rate = parse_rate(old)
    except ValueError:
        return number
    match rate:
        case ToOne() | Push():
            return f"{number} to 1"
        case ForOne():
            return f"{number} for 1"
        case Fixed():
            return f"${number}"
        case Percent():
            return f"{number}%"


def _put_hands_in_order(sheet: dict[str, Any]) -> None:
    """Sort the hands of every pay table by the ranking list, added ones too."""
    order = sheet["ranking"]["order"]
    for table in sheet["pays"].values():
        hands = table.get("hands")
        if hands:
            table["hands"] = {name: hands[name] for name in sorted(hands, key=_place_in(order))}


def _place_in(order: list[str]) -> Any:
    """The place of a pay table's line in the ranking list; within a category, the higher rank first."""

    def place(name: str) -> tuple[int, int]:
        category, _, letter = name.partition(":")
        lead = RANKS.find("T" if letter == "10" else letter) if letter else -1
        return (order.index(category) if category in order else len(order)), -lead

    return place


def _names(table: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in table if name != "clauses" and not name.endswith("_clauses"))
