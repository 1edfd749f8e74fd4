"""Simulated rounds in the lab: begun, followed, cancelled, refused beside the field, and taken along."""

import csv
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.api.served import Served
from tests.browser.axe import violations
from tests.browser.pseudo_pages import without_accents
from tests.browser.test_every_page import FAULTS
from tests.browser.visitor import PHONE, Visitor, Visitors
from tests.words.pseudo import CODE, accented

SHEET = "rws-three-card-v3"
PATIENCE = 60_000


@pytest.fixture
def player(served: Served, visitor: Visitor) -> Visitor:
    return visitor.sign_in(served.token("player"))


def section(page: Page) -> Locator:
    found = page.locator(".lab-run")
    expect(found.get_by_role("button", name="Simulate", exact=True)).to_be_enabled(timeout=PATIENCE)
    return found


def taken(page: Page, button: str) -> str:
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(download.value.path()).read_text("utf-8")


def test_a_run_by_keyboard_shows_its_verdict_its_chart_and_every_hit(player: Visitor) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    run = section(page)
    run.get_by_label("Rounds, such as 1e6").fill("300,000")
    run.get_by_label("Boxes").fill("2")
    run.get_by_label("Seed").fill("7")
    run.get_by_label("Seed").press("Enter")
    verdict = run.locator(".run-verdict.holds")
    expect(verdict).to_contain_text("Agrees with the exact values", timeout=PATIENCE)
    expect(verdict).to_contain_text("300,000 rounds, 2 boxes, seed 7")
    expect(run.get_by_role("img", name=re.compile("Distribution of The house"))).to_be_visible()
    run.get_by_role("button", name="Pair Plus", exact=True).click()
    expect(run.get_by_role("img", name=re.compile("Distribution of Pair Plus"))).to_be_visible()
    expect(run.locator("caption", has_text="Jackpot lines")).to_be_visible()
    result = json.loads(taken(page, "Run as JSON"))
    assert (result["seed"], result["rounds"], result["boxes"]) == (7, 300_000, 2)
    rows = list(csv.DictReader(taken(page, "Counts as CSV").splitlines()))
    assert sum(int(row["hits"]) for row in rows if row["of"] == "pair_plus") == 600_000
    assert taken(page, "Distribution as SVG").startswith("<svg")
    run.get_by_text(re.compile("All tests against the exact values")).click()
    expect(run.locator("td", has_text="χ²").first).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(FAULTS) == []


def test_a_long_run_tells_how_far_it_is_outlives_the_page_and_is_cancelled(player: Visitor) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    run = section(page)
    run.get_by_label("Rounds, such as 1e6").fill("1e8")
    run.get_by_label("Boxes").fill("7")
    run.get_by_role("button", name="Simulate", exact=True).click()
    expect(run.get_by_text(re.compile(r"rounds a second"))).to_be_visible(timeout=PATIENCE)
    expect(run.get_by_text(re.compile(r"about \d+ s left"))).to_be_visible()
    player.open(f"/lab?sheet={SHEET}")
    expect(page.locator(".lab-run .far")).to_be_visible(timeout=PATIENCE)
    page.locator(".lab-run").get_by_role("button", name="Cancel").click()
    expect(page.locator(".lab-run").get_by_text("Cancelled: nothing was kept.")).to_be_visible(
        timeout=PATIENCE
    )


def test_bad_input_gets_a_sentence_beside_its_field(player: Visitor) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    run = section(page)
    for label, text, said in (
        ("Rounds, such as 1e6", "0", "at least one round"),
        ("Rounds, such as 1e6", "1e12", "the command line plays any number"),
        ("Boxes", "8", "1 to 7 boxes"),
        ("Seed", "a seed", "not a whole number"),
    ):
        field = run.get_by_label(label)
        before = field.input_value()
        field.fill(text)
        run.get_by_role("button", name="Simulate", exact=True).click()
        expect(field).to_have_attribute("aria-invalid", "true", timeout=PATIENCE)
        expect(field.locator("xpath=ancestor::label").locator(".fault")).to_contain_text(said)
        field.fill(before)
        expect(run.locator("label .fault")).to_have_count(0)
    player.excuse("400 (Bad Request)")


def test_in_another_language_on_a_phone_nothing_is_left_in_english(
    served: Served, visitors: Visitors
) -> None:
    visitor = visitors.new(PHONE).sign_in(served.token("player")).choose(language=CODE)
    page = visitor.open(f"/lab?sheet={SHEET}")
    run = page.locator(".lab-run")
    run.get_by_role("button", name=accented("Simulate"), exact=True).click()
    expect(run.locator(".run-verdict.holds")).to_contain_text(
        accented("Agrees with the exact values"), timeout=PATIENCE
    )
    assert without_accents(page) == []
    tests = run.locator("details").filter(has_text=accented("Statistic")).locator("tbody")
    expect(tests.locator("tr").first).to_be_attached()
    expect(tests.locator("[lang=en]")).to_have_count(0)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
