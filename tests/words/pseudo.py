"""A pseudo-language, made of the English: what a page does with it, it does with every language to come.

Letters carry accents, words are two fifths longer, and what is filled in stands between right-to-left marks.
So a text that is of no catalogue is seen, as is one that gets no more room than the English takes, or that
takes a name apart. It is a folder of words like any other, and is not shipped.
"""

import json
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Final

import pytest

import pitboss.web
from pitboss.refusal_list import AREAS
from pitboss.sheets import sheet_ids
from pitboss.sheets.loader import SHEETS, texts_in
from pitboss.sheets.readings import POINTS
from pitboss.words import catalogue, languages
from pitboss.words.catalogue import ENGLISH, FOLDER
from pitboss.words.message import CHOICES, Message, Placeholder, parse_message

CODE: Final = "en-XA"
"""Its folder and its tag: English with accents, as others call such a language, too."""
MARK: Final = "\u200f"
LONGER: Final = 1.4
_WORD: Final = re.compile(r"</?b>|[A-Za-z]+")
_VOWELS: Final = "aeiouyAEIOUY"
_ACCENTS: Final = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "àƀçđéƒĝĥîĵķļḿñöṗɋřšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻḾÑÖṖɊŘŠŢÛṼŴẊÝŽ",
)
_NAMED: Final = ("", "number")
"""Kinds of params between marks: what is shown as it is, and not by words of the language."""


OF_SHEETS: Final = ("gists", "irregularities")
"""Parts with what sheets say, which have the English themselves."""


def make_words(folder: Path) -> None:
    """Write the words of every language into a folder, and those of the pseudo-language beside them."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    (folder / CODE).mkdir()
    for path in (FOLDER / ENGLISH).glob("*.json"):
        _write(folder / CODE / path.name, {code: pseudo(text) for code, text in _entries(path).items()})
    of_sheets = {
        code: accented(text) for text in sorted(texts_of_sheets(), reverse=True) for code in _codes(text)
    }
    for part in OF_SHEETS:
        needed = of_sheets.keys() & _entries(FOLDER / "zh" / f"{part}.json")
        _write(folder / CODE / f"{part}.json", {code: of_sheets[code] for code in sorted(needed)})
    terms = folder / CODE / "terms.json"
    titles = {code: text for code, text in of_sheets.items() if code.startswith("title.")}
    _write(terms, titles | _entries(terms))
    pages = folder / CODE / "pages.json"
    _write(pages, _entries(pages) | {"language.tag": CODE})


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Have this process find its languages in a folder."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (sys.modules["pitboss.words.catalogue"], pitboss.web):
            patch.setattr(module, "FOLDER", folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    for read in (catalogue, languages, pitboss.web.load_web):
        read.cache_clear()


def pseudo(text: str) -> str:
    """An entry of the catalogue in the pseudo-language, with the same params."""
    return _written(parse_message(text))


def accented(text: str) -> str:
    """A text in the pseudo-language; letters that stand alone are cards."""
    return _WORD.sub(lambda found: _longer(found[0]), text)


def _longer(word: str) -> str:
    """A word with accents, its vowels lengthened in turn; emphasis stays as it is."""
    if word.startswith("<") or (len(word) == 1 and word.isupper()):
        return word
    again = dict.fromkeys((place for place, letter in enumerate(word) if letter in _VOWELS), 1) or {0: 1}
    for turn in range(ceil(len(word) * (LONGER - 1))):
        again[list(again)[turn % len(again)]] += 1
    longer = (letter + letter.lower() * (again.get(place, 1) - 1) for place, letter in enumerate(word))
    return "".join(longer).translate(_ACCENTS)


def _written(message: Message) -> str:
    return "".join(_gap(part) if isinstance(part, Placeholder) else accented(part) for part in message)


def _gap(gap: Placeholder) -> str:
    if gap.kind in CHOICES:
        forms = " ".join(f"{key} {{{_written(form)}}}" for key, form in gap.forms.items())
        return f"{{{gap.name}, {gap.kind}, {forms}}}"
    shown = ", ".join(part for part in (gap.name, gap.kind, gap.style) if part)
    return f"{MARK}{{{shown}}}{MARK}" if gap.kind in _NAMED else f"{{{shown}}}"


def texts_of_sheets() -> set[str]:
    """Every text of the shipped sheets, of the points that they can read in several ways, and of refusals."""
    found = {text for point in POINTS.values() for text in (point.question, *point.options.values())}
    found |= {name.replace("_", " ") for point in POINTS for name in (point, *POINTS[point].options)}
    found |= {gloss.meaning for area in AREAS for gloss in (*area.cited.values(), *area.plain.values())}
    found |= {"Ante Bonus", "A-K-Q suited"}
    for sheet in sheet_ids():
        for text in texts_in(SHEETS / sheet):
            found |= set(_strings(tomllib.loads(text)))
    return found


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for each in data.values():
            yield from _strings(each)
    elif isinstance(data, list):
        for each in data:
            yield from _strings(each)


def _codes(text: str) -> tuple[str, str]:
    """The codes under which a text of a sheet is looked for."""
    key = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return f"gist.{key}", f"title.{key}"


def _entries(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def _write(path: Path, entries: dict[str, str]) -> None:
    path.write_text(json.dumps(entries, ensure_ascii=False, indent=2), encoding="utf-8")
