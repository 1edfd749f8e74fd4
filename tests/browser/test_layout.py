"""The table's page at every size: nothing is cut, and nothing lies over what is read or pressed."""

import re

from playwright.sync_api import expect

from tests.api.served import Served, served_floor
from tests.browser.seats import STILL, Seat
from tests.browser.visitor import Visitors

SIZES = (
    (320, 640),
    (390, 844),
    (720, 1000),
    (1024, 768),
    (1440, 900),
    (1920, 1080),
    (3840, 2160),
    (844, 390),
    (720, 450),
)
"""Seven widths, a phone on its side, and a desk's screen at 200 % zoom."""

FAULTS = """() => {
  const faults = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.push(`${page.scrollWidth - innerWidth} px too wide`);
  if (page.scrollHeight > innerHeight) faults.push(`${page.scrollHeight - innerHeight} px too high`);
  const known = (e) => e.dataset.area ?? e.dataset.act ?? e.dataset.hand;
  const name = (e) => known(e) ?? (e.className.baseVal ?? e.className) + " " + e.textContent.slice(0, 20);
  const place = (e) => e.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => place(e).width);
  for (const control of all(".table-page button, .felt [role=button]:not([data-hand]), .limits, .jackpot")) {
    const { left, right, top, bottom } = place(control);
    if (left < -1 || right > innerWidth + 1 || top < 0 || bottom > innerHeight + 1)
      faults.push(`${name(control)} is not on the screen`);
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!over || !(control.contains(over) || over.contains(control)))
      faults.push(`${name(control)} is covered by ${over && name(over)}`);
  }
  const things = all(
    ".table-title, .jackpot, .limits, .saying, .notices, .gained, .banner, .told, .tray, .discards, .shoe,"
    + " .printed text, [data-hand], .box.mine [data-area] .area-ring, .dealers-cards, .community-cards, .dock"
  );
  const letter = (text, at) => {
    const [{ x, y, width, height }, matrix] = [text.getExtentOfChar(at), text.getScreenCTM()];
    const corner = new DOMPoint(x, y).matrixTransform(matrix);
    const end = new DOMPoint(x + width, y + height).matrixTransform(matrix);
    return { left: corner.x, top: corner.y, right: end.x, bottom: end.y };
  };
  // Words on an arc are where their letters are.
  const places = new Map(things.map((e) => [e, e.matches(".printed text")
    ? Array.from({ length: e.getNumberOfChars() }, (_, at) => letter(e, at)) : [place(e)]]));
  const overlap = (a, b) => Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  );
  const common = (one, other) =>
    Math.max(...places.get(one).flatMap((a) => places.get(other).map((b) => overlap(a, b))));
  things.forEach((one, first) => things.slice(first + 1).forEach((other) => {
    if (common(one, other) > 3 && !one.contains(other) && !other.contains(one))
      faults.push(`${name(one)} overlaps ${name(other)} by ${common(one, other).toFixed()} px`);
  }));
  return faults;
}"""

DRAWN = """async () => {
  for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame);
}"""
"""The felt has been measured and drawn again."""

KEEP = """([key, name]) => localStorage.setItem(key, JSON.stringify([1, 2, 3].map((place) => (
  { name: name + place, bets: [{ bet: "ante", amount: "25.00" }] }
))))"""
"""Three favourite bets, as many as are shown."""

served = served_floor(STILL)


def faults(ann: Seat) -> list[str]:
    """What is wrong at any size, by the size."""
    found = []
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate(DRAWN)
        found += [f"{width} x {height}: {fault}" for fault in ann.page.evaluate(FAULTS)]
    return found


def test_nothing_is_cut_or_covered_at_any_size(visitors: Visitors, served: Served) -> None:
    """At the table with the most areas and the most cards before the Dealer."""
    visitor = visitors.new()
    visitor.served = served
    ann = Seat(visitor, served, "MLTH-1", "wide").sit()
    ann.begin()
    ann.page.evaluate(KEEP, [f"pitboss.favourites.wide.{ann.state.plate.sheet}", "A long favourite"])
    ann.open()
    for bet in ann.bets():
        ann.area(4, bet).click()
        expect(ann.area(4, bet)).to_have_accessible_name(re.compile("placed"))
    assert faults(ann) == []
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    assert faults(ann) == []
    ann.page.keyboard.press("l")
    expect(ann.hand(4).locator(".card.back")).to_have_count(0)
    while (asked := ann.shown(ann.asks(4)).round) and not asked.settled:
        decided = asked.box(4).decided
        ann.page.keyboard.press("p")
        ann.shown(lambda now, decided=decided: bool(now.round) and now.round.box(4).decided != decided)  # type: ignore[misc]
    ann.expect_settled()
    assert faults(ann) == []


def test_the_house_s_words_lie_on_nothing(visitors: Visitors, served: Served) -> None:
    """Who plays two boxes of stud is told that they may look at one, beside the printed title."""
    visitor = visitors.new()
    visitor.served = served
    ann = Seat(visitor, served, "MSS-1", "two").sit()
    ann.begin()
    for box in (3, 4):
        ann.area(box, "ante").click()
        expect(ann.area(box, "ante")).to_have_accessible_name(re.compile("placed"))
    expect(ann.page.locator(".notices")).to_contain_text("You play boxes 3 and 4, and may look at 1 hand")
    assert faults(ann) == []
    ann.close()
    expect(ann.says).to_contain_text("Your decision")
    assert faults(ann) == []
