"""The rulebook, in a browser, held against the sheets that ship."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.cli.main import run
from pitboss.client import calls
from pitboss.sheets import load
from pitboss.sheets.explanation import KINDS, Explainer
from tests.browser.visitor import PHONE, Readers, Visitor, Visitors

SHEET = "rws-three-card-v3"
OTHER = "rws-multilink-three-card-v4"
FILE = "5.10_one-card-exposed-before-any-look"


@pytest.fixture
def reader(readers: Readers) -> Visitor:
    """Nobody in particular, who reads page after page."""
    return readers.again()


def test_every_sheet_stands_on_the_shelf_and_leads_to_its_clauses(reader: Visitor) -> None:
    page = reader.open("/rulebook")
    expect(page.locator(".shelf li")).to_have_count(5)
    page.get_by_role("link", name="3 Card Poker 3CP", exact=True).click()
    expect(page).to_have_url(re.compile(f"/rulebook/{SHEET}$"))
    register = load(SHEET).register
    expect(page.locator(".clauses li")).to_have_count(len(register))
    numbers = page.locator(".clause-number").all_inner_texts()
    assert numbers == list(register)
    page.get_by_role("button", name=re.compile("^settles")).click()
    settles = [number for number, clause in register.items() if clause.kind == "settles"]
    expect(page.locator(".clauses li")).to_have_count(len(settles))


def test_words_and_numbers_find_clauses_in_one_sheet_and_in_all(reader: Visitor) -> None:
    page = reader.open(f"/rulebook/{SHEET}")
    finder = page.get_by_role("searchbox")
    finder.fill("stand off")
    fits = [
        n for n, c in load(SHEET).register.items() if "stand" in c.gist.lower() and "off" in c.gist.lower()
    ]
    expect(page.locator(".clauses li")).to_have_count(len(fits))
    expect(page.locator(".clauses mark").first).to_have_text(re.compile("stand", re.I))
    finder.fill("5.10")
    below = ("5.10", "5.10.1", "5.10.2", "5.10.3")
    fits = [n for n, c in load(SHEET).register.items() if n in below or "5.10" in c.gist]
    assert page.locator(".clause-number").all_inner_texts() == fits
    page.get_by_role("link", name="All sheets").click()
    expect(page).not_to_have_url(re.compile(SHEET))
    page.get_by_role("searchbox").fill("foreign card")
    expect(page.locator(".results section")).not_to_have_count(0)
    page.locator(".results a").first.click()
    expect(page.locator(".clause-pane .gist")).to_contain_text(re.compile("foreign", re.I))


def test_words_typed_before_the_sheets_are_there_find_clauses_once_they_are(visitor: Visitor) -> None:
    held = visitor.hold("**/api/sheets")
    page = visitor.open("/rulebook")
    page.get_by_role("searchbox").fill("foreign card")
    expect(page.locator(".results")).to_be_empty()
    while held:
        held.pop().continue_()
    expect(page.locator(".results section")).not_to_have_count(0)


def test_the_reason_for_missing_sheets_stays_while_words_are_typed(visitor: Visitor) -> None:
    visitor.intercept("**/api/sheets", lambda route: route.fulfill(status=503, json={"detail": "not now"}))
    page = visitor.open("/rulebook")
    reason = page.get_by_role("alert").filter(has_text=re.compile("."))
    expect(reason).to_be_visible()
    page.get_by_role("searchbox").fill("foreign card")
    visitor.settle()
    expect(reason).to_be_visible()
    visitor.excuse("503")


def test_a_clause_has_an_address_and_shows_the_files_that_prove_it(visitor: Visitor) -> None:
    with visitor.served.client() as nobody:
        clause = next(c for c in nobody.send(calls.clauses(SHEET)) if c.clause == "5.10")
        text = nobody.send(calls.proof(SHEET, FILE))
    page = visitor.open(f"/rulebook/{SHEET}/5.10")
    expect(page.get_by_role("heading", name="Clause 5.10")).to_be_visible()
    expect(page.locator(".gist")).to_have_text(clause.gist)
    expect(page.locator(".clauses [aria-current]")).to_be_in_viewport()
    files = page.locator(".round-file")
    expect(files).to_have_count(len(clause.rounds))
    page.locator(f"[data-file='{FILE}'] summary").click()
    shown = page.locator(f"[data-file='{FILE}'] pre")
    expect(shown).to_contain_text('"report 5.10 box=2 reconstructed=no",')
    assert shown.inner_text().strip() == text[text.index("sheet =") :].strip()
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert page.locator(".clause-pane").evaluate("pane => pane.scrollWidth - pane.clientWidth") <= 0
    with page.expect_download() as download:
        page.get_by_role("link", name="Take the file").click()
    assert download.value.suggested_filename == f"{FILE}.toml"
    page.get_by_role("navigation", name="Other clauses").get_by_role("link").last.click()
    expect(page.get_by_role("heading", name="Clause 5.10.1")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Clause 5.10", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("sheet", "clause", "says"),
    [
        (SHEET, "5.8.6", "Decided by the Dealer or above."),
        ("rws-multilink-holdem-v2", "4.1.1", "It could also be read so"),
    ],
)
def test_a_clause_shows_its_policy_as_explain_prints_it(
    reader: Visitor, capsys: pytest.CaptureFixture[str], sheet: str, clause: str, says: str
) -> None:
    page = reader.open(f"/rulebook/{sheet}/{clause}")
    shown = page.locator(".policy")
    expect(shown.first).to_be_visible()
    run(["explain", sheet, clause])
    printed = " ".join(capsys.readouterr().out.split())
    texts = [" ".join(text.split()) for text in shown.all_inner_texts()]
    assert any(says in text for text in texts)
    assert [text for text in texts if text not in printed] == []
    # And the other way round: nothing that explain prints is left out.
    pane = " ".join(page.locator(".clause-pane").inner_text().split())
    game = load(sheet)
    whole = [game.register[clause].gist, KINDS[game.register[clause].kind], *game.register[clause].tests]
    for each in Explainer(game.sheet).passages(clause):
        whole += [each.title, *each.sentences]
    assert [text for text in whole if " ".join(text.split()) not in pane] == []
    names = page.locator(".round-file").evaluate_all("files => files.map((each) => each.dataset.file)")
    assert [name for name in names if name not in printed] == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_tells_alike_how_a_clause_is_honoured(reader: Visitor, kind: str) -> None:
    clause = next(number for number, entry in load(SHEET).register.items() if entry.kind == kind)
    page = reader.open(f"/rulebook/{SHEET}/{clause}")
    expect(page.locator(".clause-pane")).to_contain_text(KINDS[kind])  # type: ignore[index]


def test_a_proof_is_run_on_the_felt(reader: Visitor) -> None:
    page = reader.open(f"/rulebook/{SHEET}/5.10")
    expect(page.locator(".clauses [aria-current]")).to_be_in_viewport()
    page.locator(f"[data-file='{FILE}'] summary").click()
    page.locator(f"[data-file='{FILE}']").get_by_role("link", name="Run it on the felt").click()
    expect(page).to_have_url(re.compile(f"/rulebook/{SHEET}/rounds/{re.escape(FILE)}$"))
    expect(page.locator(".proof-verdict")).to_contain_text("everything came out as the file expects")
    slider = page.get_by_role("slider")
    with reader.served.client() as nobody:
        run_now = nobody.send(calls.proof_run(SHEET, FILE))
    shown = run_now.rounds[0]
    expect(slider).to_have_value(str(len(shown.moments) - 1))
    refused = [place for place, each in enumerate(shown.moments) if each.refused]
    expect(page.locator(".moment:has(.moment-refused)")).to_have_count(len(refused))
    page.locator("body").press("Home")
    expect(slider).to_have_value("0")
    reported = next(place for place, each in enumerate(shown.moments) if "5.10" in each.what)
    page.locator(f"[data-moment='{reported}'] button").click()
    expect(page.locator(".moment.now")).to_contain_text(shown.moments[reported].what)
    page.reload()
    expect(page.locator(".moment.now")).to_contain_text(shown.moments[reported].what)
    page.get_by_role("navigation", name="Rounds of the file").get_by_role("button", name="Round 2").click()
    expect(page).to_have_url(re.compile(r"\?round=2$"))
    expect(slider).to_have_value(str(len(run_now.rounds[1].moments) - 1))


def test_a_clause_is_picked_by_keyboard_without_losing_the_list(reader: Visitor) -> None:
    page = reader.open(f"/rulebook/{SHEET}")
    page.get_by_role("searchbox").fill("jackpot")
    line = page.locator(".clauses a").nth(2)
    line.focus()
    page.keyboard.press("Enter")
    expect(line).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("jackpot")
    number = line.locator(".clause-number").inner_text()
    expect(page).to_have_url(re.compile(re.escape(f"/rulebook/{SHEET}/{number}") + "$"))
    expect(page.get_by_role("heading", name=f"Clause {number}", exact=True)).to_be_visible()


def test_two_sheets_side_by_side(visitors: Visitors) -> None:
    visitor = visitors.new(PHONE)
    with visitor.served.client() as nobody:
        found = nobody.send(calls.compare(SHEET, OTHER))
    page = visitor.open(f"/rulebook/{SHEET}")
    page.get_by_label("Side by side with").select_option(OTHER)
    expect(page.locator(".side-table tbody tr")).to_have_count(len(found))
    expect(page).to_have_url(re.compile(f"with={OTHER}$"))
    one = next(d for d in found if d.first and d.second and d.second.clauses)
    assert one.first
    assert one.second
    row = page.locator(".side-table tbody tr", has_text=one.first.says).first
    expect(row).to_contain_text(one.second.says)
    link = row.locator(f"a[href='/rulebook/{OTHER}/{one.second.clauses[0]}']").first
    link.click()
    expect(page.get_by_role("heading", name=f"Clause {one.second.clauses[0]}", exact=True)).to_be_visible()


def test_an_unknown_sheet_or_clause_is_said_to_be_missing(reader: Visitor) -> None:
    page = reader.open(f"/rulebook/{SHEET}/99.9")
    expect(page.get_by_text("This sheet has no clause 99.9.")).to_be_visible()
    page = reader.open("/rulebook/none")
    expect(page.get_by_role("alert")).to_have_text("There is no sheet none in force.")


def test_two_sheets_are_compared_in_the_language_of_the_reader(visitor: Visitor) -> None:
    page = visitor.choose(language="zh").open("/rulebook/rws-three-card-v3?with=mbs-megalink-stud-v9")
    expect(page.locator("h1")).to_have_text("三张扑克")
    expect(page.get_by_role("rowheader", name="一个投注框的玩家", exact=True)).to_be_visible()
    page.get_by_role("searchbox").fill("未弃的烧牌")
    expect(page.locator(".side-table tbody th")).to_have_text(["未弃的烧牌"])
