"""Text can be read: every colour of text against every ground it stands on."""

import re

import pytest

from pitboss.web import ROOT

TOKENS = (ROOT / "css" / "tokens.css").read_text(encoding="utf-8")
GROUNDS = ("room", "room-low", "raised", "felt", "felt-edge")
TEXTS = ("text", "gold", "muted", "win", "loss", "held")


def tokens(selector: str) -> dict[str, str]:
    block = re.search(re.escape(selector) + r" \{(.*?)\n\}", TOKENS, re.S)
    assert block
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block.group(1)))


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("selector", "least"), [(":root", 4.5), (":root.contrast", 7.0)])
def test_text_on_every_ground(selector: str, least: float) -> None:
    colours = tokens(":root") | tokens(selector)
    poor = [
        (text, ground)
        for text in TEXTS
        for ground in GROUNDS
        if contrast(colours[text], colours[ground]) < least
    ]
    assert poor == []


def test_suits_on_paper() -> None:
    colours = tokens(":root") | tokens(":root.four-colours")
    for suit in ("ink", "red", "suit-d", "suit-c"):
        assert contrast(colours[suit], colours["paper"]) >= 4.5, suit


QUIET = 0.78
"""How much of their colour the words of an area keep that cannot be pressed."""


@pytest.mark.parametrize("game", [":root", ".felt-stud", ".felt-holdem", ".felt-shared"])
def test_the_words_on_every_felt_can_be_read_where_they_are_quiet_too(game: str) -> None:
    colours = tokens(":root") | tokens(game)
    rule = f"opacity: {QUIET};"
    assert rule in (ROOT / "css" / "felt.css").read_text(encoding="utf-8")
    assert contrast(mixed(colours["gold"], colours["felt"], QUIET), colours["felt"]) >= 4.5


def mixed(over: str, under: str, part: float) -> str:
    """A colour that lets some of the one below through."""
    pairs = ((int(over[at : at + 2], 16), int(under[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one * part + other * (1 - part)):02x}" for one, other in pairs)
