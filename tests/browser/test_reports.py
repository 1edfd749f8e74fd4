"""Reports and the audit, in a browser: held against the floor they are about, and taken away as CSV."""

import csv
import io
import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.money import format_cents
from pitboss.reconcile.reconcile import reconcile
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.journal import wall_clock
from pitboss.store.keys import load_or_make_key
from tests.api.served import SLOW, Served, served_floor
from tests.browser.cosigned import WITNESSES, show_log
from tests.browser.evening import Evening, manual_at
from tests.browser.test_foundation import run
from tests.browser.visitor import PHONE, Readers, Visitor, Visitors
from tests.browser.windows import PATIENCE

TABLE = "3CP-1"


def _won_and_paid(served: Served) -> None:
    with served.client("dealer") as dealer:
        evening = Evening(served, TABLE, dealer)
        evening.bets()
        evening.win()
        evening.pay()
    make_checkpoint(served.site.journal, load_or_make_key(Path(served.site.config.signing_key)))


served = served_floor(SLOW, floor=lambda: manual_at(TABLE), then=_won_and_paid)
"""A floor at which a jackpot was won and paid."""


def part(page: Page, title: str) -> Any:
    return page.locator(".grid-part").filter(has=page.get_by_role("heading", name=title, exact=True))


def row(grid: Any, name: str) -> Any:
    return grid.get_by_role("row").filter(has=grid.page.get_by_role("cell", name=name, exact=True))


def taken(page: Page, press: Any) -> list[list[str]]:
    with page.expect_download() as download:
        press.click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize(
    ("text", "cents"),
    [("15.00 1/3", "1500"), ("150000.0055", "15000001"), ("-2.50", "-250"), ("0.00 2/3", "1"), ("7", "700")],
)
def test_exact_dollars_are_shown_to_the_nearest_cent(readers: Readers, text: str, cents: str) -> None:
    found = run(readers.again(), "report/exact.js", f"return String(m.rounded(m.dollars('{text}')))")
    assert found == cents


def test_sums_of_fractions_are_exact_and_no_cell_is_a_formula(readers: Readers) -> None:
    reader = readers.again()
    thirds = "['1', '1/3', '1/3', '1/3', '-1/2'].map(m.fraction).reduce(m.sum)"
    assert run(reader, "fractions.js", f"const s = {thirds}; return [String(s.over), String(s.under)]") == [
        "3",
        "2",
    ]
    rows = '[["=1+1", "-5.00", "a,\\"b\\""], ["@x", "-x", ""], ["-1+cmd|x", "-1/3", "\'=x"]]'
    written = run(reader, "csv.js", f"return m.asCsv({rows})")
    assert written == "'=1+1,-5.00,\"a,\"\"b\"\"\"\r\n'@x,'-x,\r\n'-1+cmd|x,-1/3,''=x\r\n"


def test_a_day_agrees_and_its_figures_are_the_floor_s(readers: Readers, served: Served) -> None:
    page = readers.again(role="accounting").open("/reports")
    expect(page.get_by_text("Everything agrees.")).to_be_visible()
    expect(row(part(page, "Tables"), TABLE)).to_contain_text("S$110.00")
    link = served.site.floor.link("spade")
    assert link is not None
    (slip,) = link.slips
    hits = part(page, "Jackpots paid, on all days").get_by_role("row").nth(1)
    expect(hits).to_contain_text(slip.player)
    expect(hits).to_contain_text(f"{slip.amount / 100:,.2f}")
    whole = hits.get_by_role("link", name=slip.round, exact=True)
    expect(whole).to_have_attribute("href", f"/rounds/{TABLE}/1")
    expect(row(part(page, "What links owe now"), "spade")).to_contain_text(f"{float(link.pool) / 100:,.2f}")
    expect(row(part(page, "Links"), "spade")).to_contain_text("✓ holds")
    expect(row(part(page, "Contributions by table"), TABLE)).to_contain_text("S$10.00")
    expect(row(part(page, "Ratings"), "player1")).to_be_visible()


def test_the_money_of_tables_and_the_theoretical_win_are_those_of_the_day(readers: Readers) -> None:
    """The page waits for the odds that are being counted; another day has none of today's money."""
    page = readers.again(role="accounting").open("/reports")
    tables = part(page, "Table money").locator("tbody").get_by_role("row").filter(has_text=TABLE)
    expect(tables).to_have_count(1)
    expect(tables).to_contain_text("−S$365.00")
    win = row(part(page, "Ratings"), "player1").get_by_role("cell").nth(5)
    expect(win).to_have_text(re.compile(r"^S\$\d"), timeout=PATIENCE)
    page.get_by_label("Gaming day").fill("2001-01-01")
    expect(page.get_by_text("The journal has no entries of this day.")).to_be_visible()
    expect(part(page, "Table money")).to_have_count(0)


def test_tables_and_the_whole_day_are_taken_away_as_csv(readers: Readers, served: Served) -> None:
    page = readers.again(role="accounting").open("/reports")
    expect(page.get_by_text("Everything agrees.")).to_be_visible()
    header, *rows = taken(page, part(page, "Jackpots paid, on all days").get_by_role("button"))
    link = served.site.floor.link("spade")
    assert link is not None
    found = dict(zip(header, rows[0], strict=True))
    assert (found["table"], found["amount"]) == (TABLE, format_cents(link.slips[0].amount))
    day = page.get_by_label("Gaming day").input_value()
    header, *rows = taken(page, page.get_by_role("button", name="All figures as CSV"))
    assert header[:3] == ["day", "scope", "name"]
    assert {row[0] for row in rows} == {day}


def test_a_figure_leads_to_its_rounds_and_days_stand_side_by_side(readers: Readers) -> None:
    page = readers.again(role="accounting").open("/reports")
    win = row(part(page, "Tables"), TABLE).get_by_role("link").last
    expect(win).to_have_text("S$20,001.50")
    day = page.get_by_label("Gaming day").input_value()
    page.get_by_label("Side by side since").fill(day)
    trend = part(page, f"Gaming days {day} to {day}").get_by_role("row").nth(1)
    expect(trend).to_contain_text("−S$365.00")
    expect(page).to_have_url(re.compile(f"day={day}&since={day}$"))
    for form, begins in (("PDF", b"%PDF-"), ("Parquet", b"PAR1")):
        with page.expect_download(timeout=PATIENCE) as download:
            page.get_by_role("button", name=form, exact=True).click()
        assert Path(download.value.path()).read_bytes().startswith(begins)
    win.click()
    expect(page.locator(".round-name")).to_have_text(f"{TABLE}/1")
    expect(page.get_by_label("Ended")).to_have_value("jackpot")


def test_alarms_come_first(visitor: Visitor) -> None:
    why = "the pool is 1.00 and must be 2.00"

    def alarmed(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        # A busy server answers with work that goes on; the day is its result.
        day = found.get("result", found)
        if day is not None:
            day.update(agrees=False, alarms=[{"where": "link spade", "why": why}])
        route.fulfill(response=answer, json=found)

    visitor.be("accounting").page.route(re.compile(r"/api/(reports/day\?|counts/)"), alarmed)
    page = visitor.open("/reports")
    alarms = page.get_by_role("alert").filter(has_text=why)
    expect(alarms).to_contain_text("link spade")
    top = page.locator(".grid-part").first.bounding_box()
    box = alarms.bounding_box()
    assert top
    assert box
    assert box["y"] < top["y"]


def test_another_day_is_asked_for_and_an_empty_one_says_so(readers: Readers) -> None:
    page = readers.again(role="regulator").open("/reports?day=2001-01-01")
    expect(page.get_by_text("The journal has no entries of this day.")).to_be_visible()
    expect(part(page, "What links owe now")).to_be_visible()


def test_reports_are_not_for_everybody(visitors: Visitors) -> None:
    expect(
        visitors.new().be("dealer").open("/reports").get_by_text("Your role cannot open this page")
    ).to_be_visible()
    expect(visitors.new().open("/audit").get_by_text("Sign in to open this page.")).to_be_visible()


def test_reports_fit_a_phone(visitors: Visitors) -> None:
    page = visitors.new(PHONE).be("accounting").open("/reports")
    expect(page.get_by_text("Everything agrees.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_an_audit_is_begun_told_and_kept(visitor: Visitor, visitors: Visitors) -> None:
    page = visitor.be("regulator").open("/audit")
    expect(part(page, "Signed checkpoints").get_by_role("row").nth(1)).to_contain_text("signed by its key")
    page.get_by_role("button", name="Begin an audit").click()
    expect(page.get_by_text("The journal is sound as far as it could be seen.")).to_be_visible()
    expect(page.get_by_text("No witness keeps checkpoints of this floor")).to_be_visible()
    facts = page.locator(".audit-facts")
    expect(facts.locator("div").filter(has_text="Settlements").locator("dd")).to_have_text("1")
    page.reload()
    expect(page.locator(".audit-verdict")).to_have_text(re.compile("sound as far as it could be seen"))
    address = page.locator(".audit-kept").get_by_role("link")
    number = int(address.inner_text().rpartition("/")[2])
    with page.expect_download() as download:
        page.get_by_role("button", name="Take the report").click()
    told = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert told["audit"]["number"] == number
    assert told["report"]["settlements"] == 1
    # Another reader, at another time, finds it by its address.
    page = visitors.new().be("surveillance").open(f"/audit/{number}")
    expect(page.locator(".audit-verdict")).to_have_text(re.compile("sound as far as it could be seen"))
    newest = part(page, "Audits that were kept").locator("tbody").get_by_role("row").first
    expect(newest).to_contain_text("regulator")


def test_the_audit_page_says_who_has_cosigned_the_record(visitor: Visitor) -> None:
    page = visitor.be("regulator").open("/audit")
    expect(page.get_by_text("The file of this floor names no witness")).to_be_visible()
    show_log(page, 190)
    page = visitor.open("/audit")
    expect(page.get_by_text("Record cosigned by its witnesses 3 minutes ago")).to_be_visible()
    first, second = part(page, "Witnesses of the record").locator("tbody").get_by_role("row").all()
    expect(first).to_contain_text(WITNESSES[0])
    expect(first).to_contain_text("2025-03-10 10:00:00")
    expect(second).to_contain_text("1,180")
    expect(second.get_by_role("cell").last).to_have_text("20")


def test_an_audit_is_cancelled_and_a_fault_is_told_in_words(visitor: Visitor) -> None:
    job = {
        "id": "9",
        "state": "counting",
        "what": "auditing",
        "done": 30,
        "of": 100,
        "message": "",
        "result": None,
    }
    asked = list[str]()

    def counting(route: Route) -> None:
        asked.append(route.request.method)
        if route.request.method == "DELETE":
            job["state"] = "cancelled"
            route.fulfill(status=204)
        else:
            route.fulfill(json=job)

    visitor.be("regulator").page.route("**/api/audit", lambda route: route.fulfill(status=202, json=job))
    visitor.page.route("**/api/counts/9", counting)
    page = visitor.open("/audit")
    page.get_by_role("button", name="Begin an audit").click()
    expect(page.get_by_role("progressbar", name="How far the audit is")).to_have_js_property("value", 30)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The audit was cancelled")).to_be_visible()
    assert "DELETE" in asked
    fault = {
        "position": 17,
        "stream": "table/T1",
        "version": 3,
        "kind": "RoundSettled",
        "time": "2025-03-10 10:00:00.000",
        "wrong": "the Ante of box 1 was paid twice",
        "should": "25.00",
    }
    counts = dict.fromkeys(
        ("events", "streams", "rounds", "settlements", "transfers", "checkpoints", "witnessed"), 1
    )
    result = {"sound": False, "complete": True, "unseen": [], "builds": [], "notes": [], "fault": fault}
    job |= {"state": "done", "result": result | counts}
    page.get_by_role("button", name="Begin an audit").click()
    expect(page.get_by_text("The journal is not sound.")).to_be_visible()
    expect(page.locator(".report-alarms")).to_contain_text("the Ante of box 1 was paid twice")
    expect(page.locator(".report-alarms")).to_contain_text("table/T1")


def test_a_day_with_entries_out_of_order_asks_for_a_second_person(visitor: Visitor, served: Served) -> None:
    """The answers say that a day is out of order and that it is closed; what the page sends is looked at."""
    floor, sent = served.site.floor, list[dict[str, Any]]()
    day = floor.day_of(floor.clock()).date
    alarm = {"where": "table T1", "why": "an entry of today stands after", "counted": False, "order": True}

    def altered(route: Route) -> None:
        found = route.fetch().json()
        if sent:
            by = {"by": "acc", "second": "shaw", "time": "2026-11-19T07:00:00", "reason": "the clock jumped"}
            found |= {"accepted": [alarm], "closed": by}
        else:
            found |= {"alarms": [alarm], "agrees": False}
        route.fulfill(json=found)

    def closed(route: Route) -> None:
        sent.append(route.request.post_data_json or {})
        route.fulfill(status=201, json={"day": str(day), "code": "", "message": ""})

    before, floor.clock = floor.clock, lambda: wall_clock() + 24 * 3600 * 1_000_000
    try:
        page = visitor.be("accounting").open("/reports")
        page.route("**/api/reports/day?*", altered)
        page.route("**/api/reports/day/close", closed)
        page = visitor.open(f"/reports?day={day}")
        expect(page.get_by_text("an entry of today stands after")).to_be_visible()
        page.get_by_label("Second person, by name").fill("shaw")
        page.get_by_label("Their password").fill("a secret of theirs")
        page.get_by_label("Why entries stand out of order").fill("the clock jumped")
        page.get_by_role("button", name="Close the day").click()
        expect(page.get_by_text("Closed by acc and shaw")).to_be_visible()
        expect(page.locator(".report-accepted")).to_contain_text("an entry of today stands after")
        expect(page.get_by_text("Everything agrees.")).to_be_visible()
    finally:
        floor.clock = before
    (given,) = sent
    assert given["second"] == {"name": "shaw", "password": "a secret of theirs"}
    assert given["reason"] == "the clock jumped"


def test_accounting_closes_a_day_that_is_over(visitor: Visitor, served: Served) -> None:
    floor = served.site.floor
    day = floor.day_of(floor.clock()).date
    page = visitor.be("accounting").open("/reports")
    expect(page.get_by_text("Everything agrees.")).to_be_visible()
    close = page.get_by_role("button", name="Close the day")
    expect(close).to_have_count(0)
    before, floor.clock = floor.clock, lambda: wall_clock() + 24 * 3600 * 1_000_000
    try:
        page = visitor.open(f"/reports?day={day}")
        close.click()
        told = page.get_by_text("Closed by accounting")
        expect(told).to_be_visible()
        closed = reconcile(floor.journal, day).closed
        assert closed is not None
        # By the clock of the house, wherever the page is read.
        expect(told).to_contain_text(f"{datetime.fromtimestamp(closed.at / 1e6, floor.zone):%Y-%m-%d %H:%M}")
        expect(close).to_have_count(0)
        expect(page.get_by_text("Everything agrees.")).to_be_visible()
        page.get_by_label("Second person, by name").fill("shift")
        page.get_by_label("Their password").fill("not this one")
        page.get_by_role("button", name="Sign off the day").click()
        expect(page.get_by_role("alert")).to_be_visible()
        name, password = served.secret("shift_manager")
        page.get_by_label("Second person, by name").fill(name)
        page.get_by_label("Their password").fill(password)
        page.get_by_role("button", name="Sign off the day").click()
        signed = page.locator(".report-signed")
        expect(signed).to_contain_text(f"Signed off by accounting (Accounting) and {name} (Shift Manager)")
        visitor.excuse("status of 4")
    finally:
        floor.clock = before
