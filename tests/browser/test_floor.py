"""The floor, in a browser."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Route, expect

from pitboss.access.devices import DEVICE_COOKIE, SESSION_COOKIE
from pitboss.client import calls
from pitboss.messages.acts import PlaceBet
from tests.api.served import PASSWORD, SLOW, serving
from tests.browser.visitor import PHONE, Visitor, Visitors


def test_every_table_and_meter_is_on_the_floor(visitor: Visitor) -> None:
    page = visitor.open("/")
    expect(page.get_by_role("article")).to_have_count(5)
    expect(page.locator(".meter")).to_have_count(4)
    tile = page.get_by_role("article", name="3 Card Poker", exact=True)
    expect(tile).to_contain_text("S$25 – S$1,000")
    expect(tile).to_contain_text("7 of 7 boxes free")
    expect(tile).to_contain_text("Place your Bets")
    expect(page.locator(".meter", has_text="mega").locator(".meter-value")).to_have_text("S$100,000.00")
    expect(page.locator(".demo")).to_contain_text("demonstration")


def test_a_bet_at_a_table_is_seen_from_the_floor_at_once(visitor: Visitor) -> None:
    page = visitor.open("/")
    tile = page.get_by_role("article", name="Megalink Singapore Stud Poker")
    expect(tile).to_contain_text("7 of 7 boxes free")
    with visitor.served.player("bob") as bob:
        bob.send(calls.act("MSS-1", PlaceBet(box=3, bet="ante", amount="25.00")))
    expect(tile).to_contain_text("6 of 7 boxes free")
    expect(tile.locator(".chair.taken")).to_have_count(1)
    expect(tile.locator(".clock text")).to_have_text(re.compile(r"^[1-5]?\d$"))


def test_who_signs_in_over_plain_http_is_told_that_it_cannot_be_kept(visitor: Visitor) -> None:
    visitor.before("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page = visitor.open("/")
    page.get_by_role("button", name="Sign in").first.click()
    expect(page.get_by_role("alert").first).to_contain_text("Open it by https")


def test_a_player_registers_signs_out_and_signs_in_by_keyboard(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.get_by_role("button", name="Sign in").press("Enter")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="I am new here").press("Enter")
    dialog.get_by_label("Name").fill("carol")
    dialog.get_by_label("Password").fill("short pass")
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".who")).to_contain_text("carol")
    page.reload()
    expect(page.locator(".who")).to_contain_text("carol")
    page.get_by_role("button", name="Sign out").press("Enter")
    page.get_by_role("button", name="Sign in").press("Enter")
    dialog.get_by_label("Name").fill("carol")
    dialog.get_by_label("Password").fill("not the password")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    dialog.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".who")).to_contain_text("carol")
    told = page.get_by_text("tried for carol since the last signing in: 1.")
    expect(told).to_be_visible()
    assert {cookie.get("name") for cookie in visitor.context.cookies()} == {SESSION_COOKIE, DEVICE_COOKIE}
    assert page.evaluate("document.cookie") == "", "no script sees them"
    page.reload()
    expect(page.locator(".who")).to_contain_text("carol")
    expect(told).to_have_count(0)
    visitor.excuse("status of 401")


def test_closing_the_dialog_puts_the_focus_back(visitor: Visitor) -> None:
    page = visitor.open("/")
    button = page.get_by_role("button", name="Sign in")
    button.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


LANG = "(element) => element.closest('[lang]').lang"
"""The language in which a screen reader says an element."""


def _refused_to_sign_in(visitor: Visitor) -> Locator:
    """What somebody reads whom nobody knows."""
    page = visitor.open("/")
    page.locator(".who button").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input").first.fill("nobody-here")
    dialog.locator("input[type=password]").fill("not the password")
    with page.expect_console_message(lambda message: "status of 401" in message.text):
        page.keyboard.press("Enter")
    return dialog.locator("[role=alert] span")


def test_a_refusal_is_in_the_language_of_the_reader(visitor: Visitor) -> None:
    told = _refused_to_sign_in(visitor.choose(language="zh"))
    expect(told).to_have_text("姓名、密码或 PIN 不对，或账户已锁定：请稍候，或请人协助")
    assert told.evaluate(LANG) == "zh-Hans"
    visitor.excuse("status of 401")


def test_a_refusal_whose_words_do_not_come_is_told_as_it_came(visitors: Visitors) -> None:
    visitor = visitors.new(alone=True).choose(language="zh")
    visitor.page.route("**/zh/request.json", lambda route: None)
    told = _refused_to_sign_in(visitor)
    expect(told).to_contain_text("the name, password or PIN is wrong")
    assert told.evaluate(LANG) == "en"
    visitor.excuse("status of 401")


def test_a_refusal_whose_words_come_late_turns_into_the_language_of_the_reader(visitors: Visitors) -> None:
    visitor = visitors.new(alone=True).choose(language="zh")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route("**/zh/request.json", hold)
    told = _refused_to_sign_in(visitor)
    expect(told).to_contain_text("the name, password or PIN is wrong")
    for route in held:
        route.continue_()
    expect(told).to_have_text("姓名、密码或 PIN 不对，或账户已锁定：请稍候，或请人协助")
    assert told.evaluate(LANG) == "zh-Hans"
    field = visitor.page.get_by_role("dialog").locator("input").first
    field.fill("nobody-else")
    expect(told).to_have_text("姓名、密码或 PIN 不对，或账户已锁定：请稍候，或请人协助")
    visitor.excuse("status of 401")


def test_staff_see_where_they_may_go(visitors: Visitors) -> None:
    manager = visitors.new().be("shift_manager").open("/")
    places = manager.get_by_role("navigation")
    for name in ("Floor", "Console", "Rounds", "Rulebook", "Lab", "Trainer", "Reports", "People", "Options"):
        expect(places.get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(manager.get_by_role("article").get_by_role("link", name="Console")).to_have_count(5)
    nobody = visitors.new().open("/")
    expect(nobody.get_by_role("navigation").get_by_role("link", name="People")).to_have_count(0)


def test_a_phone_shows_everything_without_sideways_scrolling(visitors: Visitors) -> None:
    page = visitors.new(PHONE, has_touch=True, is_mobile=True).open("/")
    expect(page.get_by_role("article")).to_have_count(5)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_an_unknown_address_says_so(visitor: Visitor) -> None:
    answer = visitor.page.goto(visitor.served.url + "/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(visitor.page.get_by_role("heading", name="Page not found")).to_be_visible()
    visitor.page.get_by_role("link", name="Back to the floor").click()
    expect(visitor.page.get_by_role("article")).to_have_count(5)
    visitor.excuse("status of 404")


def test_a_floor_on_postgresql_is_the_same_floor(
    visitors: Visitors, postgres_url: str, tmp_path: Path
) -> None:
    with serving(tmp_path, SLOW, url=postgres_url) as served:
        visitor = visitors.new()
        visitor.served = served
        page = visitor.open("/")
        tile = page.get_by_role("article", name="3 Card Poker", exact=True)
        expect(tile).to_contain_text("7 of 7 boxes free")
        with served.player("pat") as pat:
            pat.send(calls.act("3CP-1", PlaceBet(box=1, bet="ante", amount="25.00")))
        expect(tile).to_contain_text("6 of 7 boxes free")
        visitor.page.close()
