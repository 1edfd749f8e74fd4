"""The floor, in a browser."""

from playwright.sync_api import expect

from tests.browser.visitor import Visitor


def test_every_table_is_on_the_floor(visitor: Visitor) -> None:
    page = visitor.open("/")
    expect(page.get_by_text("3 Card Poker", exact=True)).to_be_visible()


def test_an_unknown_address_says_so(visitor: Visitor) -> None:
    answer = visitor.page.goto(visitor.served.url + "/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(visitor.page.get_by_role("heading", name="There is no such page")).to_be_visible()
    visitor.faults.clear()
