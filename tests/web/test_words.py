"""One catalogue in two languages, with the same words and the same gaps to fill."""

import json
import re

import pytest

from pitboss.web import ROOT

_ENTRY = re.compile(r'^\s*("(?:[^"\\]|\\.)+"):\s*("(?:[^"\\]|\\.)*"),$', re.M)
_USED = re.compile(r"""\bt\(\s*["']([a-z_.]+)["']""")


def catalogue(language: str) -> dict[str, str]:
    text = (ROOT / "js" / "words" / f"{language}.js").read_text(encoding="utf-8")
    found = {json.loads(key): json.loads(value) for key, value in _ENTRY.findall(text)}
    assert len(found) == len(re.findall(r'^\s*"[^"]+":', text, re.M)), "every entry is a pair of strings"
    return found


ENGLISH = catalogue("en")


def test_both_languages_have_the_same_words() -> None:
    assert list(catalogue("zh")) == list(ENGLISH)


@pytest.mark.parametrize("word", ENGLISH)
def test_both_languages_fill_the_same_gaps(word: str) -> None:
    chinese = catalogue("zh")[word]
    assert chinese.strip()
    assert set(re.findall(r"\{(\w+)\}", chinese)) == set(re.findall(r"\{(\w+)\}", ENGLISH[word]))


def test_no_word_is_in_the_catalogue_for_nothing() -> None:
    pages = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "js").rglob("*.js")
        if path.parent.name != "words"
    )
    by_name = {
        "account",
        "act",
        "action",
        "bet",
        "called",
        "card",
        "cause",
        "check",
        "device",
        "ended",
        "hand",
        "kind",
        "need",
        "pay",
        "phase",
        "rank",
        "ranks",
        "result",
        "role",
        "says",
        "scope",
        "set",
        "slip",
        "status",
        "suit",
        "unseen",
        "way",
    }
    unused = [word for word in ENGLISH if f'"{word}"' not in pages and word.partition(".")[0] not in by_name]
    assert unused == []
    assert set(_USED.findall(pages)) <= set(ENGLISH)
