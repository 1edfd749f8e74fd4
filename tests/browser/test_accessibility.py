"""axe on pages in the middle of an evening: tables in play, consoles at work, dialogs; in both languages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.api.served import Served
from tests.browser.axe import violations
from tests.browser.visitor import PHONE, Readers, Visitor
from tools.screenshots import Shot, floor

STATES = (
    Shot("a bet of one's own", "/tables/MLTH-1", player="ann"),
    Shot("a decision", "/tables/MSS-1", player="ann"),
    Shot("keys and help", "/tables/MLTH-1", player="ann", press=("?",)),
    Shot("a jackpot that waits", "/tables/3CP-1"),
    Shot("signing in", "/", press=(".who button",)),
    Shot("the deck", "/console/P3CP-1", "pit_supervisor", press=("[data-do=deck]",)),
    Shot("a report", "/console/P3CP-1", "pit_supervisor", press=("[data-clause='5.8.2']",)),
    Shot("a win to verify", "/console/3CP-1#jackpot", "pit_manager"),
    Shot("what waits", "/waiting", "pit_manager"),
    Shot("the pit", "/console", "pit_manager"),
    Shot("a sign that waits", "/signs/spade"),
    Shot("rounds found", "/rounds", "regulator"),
    Shot("a round with its proof", "/rounds/ML3-1/1", "regulator", press=("#shoe-title",)),
    Shot("a question of the lab", "/lab?sheet=rws-progressive-three-card-v5", "regulator"),
    Shot("an audit", "/audit", "regulator", press=(".main",)),
)
"""States of pages beyond those that a first look at each page meets."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A floor in the middle of an evening."""
    with floor() as found:
        yield found


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_axe_finds_nothing(readers: Readers, state: Shot) -> None:
    desk = readers.again(role=state.role, player=state.player)
    phone = readers.again(PHONE, role=state.role, player=state.player, language="zh")
    for reader in (desk, phone):
        page = _shown(reader, state)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.evaluate("document.documentElement.classList.add('contrast')")
    assert violations(page, "color-contrast") == []


def _shown(visitor: Visitor, state: Shot) -> Page:
    page = visitor.open(state.path)
    visitor.settle()
    for selector in state.press:
        if selector == "?":
            page.keyboard.press(selector)
            page.get_by_role("dialog").wait_for()
        else:
            page.locator(selector).first.click()
        visitor.settle()
    return page


OUTSIDE = """() => [...document.querySelectorAll(".area-name")].flatMap((name) => {
  const inner = name.getBoundingClientRect();
  const ring = name.parentNode.querySelector(".area-ring").getBoundingClientRect();
  const fits = inner.left >= ring.left && inner.right <= ring.right && inner.height <= ring.height;
  return fits ? [] : [name.textContent];
})"""


@pytest.mark.parametrize("table", ["3CP-1", "MSS-1", "MLTH-1"])
def test_printed_names_fit_their_areas_in_chinese(readers: Readers, table: str) -> None:
    reader = readers.again(language="zh")
    page = reader.open(f"/tables/{table}")
    reader.settle()
    assert page.locator(".area-name").count() > 0
    assert page.evaluate(OUTSIDE) == []
