"""The pages: what a first load weighs, how long from a command to the changed picture, what an hour leaves.

Times are of the machine's monotonic clock, which is also the browser's: from just before a command is sent to
the first frame that the browser begins after its page has changed.
"""

import asyncio
import math
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from msgspec import Struct
from playwright.async_api import Browser, BrowserContext, CDPSession, Page, async_playwright
from playwright.sync_api import sync_playwright

from benchmarks.command import command_of
from benchmarks.seven import LINK, TABLE, Sent, SevenFloor, one_table, seven
from benchmarks.timing import percentiles
from tests.api.served import serving
from tests.api.test_rounds import BY_HAND
from tests.browser.visitor import DESK, SIGNED_IN, Visitors, session_cookie
from tests.browser.weight import LIMIT, WEIGHED, fill_table, weigh
from tests.browser.windows import Windows
from tools.chromium import MISSING, flags, set_up_chromium

Part = Literal["weight", "picture", "hour"]
PARTS: tuple[Part, ...] = get_args(Part)
MARKS = (10, 50, 100)
"""Hundredths of the hour at which the page is looked at."""

NOTE = """(picked) => {
  window.seen = [];
  const note = (what) => requestAnimationFrame(() => seen.push([what, performance.now()]));
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const found = element?.closest(picked);
      if (found) note(found.dataset.area ?? "close");
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Notes when something that matters has changed: an area that chips lie on, or the number of a sign."""


class PageChange(Struct, frozen=True):
    """A change in a browser, by the machine's monotonic clock."""

    what: str
    at: float


class Left(Struct, frozen=True):
    """What a page holds after everything that can be thrown away is."""

    events: int
    heap: int
    nodes: int
    listeners: int


class Window:
    """A page and the browser's own figures of it."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self._session = page, session

    async def note(self, picked: str) -> None:
        """Begin to note changes."""
        await self.page.locator("#page h1").first.wait_for(state="attached")
        await self.page.wait_for_timeout(500)
        await self.page.evaluate(NOTE, picked)

    async def seen(self) -> list[PageChange]:
        """The changes so far."""
        began = (await self._figures())["NavigationStart"]
        found = await self.page.evaluate("seen")
        return [PageChange(what, began + at / 1000) for what, at in found]

    async def left(self, events: int) -> Left:
        """What is left now."""
        for _ in range(2):
            await self._session.send("HeapProfiler.collectGarbage")
        now = await self._figures()
        heap, nodes, listeners = (int(now[name]) for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners"))
        return Left(events, heap, nodes, listeners)

    async def _figures(self) -> dict[str, float]:
        answer: Any = await self._session.send("Performance.getMetrics")
        return {figure["name"]: figure["value"] for figure in answer["metrics"]}


@asynccontextmanager
async def browsing(chromium: str) -> AsyncIterator[Browser]:
    """A browser."""
    async with async_playwright() as started:
        browser = await started.chromium.launch(executable_path=chromium, args=flags())
        yield browser
        await browser.close()


async def window(browser: Browser, url: str, path: str, token: str = "") -> Window:
    """A page in a window of its own."""
    size: Any = DESK
    context: BrowserContext = await browser.new_context(viewport=size, locale="en-SG")
    page = await context.new_page()
    if token:
        await context.add_cookies([session_cookie(url, token)])
        await page.add_init_script(SIGNED_IN)
    session = await context.new_cdp_session(page)
    await session.send("Performance.enable")
    await session.send("HeapProfiler.enable")
    await page.goto(url + path)
    return Window(page, session)


async def to_the_picture(chromium: str, floor: SevenFloor, rounds: int) -> dict[str, list[float]]:
    """Milliseconds from each bet to the chips on the felt, and from "No more Bets" to the sign's number."""
    async with browsing(chromium) as browser, seven(floor, thinking=0.35) as players:
        table = await window(browser, floor.url, f"/tables/{TABLE}", floor.seats[3].token)
        sign = await window(browser, floor.url, f"/signs/{LINK}")
        await players.round()
        players.sent.clear()
        await table.note("[data-area].laid")
        await sign.note(".sign-value")
        for _ in range(rounds):
            # The sign has counted up by the time it moves again; and a page that never drew the end of a
            # round would have nothing to change for the same bets of the next.
            await asyncio.gather(players.round(), asyncio.sleep(2))
            await asyncio.sleep(1)
        bets = [sent for sent in players.sent if sent.what[0].isdigit()]
        closes = [sent for sent in players.sent if sent.what == "close"]
        return {
            "a bet, at a table with seven players": taken(bets, await table.seen()),
            "No more Bets, on the sign": taken(closes, await sign.seen()),
        }


def taken(sent: Sequence[Sent], seen: Sequence[PageChange]) -> list[float]:
    """Milliseconds until the first change after each command; each is seen before it is sent again."""
    found = []
    for place, each in enumerate(sent):
        again = next((other.at for other in sent[place + 1 :] if other.what == each.what), math.inf)
        times = (change.at for change in seen if change.what == each.what and change.at > each.at)
        at = min(times, default=math.inf)
        assert at < again, f"{each.what} was not seen"
        found.append((at - each.at) * 1000)
    return found


async def an_hour(chromium: str, floor: SevenFloor, rounds: int) -> list[Left]:
    """What the table's page holds after parts of so many rounds, played without pauses."""
    marks = {round(rounds * mark / 100) for mark in MARKS}
    found = []
    async with browsing(chromium) as browser, seven(floor, thinking=0.15) as players:
        table = await window(browser, floor.url, f"/tables/{TABLE}", floor.seats[3].token)
        for number in range(1, rounds + 1):
            await players.round()
            if number in marks:
                await asyncio.sleep(1)
                found.append(await table.left(len(players.sent)))
    return found


def weights(chromium: str, folder: str, first: int) -> None:
    """The table of first loads."""
    print(f"First load, in bytes over the wire with headers (limit {LIMIT})")
    print(f"  {'page':56} {'as':14} {'requests':>8} {'English':>8} {'Chinese':>8}")
    with serving(folder, BY_HAND, url=f"{folder}/weight.db") as served, sync_playwright() as started:
        fill_table(served)
        browser = started.chromium.launch(executable_path=chromium, args=flags())
        tokens = {role: served.token(role) for _, role in WEIGHED if role}
        for path, role in WEIGHED[:first]:
            sizes = []
            for language in ("en", "zh"):
                visitors = Visitors(Windows(browser), served)
                visitor = visitors.new(alone=True).choose(language=language)
                if role:
                    visitor.sign_in(tokens[role])
                sizes.append(weigh(visitor, path))
                visitors.leave()
            english, chinese = sizes
            figures = (len(english.parts), english.total, chinese.total)
            print(f"  {path:56} {role or 'anybody':14}", *(f"{figure:8}" for figure in figures), flush=True)
        browser.close()


def main(
    *parts: Annotated[Part, f"{', '.join(PARTS)}; all of them if none is named"],
    rounds: Annotated[int, "rounds in which pictures are timed"] = 40,
    hour: Annotated[int, "rounds of the hour; each has 47 commands with seven players"] = 80,
    first: Annotated[int, "pages that are weighed"] = len(WEIGHED),
) -> None:
    """The parts that are named."""
    chromium = set_up_chromium()
    if chromium is None:
        print(MISSING)
        return
    chosen = parts or PARTS
    with tempfile.TemporaryDirectory() as folder:
        if "weight" in chosen:
            weights(chromium, folder, first)
        if "picture" in chosen or "hour" in chosen:
            with one_table(Path(folder)) as floor:
                if "picture" in chosen:
                    show_pictures(asyncio.run(to_the_picture(chromium, floor, rounds)))
                if "hour" in chosen:
                    show_hour(asyncio.run(an_hour(chromium, floor, hour)))


def smallest() -> None:
    main(rounds=1, hour=1, first=1)


def show_pictures(found: dict[str, list[float]]) -> None:
    print("From a command to the changed picture, in milliseconds (aim: p95 below 100)")
    print(f"  {'':44} {'events':>8} {'p50':>8} {'p95':>8} {'most':>8}")
    for name, times in found.items():
        cuts = percentiles(times)
        print(
            f"  {name:44} {len(times):8} {cuts[49]:8.1f} {cuts[94]:8.1f} {max(times, default=0):8.1f}",
            flush=True,
        )


def show_hour(found: Sequence[Left]) -> None:
    print("A table's page with seven players, after parts of an hour's rounds")
    print(f"  {'commands':>8} {'heap kB':>8} {'nodes':>8} {'listeners':>9}")
    for left in found:
        print(f"  {left.events:8} {left.heap / 1000:8.0f} {left.nodes:8} {left.listeners:9}", flush=True)


if __name__ == "__main__":
    command_of(__file__)
