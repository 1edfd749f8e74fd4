"""Pages in the middle of an evening, in a language with longer words: rounds, reports, jackpots, answers."""

from collections.abc import Iterator

import pytest

from tests.api.served import Served
from tests.browser.pseudo_pages import cut, of_server, without_accents, without_room
from tests.browser.visitor import Visitor, Visitors
from tests.browser.windows import Windows
from tests.words.pseudo import CODE
from tools.screenshots import SHOTS, Shot, floor

SHOWN = frozenset(
    {
        *("table-betting", "table-decision", "table-jackpot", "sign-link", "waiting", "my-play"),
        *("console-dealing", "console-report", "console-jackpot", "round", "learn", "lab"),
        *("people-player", "train-answer", "train-report"),
    }
)
"""Pictures of the documents that show more than an idle floor does."""


@pytest.fixture(scope="module")
def evening() -> Iterator[Served]:
    with floor() as served:
        yield served


def shown(visitors: Visitors, shot: Shot, language: str) -> Visitor:
    """A page as a picture of the documents has it, in a language."""
    visitor = visitors.new().choose(**shot.options, language=language)
    if shot.player:
        visitor.sign_in(visitor.served.sign_in(shot.player))
    if shot.role:
        visitor.be(shot.role)
    page = visitor.open(shot.path)
    visitor.settle()
    for selector in shot.press:
        page.locator(selector).click()
    visitor.settle()
    return visitor


@pytest.mark.parametrize("shot", [shot for shot in SHOTS if shot.name in SHOWN], ids=lambda shot: shot.name)
def test_a_language_with_longer_words_is_shown_whole_and_leaves_no_english(
    windows: Windows, evening: Served, shot: Shot
) -> None:
    visitors = Visitors(windows, evening)
    before = without_room(shown(visitors, shot, "en"))
    reader = shown(visitors, shot, CODE)
    room = without_room(reader)
    assert {place: room[place] for place in room.keys() - before.keys()} == {}
    assert without_accents(reader.page) == []
    assert of_server(reader.page) == []
    assert cut(reader.page) == []
    visitors.leave()
