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


FELT = (ROOT / "css" / "felt.css").read_text(encoding="utf-8")
GAMES = (":root", *re.findall(r"^(\.felt-[\w.-]+) \{", TOKENS, re.M))
"""Every cloth."""


def opacity(selector: str) -> float:
    """How much of their colour the words of the felt keep by a rule of its style sheet."""
    found = re.search(re.escape(selector) + r" \{\n  opacity: ([\d.]+);", FELT)
    assert found
    return float(found[1])


@pytest.mark.parametrize("selector", [":root", ":root.contrast"])
@pytest.mark.parametrize("ground", ["felt-bright", "felt", "felt-edge"])
@pytest.mark.parametrize("game", GAMES)
def test_the_words_on_every_felt_can_be_read_where_they_are_quiet_too(
    game: str, ground: str, selector: str
) -> None:
    """Also where the light falls: the names of areas, the printed title, and the plates of the boxes."""
    colours = tokens(":root") | tokens(selector) | tokens(game)
    cloth, quiet = colours[ground], opacity(".area.quiet .area-price")
    assert contrast(colours["gold"], cloth) >= 4.5
    assert contrast(mixed(colours["gold"], cloth, quiet), cloth) >= 4.5
    plate = re.search(r"\.name-plaque rect \{\n  fill: rgb\(6 9 10 / (\d+)%\)", FELT)
    assert plate
    assert contrast(colours["muted"], mixed("#06090a", cloth, int(plate[1]) / 100)) >= 4.5


def test_no_two_cloths_are_alike() -> None:
    """Where the light falls, any two differ by fifty steps of red, green and blue in all."""
    assert len(GAMES) == 8
    lit = [(tokens(":root") | tokens(game))["felt-bright"] for game in GAMES]
    parts = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in lit]
    for place, one in enumerate(parts):
        for other in parts[place + 1 :]:
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) >= 50


def mixed(over: str, under: str, part: float) -> str:
    """A colour that lets some of the one below through."""
    pairs = ((int(over[at : at + 2], 16), int(under[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one * part + other * (1 - part)):02x}" for one, other in pairs)
