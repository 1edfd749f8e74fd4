"""A player's own play in a browser: session, limits, a break, the reality check, and what a manager sees."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from pitboss.client import calls
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.tables.play import MINUTE
from tests.api.served import Served, served_floor
from tests.browser.axe import violations
from tests.browser.seats import Seat
from tests.browser.visitor import PHONE, Visitors

HOURS = Pace(betting=7200, decision=7200, dealing=0.0, pause=7200, seat=0.0)
"""No clock runs out while the time of a test goes forward."""

served = served_floor(HOURS)


def later(patch: pytest.MonkeyPatch, served: Served, minutes: int) -> None:
    """The clock of the floor goes forward."""
    before = served.site.floor.clock
    patch.setattr(served.site.floor, "clock", lambda: before() + minutes * MINUTE)


def lose(ann: Seat, patch: pytest.MonkeyPatch, minutes: int) -> None:
    """A round in which ann bets and folds, and which takes so many minutes."""
    if not ann.state.in_play:
        ann.begin()
    ann.area(1, "ante").click()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    later(patch, ann.served, minutes)
    with ann.page.expect_response("**/api/my/play"):
        ann.page.clock.fast_forward(25_000)


def test_a_reality_check_comes_after_the_round_and_waits_for_an_answer(
    visitors: Visitors, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visitors.new()
    visitor.hold_clock()
    name = f"ann-{uuid4().hex[:8]}"
    ann = Seat(visitor, served, "3CP-1", name).sit()
    with served._client(served.sign_in(name)) as client:
        client.send(calls.set_reality_check(10))
    lose(ann, monkeypatch, 11)
    check = ann.page.get_by_role("alertdialog", name="A moment for you")
    expect(ann.page.locator(".play-corner")).to_have_text("S$0 11 min")
    expect(check).to_have_count(0)  # A decision is due, and nothing lies over it.
    ann.act("fold").click()
    ann.expect_settled()
    expect(check).to_be_visible()
    expect(check).to_contain_text("11 min")
    expect(check).to_contain_text(re.compile("−S\\$\\d+"))
    expect(check.get_by_role("button", name="Play on")).to_be_focused()
    assert violations(ann.page) == []
    ann.page.keyboard.press("Escape")
    expect(check).to_be_visible()
    ann.begin()
    check.get_by_role("button", name="Play on").click()
    expect(check).to_have_count(0)
    ann.area(1, "ante").click()
    expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))


def test_limits_are_set_and_wait_and_a_break_is_taken(visitors: Visitors, served: Served) -> None:
    served.player("bob").close()
    visitor = visitors.new().sign_in(served.sign_in("bob"))
    page = visitor.open("/my-play")
    expect(page.get_by_text("You have not played for half an hour.", exact=True)).to_be_visible()
    loss = page.locator("[data-limit=loss] dd")
    for value, shown in (("500", "S$500"), ("800.50", "S$500"), ("100", "S$100")):
        act = page.locator("details", has_text="Loss in a gaming day")
        if act.get_attribute("open") is None:
            act.locator("summary").click()
        form = page.get_by_role("form", name="Loss in a gaming day")
        form.get_by_label("Dollars").fill(value)
        form.get_by_role("button", name="Set").click()
        expect(loss).to_contain_text(shown)
        waits = expect(loss.locator(".held"))
        waits.to_contain_text("S$800.50 from") if value == "800.50" else waits.to_have_count(0)
    page.locator("summary", has_text="Take a break").click()
    page.get_by_role("form", name="Take a break").get_by_label("Length").select_option("7")
    page.get_by_role("form", name="Take a break").get_by_role("button").click()
    expect(page.locator(".play-break")).to_contain_text("You are on a break until")
    assert violations(page) == []
    phone = visitors.new(PHONE).sign_in(served.sign_in("bob")).choose(language="zh")
    expect(phone.open("/my-play").locator(".play-break")).to_contain_text("您在休息")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_manager_sees_a_players_limits_and_lowers_one_on_request(
    visitors: Visitors, served: Served
) -> None:
    with served.player("cat") as cat:
        cat.send(calls.set_my_limit("bet", "50"))
    visitor = visitors.new().be("shift_manager")
    page = visitor.open("/people?name=cat")
    expect(page.locator("[data-limit=bet] dd")).to_contain_text("S$50")
    page.locator("summary", has_text="Lower a limit for them").click()
    form = page.get_by_role("form", name="Lower a limit for them")
    form.get_by_label("Limit").select_option("time")
    form.get_by_label("Dollars, or minutes").fill("90")
    form.get_by_label("Reason").fill("asked at the cage")
    form.get_by_role("button").click()
    expect(page.locator("[data-limit=time] dd")).to_contain_text("1 h 30 min")
    changes = page.locator("ol[aria-labelledby=player-changes] li")
    expect(changes).to_have_count(2)
    expect(changes.first).to_contain_text("time in a gaming day: none to 90 minutes")
    expect(changes.first).to_contain_text("asked at the cage")
