"""The catalogue of a language: what each code says, and how each kind of param is shown.

A language is a folder of JSON files with one entry per code. How a number, a list or a hand is put together
is said here once for every language; its words are entries.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.cards import glyphs
from pitboss.invariant import InvariantBroken
from pitboss.money import brief, format_cents, grouped
from pitboss.reason import Reason, Unreadable, because
from pitboss.words.message import Message, Placeholder, gaps_of, parse_message

FOLDER: Final = Path(__file__).parent
ENGLISH: Final = "en"
LISTS: Final = ("list", "joined", "semicolons", "and", "or", "ands", "ors")
"""Kinds of params that are lists; the style of the gap is the kind of each item."""
TERMS: Final = (
    "a_rank",
    "article",
    "bet",
    "cause",
    "checked",
    "family",
    "gist",
    "rank",
    "ranks",
    "role",
    "suit",
    "title",
)
"""Kinds of params that are names: a language may have its own word, and else shows the name as it is."""
_HAND: Final = re.compile(r"([a-z_]+):([2-9TJQKA]*)([shdc]?)")
_PLURAL: Final = frozenset({"four_of_a_kind", "three_of_a_kind", "two_pairs"})
_NARROW: Final = re.compile(r"([A-Za-z0-9%])(?=[\u4e00-\u9fff])|([\u4e00-\u9fff])(?=[A-Za-z0-9$])")
"""Where Chinese is set apart from what is not."""


class Language(Struct, frozen=True):
    """A language that the pages can speak."""

    code: str
    """Its folder, and the beginning of what browsers call it."""
    tag: str
    """For the ``lang`` of a text, as BCP 47 has it."""
    name: str
    """What it calls itself."""


class Catalogue:
    """The entries of one language."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self.entries = entries

    def say(self, reason: Reason) -> str:
        """The text of a reason."""
        return _NARROW.sub(r"\1\2 ", self._fill(parse_message(self.entries[reason.code]), reason.params))

    def _fill(self, message: Message, params: Mapping[str, Any], number: str = "#") -> str:
        return "".join(
            part.replace("#", number) if isinstance(part, str) else self._gap(part, params)
            for part in message
        )

    def _gap(self, gap: Placeholder, params: Mapping[str, Any]) -> str:
        value = params[gap.name]
        if gap.kind == "select":
            return self._fill(gap.forms.get(str(value), gap.forms["other"]), params)
        if gap.kind == "plural":
            number = _number(value)
            keys = (f"={number}", "one" if number == 1 else "other", "other")
            form = next(gap.forms[key] for key in keys if key in gap.forms)
            return self._fill(form, params, f"{number:,}")
        if gap.kind in LISTS:
            return self._list(gap.kind, [self._show(gap.style, each) for each in value])
        if gap.kind == "entry":
            return self._fill(parse_message(self.entries[value]), params)
        return self._show(gap.kind, value)

    def _show(self, kind: str, value: Any) -> str:
        if isinstance(value, Reason):
            if kind == "sentence":
                return self.sentence(value)
            return self._fill(parse_message(self.entries[value.code]), value.params)
        if kind in TERMS:
            return self.term(kind, value)
        return KINDS[kind](self, value)

    def _list(self, kind: str, items: list[str]) -> str:
        before, last = self.entries["list.list"], self.entries[f"list.{kind}"]
        if kind in ("and", "or"):
            return last.join(part for part in (before.join(items[:-1]), *items[-1:]) if part)
        return last.join(items)

    def term(self, kind: str, name: str) -> str:
        """The word for a name, or the name itself; a gist, within a sentence, has no full stop."""
        if kind == "gist":
            return self.gist(name).removesuffix(self.entries["sentence.stop"])
        return self.entries.get(f"{kind}.{name}") or self.entries.get(f"{kind}.{slug(name)}", name)

    def gist(self, text: str) -> str:
        """A text of a sheet, which is English; one that the language has no words for stays as it is."""
        return self.entries.get(f"gist.{slug(text)}", text)

    def sentence(self, reason: Reason) -> str:
        """A reason as a whole sentence."""
        text = self.say(reason)
        return f"{text[0].upper()}{text[1:]}{self.entries['sentence.stop']}"

    def least(self, line: str) -> str:
        """The least hand of a line such as ``one_pair:T``, or of a whole category."""
        category, _, lead = line.partition(":")
        return self._fill(parse_message(self.entries[f"least.{category}"]), {"lead": lead or "none"})

    def rate(self, text: str) -> str:
        """A rate of a pay table: ``3 to 2``, ``100 for 1``, ``10%``."""
        pays, _, rest = text.partition(" ")
        how, _, stake = rest.partition(" ")
        if not stake:
            return text
        return self._fill(parse_message(self.entries[f"rate.{how}"]), {"pays": pays, "stake": stake})

    def hand(self, value: str, style: str) -> str:
        """A hand in words, with its article if the style is ``a``."""
        category, ranks, suit = _parts(value)
        named = 2 if category in ("two_pairs", "full_house") else 1
        params = {
            "style": style,
            "first": ranks[0],
            "second": ranks[1:2],
            "letters": "-".join(ranks).replace("T", "10") if len(ranks) > 1 else "none",
            "beside": tuple(ranks[named:]),
            "count": len(ranks) - named,
            "suit": suit,
        }
        return self._fill(parse_message(self.entries[f"held.{category}"]), params)


@cache
def catalogue(language: str = ENGLISH) -> Catalogue:
    """The catalogue of a language, read once."""
    found: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.json")):
        found |= msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    return Catalogue(found)


@cache
def languages() -> tuple[Language, ...]:
    """The languages that have a folder, English first."""
    folders = (path.name for path in FOLDER.iterdir() if any(path.glob("*.json")))
    return tuple(
        Language(code, words["language.tag"], words["language.name"])
        for code in sorted(folders, key=lambda code: (code != ENGLISH, code))
        for words in [catalogue(code).entries]
    )


def parse_language(text: str) -> str:
    """The code of a language; raises :class:`Unreadable` for one that has no folder."""
    codes = tuple(language.code for language in languages())
    if text not in codes:
        raise Unreadable(because("form.language", given=brief(text), languages=codes))
    return text


@cache
def kinds_of(code: str, kind: str) -> frozenset[str]:
    """The params of a code that are shown as of a kind: ``faces`` of cards."""
    gaps = gaps_of(parse_message(catalogue().entries[code]))
    return frozenset(name for name, kinds in gaps.items() if kind in kinds)


def say(reason: Reason, language: str = ENGLISH) -> str:
    """The text of a reason in a language."""
    return catalogue(language).say(reason)


def sentence(reason: Reason, language: str = ENGLISH) -> str:
    """A reason as a whole sentence."""
    return catalogue(language).sentence(reason)


def slug(text: str) -> str:
    """The end of a key for an English name or text."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def _parts(hand: str) -> tuple[str, str, str]:
    found = _HAND.fullmatch(hand)
    if found is None:
        raise InvariantBroken("a hand is to be said that is written in another way")
    category, ranks, suit = found.groups()
    return category, ranks, suit


def _number(value: Any) -> int:
    """The number that chooses a form: a list's length; of a hand two for three nines, one for a flush."""
    if isinstance(value, str):
        return 2 if _parts(value)[0] in _PLURAL else 1
    return len(value) if isinstance(value, tuple | list) else int(value)


KINDS: Final[Mapping[str, Callable[[Catalogue, Any], str]]] = {
    "": lambda _, value: str(value),
    "a_hand": lambda words, value: words.hand(value, "a"),
    "cards": lambda _, value: " ".join(value),
    "cents": lambda _, value: format_cents(value),
    "faces": lambda _, value: glyphs(value),
    "hand": lambda words, value: words.hand(value, ""),
    "least": lambda words, value: words.least(value),
    "money": lambda _, value: grouped(value),
    "number": lambda _, value: f"{value:,}",
    "rate": lambda words, value: words.rate(value),
}
"""How a param is shown that is no list and no name."""
