"""The impact of a proposal, beside it at the console: asked for, followed, and shown with its rounds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pitboss.client import calls
from pitboss.messages import acts
from tests.api.manual import ManualTable, manual_floor
from tests.api.served import Served, serving
from tests.api.test_proposal_impact import CLAUSES, LESS, STRAIGHT_FLUSH, TABLE
from tests.browser.axe import violations
from tests.browser.pseudo_pages import without_accents
from tests.browser.test_every_page import FAULTS
from tests.browser.visitor import PHONE, Visitors
from tests.browser.windows import Windows
from tests.words.pseudo import CODE, accented

PATIENCE = 60_000


@pytest.fixture
def proposed(tmp_path: Path) -> Iterator[Served]:
    """A floor with a round on record, and a sheet proposed that would have paid less for it."""
    with (
        serving(tmp_path, floor=manual_floor()) as served,
        served.client("dealer") as dealer,
        served.client("pit_manager") as manager,
    ):
        table = ManualTable(served, TABLE, dealer)
        table.sign_on()
        table.begin((1, "ann", "ante", "25.00"), (1, "ann", "pair_plus", "25.00"))
        table.play_on(STRAIGHT_FLUSH)
        table.settle()
        manager.send(calls.propose(acts.TakeSheet(sheet_toml=LESS, clauses_toml=CLAUSES), "less for a flush"))
        manager.send(calls.propose(acts.ChangeLink(link="spade", reset="30000"), "no round depends on it"))
        yield served


def test_the_impact_stands_beside_the_proposal(windows: Windows, proposed: Served) -> None:
    visitors = Visitors(windows, proposed)
    page = visitors.new().be("shift_manager").open(f"/console/{TABLE}#proposals")
    panel = page.locator("#panel")
    expect(panel.locator("article")).to_have_count(2)
    expect(panel.locator("[data-do=impact]")).to_have_count(1)
    panel.locator("[data-do=impact]").focus()
    page.keyboard.press("Enter")
    found = panel.get_by_role("region", name="What it changes")
    expect(found).to_contain_text(
        "1 past round settled again, 1 would have paid otherwise.", timeout=PATIENCE
    )
    expect(found).to_contain_text("The house would have gained +S$125.")
    expect(found.get_by_role("link", name=f"{TABLE}/1")).to_have_attribute("href", f"/rounds/{TABLE}/1")
    expect(found.locator("[data-bet=pair_plus]")).to_contain_text("+1.0860 %")
    expect(found.locator("[data-bet=ante]")).to_contain_text("0.0000 %")
    assert violations(page) == []
    visitors.leave()


def test_in_another_language_on_a_phone_nothing_is_left_in_english(
    windows: Windows, proposed: Served
) -> None:
    visitors = Visitors(windows, proposed)
    visitor = visitors.new(PHONE).be("shift_manager").choose(language=CODE)
    page = visitor.open(f"/console/{TABLE}#proposals")
    page.locator("[data-do=impact]").click()
    expect(page.locator(".impact section")).to_contain_text(accented("In a year"), timeout=PATIENCE)
    compared = accented("instead of")  # What differs between two texts of a sheet is not a reason yet.
    assert [text for text in without_accents(page) if compared not in text] == []
    assert page.evaluate(FAULTS) == []
    visitors.leave()
