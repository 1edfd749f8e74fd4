"""Options, in a browser: chosen by mouse or keyboard, kept, and obeyed by every page."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.visitor import MOVING, Visitor, Visitors


def colour(page: Page, selector: str) -> Any:
    return page.locator(selector).first.evaluate("(e) => getComputedStyle(e).fill")


def test_the_language_is_changed_at_once_and_kept(visitor: Visitor) -> None:
    page = visitor.open("/options")
    expect(page.get_by_role("heading", name="Options")).to_be_visible()
    page.get_by_label("简体中文").check()
    expect(page.get_by_role("heading", name="选项")).to_be_visible()
    expect(page.get_by_label("简体中文")).to_be_focused()
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    visitor.open("/")
    expect(page.get_by_role("article", name="三张扑克", exact=True)).to_contain_text("请下注")
    expect(page.locator(".demo")).to_contain_text("演示")


def test_a_browser_in_chinese_is_greeted_in_chinese(visitors: Visitors) -> None:
    page = visitors.new(locale="zh-CN").open("/")
    expect(page.get_by_role("link", name="大厅")).to_be_visible()


def test_four_colours_are_four(visitor: Visitor) -> None:
    page = visitor.open("/options")
    suits = [f".suit-{suit} .card-pip" for suit in "shdc"]
    plain = [colour(page, suit) for suit in suits]
    assert len(set(plain)) == 2
    toggle = page.get_by_role("switch", name="Four-colour deck")
    toggle.focus()
    page.keyboard.press("Space")
    expect(toggle).to_be_checked()
    expect(toggle).to_be_focused()
    assert len({colour(page, suit) for suit in suits}) == 4
    page.reload()
    expect(page.get_by_role("switch", name="Four-colour deck")).to_be_checked()


def test_high_contrast_and_stillness_reach_the_style_sheets(visitors: Visitors) -> None:
    page = visitors.new(**MOVING).choose(contrast=True, still=True).open("/")
    expect(page.get_by_role("article")).to_have_count(5)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(0, 0, 0)"
    moving = page.evaluate("document.getAnimations().length")
    assert moving == 0


def test_options_that_make_no_sense_are_left_aside(visitors: Visitors) -> None:
    visitor = visitors.new()
    visitor.before("localStorage.setItem('pitboss.options', '{broken')")
    expect(visitor.open("/options").get_by_label("English")).to_be_checked()
