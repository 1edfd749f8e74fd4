"""The coached hand, in a browser: every game by keyboard, and advice from open cards alone."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.visitor import Visitor, Visitors

GAMES = ("ML3", "MSS", "MLTH")
"""A game of each family; the engine plays all of them in tests/training."""
NEXT = ".coach-options li.best button, [data-act=go_on], [data-act=another]"
"""What goes on with a hand: the decision that the count advises, or the Dealer."""
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def begin(page: Page) -> None:
    """Place the Ante, have the cards dealt and look at them, by keyboard."""
    step = page.locator(".coach-step h2")
    expect(step).to_have_text("Place your Ante")
    page.keyboard.press("a")
    expect(step).to_have_text("Your Ante is placed")
    expect(step).to_be_focused()
    page.keyboard.press("n")
    expect(step).to_have_text("Look at your cards")
    expect(page.locator(".coach-dealt .clause").first).to_be_visible()
    page.keyboard.press("l")
    expect(step).to_have_text("Decide")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_learnt_from_the_ante_to_the_reasons(visitor: Visitor, game: str) -> None:
    page = visitor.be("player").open(f"/learn/{game}?hand=7")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page)
    decided, done = 0, 3
    while True:
        expect(page.locator(".stage")).to_have_attribute("data-version", str(done))
        button = page.locator(NEXT)
        expect(button).to_have_count(1)
        if button.get_attribute("data-act") == "another":
            break
        if page.locator(".coach-options").count():
            decided += 1
            expect(page.locator(".coach-advice")).to_contain_text("The count says:")
            _advised_by_open_cards(page, asked)
        page.keyboard.press(button.get_attribute("aria-keyshortcuts") or "")
        done += 1
    expect(page.locator(".coach-step h2")).to_be_focused()
    lines = page.locator(".coach-step details.why[open]")
    expect(lines).not_to_have_count(0)
    expect(page.locator(".coach-step .why .clause").first).to_be_visible()
    expect(page.locator(".coach-chosen li")).to_have_count(decided)
    assert not [url for url in asked if "/api/tables" in url]


def _advised_by_open_cards(page: Page, asked: list[str]) -> None:
    """The question of the last count names no card but those that lie open on the felt."""
    query = parse_qs(urlsplit([url for url in asked if "/advise" in url][-1]).query)
    named = {
        card for part in ("hand", "up", "board") for text in query.get(part, []) for card in text.split()
    }
    faces = page.locator(".felt .card:not(.back)")
    shown = faces.evaluate_all("(cards) => cards.map((card) => card.getAttribute('aria-label'))")
    assert {f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}" for card in named} <= set(shown)


def test_each_step_can_be_used_by_everybody(visitor: Visitor) -> None:
    page = visitor.be("player").open("/learn/3CP?hand=7")
    begin(page)
    expect(page.locator(".coach-options li.best")).to_have_count(1)
    assert violations(page) == []
    page.keyboard.press("p")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="See what your bets got").click()
    expect(page.locator("[data-act=another]")).to_be_visible()
    assert violations(page) == []
    expect(page.locator(".coach-chosen")).to_contain_text("better on average")


def test_a_stranger_learns_the_rules_and_the_hand_waits_for_a_sign_in(visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.open("/learn/3CP?hand=7")
    begin(page)
    expect(page.locator(".coach-advice")).to_contain_text("Sign in")
    page.reload()
    expect(page.locator(".coach-step h2")).to_have_text("Decide")
    page.keyboard.press("f")
    expect(page.locator("[data-act=go_on]")).to_be_visible()


def test_the_way_to_the_coach_is_on_the_table_and_back(visitor: Visitor) -> None:
    page = visitor.be("player").open("/tables/MSS-1")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("dialog").get_by_role("link", name="Play a coached hand").click()
    expect(page.get_by_role("heading", name="A coached hand of")).to_be_visible()
    page.get_by_role("link", name="Leave the coach").click()
    expect(page).to_have_url(f"{visitor.served.url}/tables/MSS-1")
    page.locator(".dock").get_by_role("link", name="Play a coached hand").click()
    expect(page.get_by_role("heading", name="A coached hand of")).to_be_visible()
