"""What holds for every page: words of the catalogue, names for whatever can be used, room on a phone."""

import pytest
from playwright.sync_api import Page, expect

from pitboss.access.roles import Role
from tests.browser.axe import violations
from tests.browser.pseudo_pages import of_server, without_accents, without_room
from tests.browser.visitor import PHONE, Readers, Visitor
from tests.words.pseudo import CODE

PAGES = (
    "/",
    "/options",
    "/my-play",
    "/signs/spade",
    "/signs/3CP-1",
    "/signs/MLTH-1",
    "/signs/nothing",
    "/tables/3CP-1",
    "/tables/nothing",
    "/console",
    "/waiting",
    "/console/3CP-1",
    "/train",
    "/learn",
    "/learn/3CP?hand=7",
    "/learn/nothing",
    "/reports",
    "/people",
    "/audit",
    "/rounds",
    "/rounds/3CP-1/1",
    "/rulebook",
    "/rulebook/rws-three-card-v3/5.10",
    "/rulebook/rws-three-card-v3?with=mbs-megalink-stud-v9",
    "/rulebook/rws-three-card-v3/rounds/5.10_one-card-exposed-before-any-look",
    "/lab",
    "/train/results",
)
"""Every page is listed here, as a player sees it; add yours."""
STAFF: tuple[tuple[Role, str], ...] = (
    ("dealer", "/train"),
    ("dealer", "/train?sheet=rws-three-card-v3&kind=jackpot&seed=7"),
    ("dealer", "/train?sheet=mbs-megalink-stud-v9&kind=report&seed=7"),
    ("pit_supervisor", "/train/results"),
    ("pit_supervisor", "/train/results/dealer"),
    ("pit_manager", "/console"),
    ("pit_manager", "/console/3CP-1"),
    ("pit_manager", "/waiting"),
    ("accounting", "/reports"),
    ("administrator", "/people?name=dealer"),
    ("shift_manager", "/people?name=player"),
    ("regulator", "/audit"),
)
"""Pages of staff, as somebody sees them who may."""

FAULTS = """() => {
  const found = [];
  const ids = (element, name) => (element.getAttribute(name) ?? "").split(/ +/).filter(Boolean);
  const seen = (element) => element.checkVisibility() && !element.closest("[aria-hidden=true]");
  const name = (element) => (
    element.getAttribute("aria-label") ||
    ids(element, "aria-labelledby").map((id) => document.getElementById(id)?.textContent ?? "").join("") ||
    [...(element.labels ?? [])].map((label) => label.textContent).join("") ||
    element.textContent || element.getAttribute("title") || ""
  ).trim();
  const tell = (what, element) => found.push(`${what}: ${element.outerHTML.slice(0, 120)}`);
  const USED = "a[href], button, input, select, textarea, summary, [role=img], dialog, [role=switch]";
  for (const element of document.querySelectorAll(USED))
    if (seen(element) && !name(element)) tell("without a name", element);
  for (const element of document.querySelectorAll("img:not([alt])")) tell("without alt", element);
  for (const element of document.querySelectorAll("[tabindex]"))
    if (element.tabIndex > 0) tell("jumps the queue", element);
  for (const element of document.querySelectorAll("svg:not([role]):not([aria-hidden=true])"))
    if (!element.closest("svg svg, [aria-hidden=true]")) tell("a drawing without a role", element);
  for (const element of document.querySelectorAll("[aria-labelledby], [aria-describedby]"))
    for (const id of [...ids(element, "aria-labelledby"), ...ids(element, "aria-describedby")])
      if (!document.getElementById(id)) tell(`points at no ${id}`, element);
  const all = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of all) if (all.indexOf(id) !== all.lastIndexOf(id)) found.push(`twice: ${id}`);
  if (document.querySelectorAll("main").length !== 1) found.push("not one main");
  if (document.querySelectorAll("h1").length !== 1) found.push("not one h1");
  if (!document.title) found.push("no title");
  let level = 1;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const now = Number(heading.tagName[1]);
    if (now > level + 1) tell("skips a level", heading);
    level = now;
  }
  return found;
}"""


ENGLISH_LEFT = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const near = node.parentElement.closest("[lang], [translate=no], noscript");
    if (near.lang !== "en" || near.translate === false) continue;
    if (/[A-Za-z]{3,}/.test(node.textContent)) found.push(node.textContent.trim());
  }
  return [...new Set(found)];
}"""
"""Sentences of the API that stayed English on a page in Chinese."""
PROOFS = "h1 [lang=en], details > summary[lang=en]"
"""Proofs are called by the names of their files, in whichever language the page is."""


def english_left(page: Page) -> list[str]:
    """What of a page in Chinese is English, but for names of files."""
    return [text for text in page.evaluate(ENGLISH_LEFT) if text not in names_of_proofs(page)]


def names_of_proofs(page: Page) -> list[str]:
    return page.locator(PROOFS).all_inner_texts()


def settled(visitor: Visitor) -> Page:
    """The page that somebody has opened, once it has its heading and all that it shows."""
    visitor.page.locator("#page h1").first.wait_for(state="attached")
    return visitor.settle()


def expect_no_faults(page: Page) -> None:
    """Everything on a page can be used by everybody, and is not wider than the screen."""
    assert page.evaluate(FAULTS) == []
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize(("role", "path"), [(None, path) for path in PAGES] + list(STAFF))
def test_a_language_with_longer_words_is_shown_whole_and_leaves_no_english(
    readers: Readers, role: Role | None, path: str
) -> None:
    reader = readers.again(role=role, language="en")
    reader.open(path)
    settled(reader)
    before = without_room(reader)
    reader = readers.again(role=role, language=CODE)
    reader.open(path)
    page = settled(reader)
    room = without_room(reader)
    assert {place: room[place] for place in room.keys() - before.keys()} == {}
    assert without_accents(page) == []
    assert set(of_server(page)) <= set(names_of_proofs(page))
    expect_no_faults(page)


@pytest.mark.parametrize("path", PAGES)
def test_everything_has_a_name_and_its_place_in_chinese_on_a_phone(readers: Readers, path: str) -> None:
    reader = readers.again(PHONE, language="zh")
    reader.open(path)
    page = settled(reader)
    expect_no_faults(page)
    assert english_left(page) == []


@pytest.mark.parametrize(("role", "path"), STAFF)
def test_pages_of_staff_are_no_different(readers: Readers, role: Role, path: str) -> None:
    reader = readers.again(PHONE, role=role, language="zh")
    reader.open(path)
    page = settled(reader)
    assert english_left(page) == []
    expect_no_faults(page)


def test_tab_begins_at_the_skip_link_which_leads_past_the_rail(visitor: Visitor) -> None:
    page = visitor.open("/")
    settled(visitor)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#page")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#page :focus")).to_have_count(1)


def test_each_way_to_a_table_names_the_table(visitor: Visitor) -> None:
    page = visitor.open("/")
    settled(visitor)
    names = page.locator("#page a.button").all_inner_texts()
    assert len(names) == len(set(names)) > 1


@pytest.mark.parametrize("path", ["/", "/options"])
def test_the_keyboard_reaches_everything_and_shows_where_it_is(visitor: Visitor, path: str) -> None:
    visitor.open(path)
    page = settled(visitor)
    page.evaluate("document.activeElement.blur()")
    wanted = page.evaluate(
        "[...document.querySelectorAll('a[href], button, input, select')]"
        ".filter((e) => e.tabIndex >= 0 && e.checkVisibility() && !(e.type === 'radio' && !e.checked)).length"
    )
    reached = set()
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        found = page.evaluate(
            "(() => { const e = document.activeElement; const s = getComputedStyle(e);"
            " e.dataset.seen ??= Math.random();"
            " return e === document.body ? null : [e.dataset.seen, s.outlineStyle]; })()"
        )
        if found:
            reached.add(found[0])
            assert found[1] != "none"
    assert len(reached) == wanted
