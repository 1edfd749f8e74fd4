"""The example sheets on the felt: sizes to choose from, bets taken back, games without a Dealer's hand."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pitboss.audit.audit import audit
from pitboss.floor.setup.config import DEFAULT_FILE
from pitboss.sheets.library import using
from tests.api.served import Served, config, serving
from tests.browser.seats import STILL, Seat, known_decks
from tests.browser.visitor import DESK, PHONE, Visitors

EXAMPLES = Path(__file__).parents[2] / "examples/sheets"
HEAD = "links = []\n" + DEFAULT_FILE.read_text(encoding="utf-8").partition("[[links]]")[0]
TABLE = """
[[tables]]
id = "{short}-1"
sheet = "{short}"
dealer = "automatic"
cards = "shoe"
device = "shuffler"
boxes = 5
limits = {{ ante = [5, 500] }}
denominations = [5, 25, 100]
"""
GAMES = ("CHE", "FCE", "LIR", "MSE", "UTH")


@contextmanager
def example_floor(folder: Path) -> Iterator[Served]:
    """A floor of the example sheets, at which nothing but the dealing happens by itself."""
    text = HEAD + "".join(TABLE.format(short=short) for short in GAMES)
    with using(EXAMPLES), serving(folder, floor=config(STILL, text)) as served:
        yield served


@pytest.fixture
def examples(tmp_path: Path) -> Iterator[Served]:
    with example_floor(tmp_path) as served:
        yield served
        assert audit(served.site.journal).fault is None


def seated(visitors: Visitors, served: Served, table: str, size: dict[str, int] = DESK) -> Seat:
    """A player with bets on box 3 as the sheet asks for them, and the Bets closed."""
    visitor = visitors.new(size)
    visitor.served = served
    player = Seat(visitor, served, table, f"at-{table.lower()}").sit()
    player.begin()
    player.page.get_by_role("radio", name="Chip of $25", exact=True).click()
    for bet in player.bets():
        player.area(3, bet).click()
        expect(player.area(3, bet)).to_have_accessible_name(re.compile(r"\$25 placed"))
    player.close()
    return player


def test_a_bet_of_several_sizes_is_chosen_by_button_or_digit(
    visitors: Visitors, examples: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with known_decks(monkeypatch, UTH_1="As Ad 2c 7d"):
        ann = seated(visitors, examples, "UTH-1")
        expect(ann.act("play x 3")).to_have_accessible_name("Play 3× $75")
        expect(ann.act("play x 4")).to_have_accessible_name("Play 4× $100")
        ann.page.keyboard.press("p")
        ann.page.keyboard.press("4")
        ann.expect_settled()
    assert ann.state.round is not None
    assert ann.state.round.box(3).total("play") == 10_000
    expect(ann.area(3, "blind")).to_have_accessible_name(re.compile(r"^Box 3, Blind, \$25 placed"))


def test_a_bet_is_taken_back_or_rides(visitors: Visitors, examples: Served) -> None:
    ann = seated(visitors, examples, "LIR-1")
    expect(ann.act("withdraw")).to_have_text("Take Bet 1 back")
    ann.act("withdraw").click()
    expect(ann.act("withdraw")).to_have_text("Take Bet 2 back")
    expect(ann.act("check")).to_have_text("Let it ride")
    ann.act("check").click()
    ann.expect_settled()
    state = ann.state.round
    assert state is not None
    assert state.settlement is not None
    assert {line.bet for line in state.settlement.lines if line.result != "returned"} == {"ante", "second"}
    expect(ann.page.locator('[aria-label^="Dealer:"]')).to_have_count(0)


@pytest.mark.parametrize("table", ["CHE-1", "FCE-1", "MSE-1"])
def test_every_example_is_played_on_a_phone(visitors: Visitors, examples: Served, table: str) -> None:
    ann = seated(visitors, examples, table, PHONE)
    while ann.state.in_play:
        large = ann.page.locator('.panel .large:not([data-act="look"])').first
        expect(large.or_(ann.page.locator(".gained")).first).to_be_visible()
        if (asked := ann.shown(ann.asks(3)).round) and not asked.settled:
            decided = asked.box(3).decided
            large.click()
            ann.shown(lambda now, decided=decided: bool(now.round) and now.round.box(3).decided != decided)  # type: ignore[misc]
    ann.expect_settled()
