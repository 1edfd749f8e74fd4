"""The lab, in a browser: what it shows is what the mathematics answers, at once and exactly."""

import csv
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.api.served import Served
from tests.api.waiting import answer_to
from tests.browser.pseudo_pages import without_accents
from tests.browser.test_every_page import FAULTS
from tests.browser.visitor import PHONE, Readers, Visitor, Visitors
from tests.words.pseudo import CODE

SHEET = "rws-three-card-v3"
SIX_CARDS = "rws-progressive-three-card-v5"
STRAIGHT = "pays.pair_plus.hands.straight"


@pytest.fixture(scope="module")
def token(served: Served) -> str:
    return served.token("player")


@pytest.fixture(scope="module")
def lab(served: Served, token: str) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=served.url, headers=headers, timeout=120) as client:
        yield client


@pytest.fixture
def player(readers: Readers) -> Visitor:
    return readers.again(role="player")


@pytest.fixture
def apart(visitor: Visitor, token: str) -> Visitor:
    """A player in a window of their own, for tests that change what it is answered or how it shows."""
    return visitor.sign_in(token)


def per_cent(share: Fraction) -> str:
    """As people write it: four decimals, half away from zero."""
    scaled = abs(share) * 10**6
    rounded = int(scaled + Fraction(1, 2))
    sign = "−" if share < 0 and rounded else ""
    return f"{sign}{rounded // 10**4}.{rounded % 10**4:04d} %"


def edge(page: Page, bet: str) -> str:
    expect(page.locator(".lab-found[aria-busy=false] .figures").first).to_be_visible(timeout=60_000)
    return page.locator(f".figures [data-bet={bet}] td .figure").first.inner_text()


def display(page: Page) -> Locator:
    return page.get_by_role("spinbutton", name="Displayed jackpot")


def odds(lab: httpx.Client, sheet: str, **asked: str) -> dict[str, Any]:
    params = {"bets": "ante=25,jackpot=5", "meter": "20000"} | asked
    return answer_to(lab, f"/api/lab/{sheet}/odds?{httpx.QueryParams(params)}")


def test_a_moved_pay_changes_the_figures_at_once_and_goes_back(player: Visitor, lab: httpx.Client) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    told = odds(lab, SHEET)["bets"]
    for bet in ("ante", "pair_plus"):
        assert edge(page, bet) == per_cent(-Fraction(told[bet]["ev"]))
    row = page.locator(f"[data-path='{STRAIGHT}']")
    row.get_by_label("Straight", exact=True).fill("6")
    figure = page.locator(".figures [data-bet=pair_plus] td").first
    moved = odds(lab, SHEET, settings=f"{STRAIGHT}=6")["bets"]["pair_plus"]
    expect(figure.locator(".figure")).to_have_text(per_cent(-Fraction(moved["ev"])))
    expect(figure.locator(".was")).to_contain_text(per_cent(-Fraction(told["pair_plus"]["ev"])))
    expect(figure.locator(".change")).to_have_text("−3.2579")
    assert f"set={STRAIGHT}%3D6" in page.url
    page.reload()
    expect(figure.locator(".figure")).to_have_text(per_cent(-Fraction(moved["ev"])))
    row.get_by_role("button", name="Back to 5").click()
    expect(figure.locator(".figure")).to_have_text(per_cent(-Fraction(told["pair_plus"]["ev"])))
    expect(figure.locator(".was")).to_have_count(0)


def test_pays_are_moved_by_keyboard_and_by_slider(player: Visitor, lab: httpx.Client) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    edge(page, "pair_plus")
    field = page.locator(f"[data-path='{STRAIGHT}']").get_by_label("Straight", exact=True)
    field.focus()
    page.keyboard.press("ArrowUp")
    up = odds(lab, SHEET, settings=f"{STRAIGHT}=6")["bets"]["pair_plus"]
    figure = page.locator(".figures [data-bet=pair_plus] td .figure").first
    expect(figure).to_have_text(per_cent(-Fraction(up["ev"])))
    expect(field).to_be_focused()
    page.locator(f"[data-path='{STRAIGHT}'] input[type=range]").fill("4")
    down = odds(lab, SHEET, settings=f"{STRAIGHT}=4")["bets"]["pair_plus"]
    expect(figure).to_have_text(per_cent(-Fraction(down["ev"])))
    expect(field).to_have_value("4")


def test_fractions_are_shown_on_demand(player: Visitor, lab: httpx.Client) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    edge(page, "ante")
    expect(page.locator(".exactly")).to_have_count(0)
    page.get_by_label("Exact fractions").check()
    told = odds(lab, SHEET)["bets"]["ante"]
    cells = page.locator(".figures [data-bet=ante] .exactly")
    expect(cells.nth(0)).to_have_text(str(-Fraction(told["ev"])))
    expect(cells.nth(1)).to_have_text(str(-Fraction(told["ev"]) / Fraction(told["average_wager"])))


def test_the_return_is_drawn_with_today_s_value_and_breaks_even_where_it_should(player: Visitor) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    edge(page, "jackpot")
    tables = httpx.get(f"{player.served.url}/api/tables").json()
    shown = next(table for table in tables if table["sheet"] == SHEET)
    today = f"S${float(shown['displayed']):,.2f}"
    expect(page.get_by_role("button", name=f"Today {today}")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".chart .chart-today")).to_be_visible()
    expect(page.locator(".lab-facts").first).to_contain_text("S$80,450.00")
    display(page).fill("80450")
    expect(page.locator(".figures [data-bet=jackpot] td .figure").first).to_have_text("0.0000 %")
    page.get_by_text("The chart as numbers").click()
    row = page.locator(".lab-jackpot table.numbers tr", has_text="S$80,450.00")
    expect(row).to_contain_text("100.0000 %")
    page.get_by_role("button", name=re.compile("^Today")).click()
    expect(display(page)).to_have_value(shown["displayed"])


def test_the_map_shows_which_hands_change_when_the_jackpot_grows(player: Visitor, lab: httpx.Client) -> None:
    page = player.open(f"/lab?sheet={SIX_CARDS}&meter=30000")
    edge(page, "ante")
    points = odds(lab, SIX_CARDS, meter="30000")["joint"]["breakpoints"]
    ranks = {"".join(card[0] for card in hand.split()) for point in points for hand in point["hands"]}
    expect(page.locator(".map-three .map-cell.later")).to_have_count(len(ranks))
    expect(page.locator(".ladder tbody tr")).to_have_count(len(points))
    expect(page.locator(".sentence")).to_have_text(
        odds(lab, SIX_CARDS, meter="30000")["strategy"]["sentence"]
    )
    display(page).fill("300000")
    expect(page.locator(".ladder .reached")).to_have_count(len(points))
    expect(page.locator(".map-three .map-cell.later")).to_have_count(0)


def test_two_sheets_beside_each_other(player: Visitor, lab: httpx.Client) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    edge(page, "ante")
    page.locator("select[name=with]").select_option(SIX_CARDS)
    expect(page.locator(".figures")).to_have_count(2, timeout=60_000)
    beside = page.locator(".figures").nth(1).locator("[data-bet=jackpot] td .figure").first
    meter = display(page).input_value()
    told = odds(lab, SIX_CARDS, meter=meter)["bets"]["jackpot"]["at_meter"]
    expect(beside).to_have_text(per_cent(-Fraction(told["ev"])))
    expect(page.locator(".chart-line.other").first).to_be_attached()


def test_axes_have_titles_and_every_mark_is_in_the_legend(player: Visitor) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    edge(page, "ante")
    chart = page.get_by_role("img", name=re.compile("jackpot bet"))
    expect(chart.get_by_text("Displayed jackpot, S$")).to_have_count(1)
    expect(chart.get_by_text("Return of the jackpot bet")).to_have_count(1)
    legends = page.locator(".legend")
    for mark in page.locator(".chart, .map").all():
        drawn = mark.evaluate(
            "(e) => [...e.querySelectorAll('.chart-line, .chart-point, .chart-even, .chart-gain, .map-cell')]"
            ".filter((one) => !one.closest('.legend')).map((one) => one.getAttribute('class').trim())"
        )
        for kind in set(drawn):
            selector = "." + ".".join(kind.split())
            assert legends.locator(selector).count() > 0, kind
    expect(legends.locator(".chart-at, .chart-today")).to_have_count(2)


def test_a_ten_is_10_everywhere(player: Visitor) -> None:
    page = player.open(f"/lab?sheet={SHEET}&with=rws-multilink-holdem-v2")
    edge(page, "ante")
    found = page.locator(".lab-found").evaluate("(e) => e.textContent")
    assert re.findall(r"\b(?:[2-9AKQJ]T|T[2-9AKQJTso-])[2-9AKQJTso]?\b", found) == ["To"] * found.count("To ")
    expect(page.locator(".map-hole").first).to_contain_text("109s")


def test_a_second_sheet_has_its_difference_and_its_play_and_leaves_the_chart_readable(
    player: Visitor, lab: httpx.Client
) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    edge(page, "ante")
    ticks = page.locator(".chart-grid text").all_inner_texts()
    player.open(f"/lab?sheet={SHEET}&with={SIX_CARDS}")
    edge(page, "ante")
    expect(page.locator(".chart-line.other").first).to_be_attached()
    assert page.locator(".chart-grid text").all_inner_texts() == ticks
    shown = page.locator(".figures").nth(1).locator("[data-bet=jackpot] td .difference").first
    meter = display(page).input_value()
    one, other = (
        Fraction(odds(lab, sheet, meter=meter)["bets"]["jackpot"]["at_meter"]["ev"])
        for sheet in (SHEET, SIX_CARDS)
    )
    difference = per_cent(one - other).removesuffix(" %")
    expect(shown).to_have_text(difference if one < other else f"+{difference}")
    expect(page.locator(".lab-strategy h3")).to_have_count(1)
    expect(page.locator(".lab-strategy .sentence")).to_have_count(2)


def test_the_distribution_is_a_table_with_bars(player: Visitor, lab: httpx.Client) -> None:
    page = player.open(f"/lab?sheet={SHEET}")
    edge(page, "ante")
    page.get_by_role("button", name="Pair Plus", exact=True).click()
    outcomes = odds(lab, SHEET)["bets"]["pair_plus"]["distribution"]
    rows = page.locator(".bars tbody tr")
    expect(rows).to_have_count(len(outcomes))
    first = rows.first
    expect(first.locator("th")).to_have_text("−1")
    expect(first.locator(".bar-chance")).to_have_text(per_cent(Fraction(outcomes[0]["probability"])))
    widths = [
        float(w)
        for w in rows.locator(".bar-now").evaluate_all("all => all.map(e => e.getAttribute('width'))")
    ]
    chances = [Fraction(outcome["probability"]) for outcome in outcomes]
    assert widths.index(max(widths)) == chances.index(max(chances))


def test_a_slow_answer_to_an_old_question_is_not_shown(apart: Visitor, lab: httpx.Client) -> None:
    page = apart.open(f"/lab?sheet={SHEET}")
    edge(page, "pair_plus")
    held = apart.hold(re.compile(r"straight%3D9"))
    field = page.locator(f"[data-path='{STRAIGHT}']").get_by_label("Straight", exact=True)
    with page.expect_request(re.compile(r"straight%3D9")):
        field.fill("9")
    field.fill("6")
    wanted = per_cent(-Fraction(odds(lab, SHEET, settings=f"{STRAIGHT}=6")["bets"]["pair_plus"]["ev"]))
    figure = page.locator(".figures [data-bet=pair_plus] td .figure").first
    expect(figure).to_have_text(wanted)
    with page.expect_response(re.compile(r"straight%3D9")):
        held[0].continue_()
    apart.settle()
    expect(figure).to_have_text(wanted)


def test_a_long_count_says_how_far_it_is_and_can_be_cancelled(apart: Visitor) -> None:
    page = apart.page
    count = {
        "id": "77",
        "state": "counting",
        "what": "deals",
        "done": 3,
        "of": 10,
        "message": "",
        "result": None,
    }
    cancelled: list[str] = []

    def counts(route: Route) -> None:
        if route.request.method == "DELETE":
            cancelled.append(route.request.url)
            route.fulfill(status=204)
        else:
            route.fulfill(json=count)

    page.route(re.compile("/api/counts/77"), counts)
    page.route(re.compile("/odds"), lambda route: route.fulfill(status=202, json=count))
    apart.open(f"/lab?sheet={SHEET}")
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    assert bar.evaluate("bar => [bar.value, bar.max]") == [3, 10]
    page.get_by_role("button", name="Cancel").click()
    expect(bar).to_have_count(0)
    apart.settle()
    assert len(cancelled) == 1


def test_the_report_and_the_figures_can_be_taken_along(player: Visitor, lab: httpx.Client) -> None:
    page = player.open(f"/lab?sheet={SHEET}&set={STRAIGHT}%3D6")
    edge(page, "ante")

    def take(name: str) -> bytes:
        with page.expect_download(timeout=90_000) as download:
            page.get_by_role("button", name=name).click()
        return Path(download.value.path()).read_bytes()

    assert take("Report as PDF").startswith(b"%PDF-")
    report = take("Report as a page")
    assert b"pays.pair_plus.hands.straight=6" in report
    # The report answers the question of the page: its break-even is that of the bet asked about.
    assert b">80,450.00<" in report
    assert b"For a jackpot bet of 5 SGD, as asked" in report
    told = json.loads(take("Everything as JSON"))
    assert told["bets"]["pair_plus"]["ev"] == "-128/5525"
    rows = list(csv.DictReader(io.StringIO(take("Figures as CSV").decode())))
    assert [row["bet"] for row in rows] == ["ante", "pair_plus", "jackpot"]
    assert rows[1]["ev"] == "-128/5525"


def test_the_chart_and_the_return_tables_can_be_taken_along(apart: Visitor, lab: httpx.Client) -> None:
    page = apart.open(f"/lab?sheet={SHEET}")
    edge(page, "ante")

    def take(name: str) -> bytes:
        with page.expect_download(timeout=90_000) as download:
            page.get_by_role("button", name=name).click()
        return Path(download.value.path()).read_bytes()

    drawing = take("Chart as SVG").decode()
    assert "Displayed jackpot, S$" in drawing
    assert "class=" not in drawing.replace("clip-path", "")
    assert take("Chart as PNG").startswith(b"\x89PNG")
    rows = list(csv.DictReader(io.StringIO(take("Return tables as CSV").decode())))
    told = odds(lab, SHEET)["bets"]["pair_plus"]["table"]
    found = [row for row in rows if row["bet"] == "pair_plus"]
    assert sum(int(row["combinations"]) for row in found) == told["total"]
    assert sum(Fraction(row["return"]) for row in found) == Fraction(
        odds(lab, SHEET)["bets"]["pair_plus"]["ev"]
    )
    page.get_by_role("button", name="Pair Plus", exact=True).click()
    page.get_by_text("Return table with combinations").click()
    expect(page.locator(".returns tbody tr")).to_have_count(len(told["rows"]))
    brings = sum(Fraction(row["return"]) for row in told["rows"])
    expect(page.locator(".returns tfoot td").last).to_have_text(
        f"{float(brings):+.6f}".replace("-", "\u2212")
    )
    page.emulate_media(media="print")
    expect(page.locator(".lab-strategy")).to_be_visible()
    expect(page.locator(".lab-figures")).to_be_hidden()
    expect(page.locator("header .rail")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_later_bets_and_kinds_of_hands_have_their_maps(player: Visitor) -> None:
    page = player.open("/lab?sheet=rws-multilink-holdem-v2&with=mbs-megalink-stud-v9")
    edge(page, "ante")
    expect(page.locator(".map-follow")).to_have_count(2)
    expect(page.locator(".map-follow").first.locator("rect")).to_have_count(169)
    expect(page.locator(".kinds tbody tr")).to_have_count(10)


def test_an_impossible_setting_is_refused_in_a_sentence(player: Visitor) -> None:
    page = player.open(f"/lab?sheet={SHEET}&set=pays.none%3D3")
    expect(page.get_by_role("alert")).to_contain_text("the sheet has no such setting")
    player.excuse("status of 400")


def test_nobody_in_particular_is_asked_to_sign_in(visitor: Visitor) -> None:
    page = visitor.open("/lab")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_words_names_and_room_on_a_phone(visitors: Visitors, token: str) -> None:
    visitor = visitors.new().sign_in(token).choose(language=CODE)
    page = visitor.open(f"/lab?sheet={SIX_CARDS}&set={STRAIGHT}%3D6")
    edge(page, "ante")
    assert without_accents(page) == []
    assert page.evaluate(FAULTS) == []
    page = visitors.new(PHONE).sign_in(token).open(f"/lab?sheet={SIX_CARDS}&others=6&set={STRAIGHT}%3D6")
    edge(page, "ante")
    page.get_by_label("Exact fractions").check()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_stud_is_mapped_by_hand_and_face_up_card(player: Visitor, lab: httpx.Client) -> None:
    page = player.open("/lab?sheet=mbs-megalink-stud-v9")
    figure = page.locator(".map-up")
    expect(figure).to_contain_text("63,794,004 of 122,151,120 deals bet")
    table = figure.get_by_role("table").first
    expect(table.get_by_role("row").first).to_have_text("HandAKQJ1098765432")
    row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="A-K-Q", exact=True))
    cells = row.get_by_role("cell")
    assert cells.all_inner_texts()[:3] == ["●", "●", "●"]
    found: dict[str, Any] = answer_to(lab, "/api/lab/mbs-megalink-stud-v9/face-up")
    rows = {part["high"]: part for part in walked(found["rows"])}
    bets, deals = rows["AKQ"]["bets"][3], rows["AKQ"]["deals"][3]
    expect(cells.nth(3)).to_have_attribute("title", f"A-K-Q against J: {bets:,} of {deals:,} deals place Bet")
    expect(cells.nth(3)).to_have_text(str(round(bets / deals * 100)))
    figure.get_by_text("A-K-Q by the next card", exact=True).click()
    expect(figure.get_by_role("rowheader", name="A-K-Q-10", exact=True)).to_be_visible()


def walked(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield row
        yield from walked(row["parts"])
