"""Pages of staff on small screens: every place can be reached, and what is wrong is in sight."""

from playwright.sync_api import expect

from pitboss.client import calls
from tests.api.served import SLOW, Served, served_floor
from tests.browser.evening import Evening, manual_at
from tests.browser.visitor import PHONE, Visitors

TABLE, OTHER = "3CP-1", "P3CP-1"
SMALL_DESK = {"width": 1024, "height": 768}

served = served_floor(SLOW, floor=lambda: manual_at(TABLE, OTHER))

HIDDEN = """(nav) => [...nav.children].filter((place) => {
  const [box, edge] = [place.getBoundingClientRect(), nav.getBoundingClientRect()];
  return box.left < edge.left - 1 || box.right > edge.right + 1;
}).map((place) => place.textContent)"""


def test_every_place_of_the_rail_is_in_sight_on_a_small_desk(visitors: Visitors) -> None:
    page = visitors.new(SMALL_DESK).be("regulator").open("/audit")
    places = page.locator(".rail nav")
    expect(places.get_by_role("link")).to_have_count(9)
    assert places.evaluate(HIDDEN) == []


def test_on_a_phone_the_badge_has_its_word_and_the_open_place_is_in_sight(visitors: Visitors) -> None:
    page = visitors.new(PHONE).be("regulator").open("/audit")
    expect(page.get_by_role("link", name="Waiting 0", exact=True)).to_be_visible()
    assert "Audit" not in page.locator(".rail nav").evaluate(HIDDEN)
    lines = [page.locator(part).bounding_box() for part in (".rail .house", ".rail .who")]
    assert all(lines)
    assert len({round((box["y"] + box["height"] / 2) / 8) for box in lines if box}) == 1, "they share a line"


def test_a_win_is_in_sight_on_a_phone_in_the_pit_and_in_the_list(visitors: Visitors, served: Served) -> None:
    with served.client("dealer") as dealer:
        evening = Evening(served, TABLE, dealer)
        evening.bets()
        evening.win()
    visitor = visitors.new(PHONE).be("pit_supervisor")
    alarm = visitor.open("/console").get_by_role("link", name="A jackpot win waits")
    expect(alarm).to_be_in_viewport(ratio=1)
    with served.client("pit_supervisor") as supervisor:
        (one,) = supervisor.send(calls.waiting())
    assert one.win is not None
    assert one.win.amount is not None
    row = visitor.open("/waiting").locator("[data-waits=claim]")
    expect(row).to_contain_text(f"A-K-Q of spades · S${float(one.win.amount):,.2f}")
    expect(row).to_contain_text("See to its checklist")


def test_numbers_of_clauses_stay_in_their_rings_and_decisions_tell_their_keys(
    visitors: Visitors, served: Served
) -> None:
    with served.client("pit_supervisor") as supervisor:
        Evening(served, OTHER, supervisor).bets()
    page = visitors.new().be("pit_supervisor").open(f"/console/{OTHER}")
    rings = page.locator(".irregularity .clause")
    expect(rings.first).to_be_visible()
    assert rings.evaluate_all("(all) => all.filter((e) => e.scrollWidth > e.clientWidth)") == []
    for place, cards in (("Box 1", "As Ks 2h"), ("Box 2", "9c 9d 4s"), ("Dealer", "Kh 8d 5s")):
        expect(page.locator("#next-title")).to_contain_text(place)
        page.locator(".entry-cards").fill(cards)
        page.locator(".entry-cards").press("Enter")
    expect(page.locator(".next-letters")).to_have_text("Box 1LLooksPPlayFFold")
