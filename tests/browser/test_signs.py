"""Signs, in a browser: they count up to what is committed, and say what is pending, paid or unknown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pitboss.jackpots import commands as lc
from tests.api.served import SLOW, Served, served_floor, serving
from tests.browser.cosigned import show_log
from tests.browser.evening import Evening, manual_at
from tests.browser.visitor import MOVING, PHONE, Visitor, Visitors, module
from tests.floor.house import House
from tests.jackpots.floor import SUPERVISOR

WATCH = """
  window.shown = [];
  new MutationObserver(() => {
    const value = document.querySelector(".sign-value")?.textContent;
    if (value && value !== window.shown.at(-1)) window.shown.push(value);
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""


served = served_floor(SLOW, floor=lambda: manual_at("3CP-1"))
"""A floor whose three-card table is run by a person who types in the cards."""


def cents(shown: str) -> int:
    return int(shown.removeprefix("S$").replace(",", "").replace(".", ""))


@pytest.fixture
def evening(served: Served) -> Iterator[Evening]:
    with served.client("dealer") as dealer:
        yield Evening(served, "3CP-1", dealer)


def test_a_win_from_the_bet_to_the_new_jackpot(
    visitors: Visitors, visitor: Visitor, evening: Evening
) -> None:
    visitor.before(WATCH)
    page = visitor.open("/signs/spade")
    value, line = page.locator(".sign-value"), page.locator(".sign-line")
    expect(value).to_have_text("S$20,000.00")
    expect(line).to_have_text("Progressive Jackpot")
    expect(page.locator(".rail")).to_have_count(0)

    for name in ("player1", "player2"):
        visitor.served.player(name).close()
    evening.bets()
    expect(value).to_have_text("S$20,001.50")
    counted = [cents(text) for text in page.evaluate("window.shown")]
    assert counted == sorted(counted)
    assert counted[-1] == max(counted) == 2_000_150

    mine = visitors.new().sign_in(visitor.served.sign_in("player1")).open("/tables/3CP-1")
    other = visitors.new().sign_in(visitor.served.sign_in("player2")).open("/tables/3CP-1")
    evening.win()
    expect(line).to_contain_text("A win is being verified: S$20,001.50")
    expect(line).to_contain_text("3CP-1")
    expect(value).to_have_text("S$20,001.50")
    expect(page.locator(".sign-last")).to_have_text("The jackpot now stands at S$20,000")
    for felt, says in ((mine, "You have won"), (other, "Box 1 has won")):
        expect(felt.locator(".jackpot-name")).to_contain_text(says)
        expect(felt.locator(".jackpot-value")).to_have_text("S$20,001.50")

    evening.pay()
    expect(line).to_have_text("Paid S$20,001.50")
    again = visitors.new().open("/signs/spade?languages=en,zh&turn=1")
    last = again.locator(".sign-last")
    expect(last).to_have_text("Last won S$20,001.50 · A-K-Q of spades · 3CP-1")
    expect(last).to_contain_text("上次中出")
    expect(again.locator(".sign-line")).to_have_text("Progressive Jackpot")
    table = visitors.new().open("/signs/3CP-1")
    expect(table.locator(".plate-link")).to_have_text("Progressive Jackpot spade")
    expect(table.locator(".sign-last")).to_contain_text("S$20,001.50")
    expect(value).to_have_text("S$20,000.00")


@pytest.mark.parametrize(
    ("seconds", "late", "says"),
    [
        (None, False, "Record not cosigned by its witnesses yet"),
        (20, False, "Record cosigned by its witnesses less than a minute ago"),
        (190, False, "Record cosigned by its witnesses 3 minutes ago"),
        (5 * 3600, True, "⚠ Record cosigned by its witnesses 5 hours ago"),
    ],
)
def test_the_small_print_says_how_old_the_newest_cosignature_is(
    visitor: Visitor, seconds: float | None, late: bool, says: str
) -> None:
    show_log(visitor.page, seconds, late=late)
    page = visitor.open("/signs/mega")
    expect(page.locator(".sign-small")).to_have_text(says)
    expect(page.locator(".sign-small.late")).to_have_count(int(late))


def test_without_witnesses_there_is_no_small_print(visitor: Visitor) -> None:
    with visitor.page.expect_response("**/api/log"):
        page = visitor.open("/signs/mega")
    expect(page.locator(".sign-value")).to_have_text("S$100,000.00")
    expect(page.locator(".sign-small")).to_have_count(0)


def test_a_suspended_jackpot_says_so(visitor: Visitor, served: Served) -> None:
    page = visitor.open("/signs/club")
    expect(page.locator(".sign-value")).to_have_text("S$30,000.00")
    House(served.site.floor, "fails").link(lc.FailSystem(SUPERVISOR, "the controller is dark"), "club")
    expect(page.locator(".sign-line")).to_have_text("Suspended: no jackpot bets are taken")


def test_the_number_never_passes_what_is_committed(visitors: Visitors) -> None:
    page = visitors.new(**MOVING).open("/signs/mega")
    steps = page.evaluate(
        f"async () => {{ const {{ Meter }} = {module('meter.js')};"
        """
          const seen = [];
          let committed = "";
          const element = document.createElement("p");
          const meter = new Meter(element, (text) => seen.push([text, committed]));
          for (const value of ["100.00", "250.37", "9000000.019", "9000001.00 1/3", "50.00"]) {
            committed = value;
            meter.show(value);
            await new Promise((done) => setTimeout(done, value.includes("/") ? 2500 : 500));
          }
          return seen;
        }"""
    )
    assert len(steps) > 20, "it counts"
    for shown, committed in steps:
        assert cents(shown) <= int(float(committed.split()[0]) * 100 + 1e-6)
    texts = [shown for shown, _ in steps]
    assert "S$9,000,001.00" in texts
    assert texts[-1] == "S$50.00"


def test_nothing_moves_for_whoever_prefers_it(visitors: Visitors, served: Served) -> None:
    still = visitors.new(reduced_motion="reduce")
    page = still.open("/signs/mega")
    moves = page.evaluate(
        f"async () => {{ const {{ Meter }} = {module('meter.js')};"
        """
          const seen = [];
          const meter = new Meter(document.createElement("p"), (text) => seen.push(text));
          meter.show("100.00");
          meter.show("250.00");
          return seen;
        }"""
    )
    assert moves == ["S$100.00", "S$250.00"]


def test_a_sign_that_hears_nothing_says_so(visitors: Visitors, tmp_path: Path) -> None:
    with serving(tmp_path, SLOW) as gone:
        visitor = visitors.new()
        visitor.served = gone
        page = visitor.open("/signs/spade")
        expect(page.locator(".sign-line")).to_have_text("Progressive Jackpot")
        table = visitors.new()
        table.served = gone
        plate = table.open("/signs/3CP-1")
        expect(plate.get_by_role("heading", name="3 Card Poker")).to_be_visible()
    for shown in (page.locator(".sign-line"), plate.locator(".notice")):
        expect(shown).to_contain_text("No news from the floor for five seconds")
    expect(page.locator(".sign-value")).to_have_text("S$20,000.00")
    for each in (visitor, table):
        each.excuse("ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY")


def test_the_sign_of_a_table_says_what_is_played_and_paid(visitor: Visitor) -> None:
    page = visitor.open("/signs/MSS-1")
    expect(page.locator(".plate-columns")).to_be_visible()
    end = page.locator(".plate-columns").evaluate("(e) => e.getBoundingClientRect().bottom / innerHeight")
    assert 0.85 < end <= 1, "its letters are as large as the screen allows"
    expect(page.get_by_role("heading", name="Megalink Singapore Stud Poker")).to_be_visible()
    text = page.locator(".plate-sign")
    for words in (
        "Version 9",
        "S$25",
        "S$1,000",
        "Prescribed jackpot bet S$5",
        "up to 5 times",
        "a shuffler",
    ):
        expect(text).to_contain_text(words)
    jackpot = page.get_by_role("table", name="Progressive Jackpot")
    expect(jackpot.get_by_role("row", name="Royal flush")).to_contain_text("100%")
    bet = page.get_by_role("table", name="Bet", exact=True)
    expect(bet.get_by_role("row", name="Royal flush")).to_contain_text("250 to 1")


def test_the_sign_of_a_table_shows_what_its_link_shows_now(visitors: Visitors, evening: Evening) -> None:
    """Nothing happens at the table itself when another one moves the link's number."""
    plate = visitors.new().open("/signs/3CP-1")
    wall = visitors.new().open("/signs/spade")
    value = wall.locator(".sign-value")
    expect(value).to_have_text("S$20,000.00")
    evening.bets()
    expect(value).to_have_text("S$20,001.50")
    expect(plate.locator(".plate-value")).to_have_text("S$20,001.50")
    evening.win()
    evening.pay()
    expect(plate.locator(".plate-value")).to_have_text("S$20,000.00")


def test_a_sign_that_finds_nobody_tries_again(visitor: Visitor) -> None:
    page = visitor.page
    page.route("**/api/links", lambda route: route.abort())
    visitor.open("/signs/mega")
    expect(page.get_by_role("heading", name="The floor cannot be reached")).to_be_visible()
    page.unroute("**/api/links")
    expect(page.locator(".sign-value")).to_have_text("S$100,000.00")
    visitor.excuse("ERR_FAILED")


def test_a_sign_of_nothing_says_so(visitor: Visitor) -> None:
    page = visitor.open("/signs/atlantis")
    expect(page.get_by_text("neither a link nor a table named atlantis")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, {"width": 3840, "height": 2160}], ids=["phone", "4K"])
def test_the_number_fills_the_screen_and_stays_on_it(visitors: Visitors, size: dict[str, int]) -> None:
    page = visitors.new(size).open("/signs/mega")
    value = page.locator(".sign-value")
    expect(value).to_have_text("S$100,000.00")
    box = value.bounding_box()
    assert box is not None
    assert 0.6 * size["width"] < box["width"] <= size["width"]
