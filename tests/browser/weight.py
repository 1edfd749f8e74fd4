"""What a page weighs: every byte that a browser gets which has never been here."""

import time
from contextlib import ExitStack
from typing import Any

from msgspec import Struct

from pitboss.access.roles import Role
from pitboss.client import calls
from pitboss.messages import acts
from tests.api.served import Served
from tests.browser.test_rounds import TABLE, one_round
from tests.browser.visitor import Visitor
from tests.waiting import until

LIMIT = 150_000
"""Bytes of a first load, all answers with their headers as they come over the wire."""
CLAUSES = ("/zh/gists.json", "/zh/explanation.json", "/zh/comparison.json")
CLAUSES_LIMIT = 35_000
"""The clauses of the sheets in Chinese, for pages that tell them, and their bytes."""
QUIET = 0.3
"""Nothing has come for so many seconds, and the page is there."""

WEIGHED: tuple[tuple[str, Role | None], ...] = (
    ("/", None),
    ("/tables/3CP-1", "player"),
    ("/tables/MSS-1", "player"),
    ("/console", "pit_manager"),
    ("/waiting", "pit_manager"),
    ("/console/3CP-1", "pit_manager"),
    ("/signs/spade", None),
    ("/signs/3CP-1", None),
    ("/rounds", "regulator"),
    ("/rounds/3CP-1/1", "regulator"),
    ("/rulebook", None),
    ("/rulebook/rws-three-card-v3", None),
    ("/rulebook/rws-three-card-v3?with=mbs-megalink-stud-v9", None),
    ("/rulebook/rws-three-card-v3/5.10", None),
    ("/rulebook/rws-three-card-v3/rounds/5.10_one-card-exposed-before-any-look", None),
    ("/lab", None),
    ("/train", "dealer"),
    ("/train/results", "pit_supervisor"),
    ("/learn/MLTH?hand=7", None),
    ("/reports", "accounting"),
    ("/people", "administrator"),
    ("/audit", "regulator"),
    ("/my-play", "player"),
    ("/options", None),
)
"""Every page, as somebody sees it who sees most of it."""


def fill_table(served: Served) -> None:
    """A round of seven players that is over, and one of which every hand is dealt."""
    with ExitStack() as kept:
        players = {box: kept.enter_context(served.player(f"p{box}")) for box in range(1, 8)}
        one_round(served, players)
        served.begin(TABLE)
        for box, player in players.items():
            player.send(calls.act(TABLE, acts.PlaceBet(box=box, bet="ante", amount="50.00")))
            player.send(calls.act(TABLE, acts.PlaceBet(box=box, bet="pair_plus", amount="50.00")))
        served.close(TABLE)
        served.deal_until(TABLE, "ask")


class Weight(Struct, frozen=True):
    """What came over the wire, by address."""

    parts: dict[str, int]

    @property
    def total(self) -> int:
        """In bytes."""
        return sum(self.parts.values())

    def heaviest(self, count: int = 5) -> str:
        """The largest parts in words."""
        parts = sorted(self.parts.items(), key=lambda part: -part[1])
        return ", ".join(f"{path} {size}" for path, size in parts[:count])


class Scales:
    """Counts what one window gets."""

    def __init__(self, visitor: Visitor) -> None:
        self._page = visitor.page
        self._asked: dict[str, str] = {}
        self._waiting: set[str] = set()
        self._streams: set[str] = set()
        self._got: dict[str, int] = {}
        self._last = time.monotonic()
        session = visitor.context.new_cdp_session(visitor.page)
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._more)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.loadingFailed", self._failed)
        session.send("Network.enable")

    def weight(self) -> Weight:
        """Once nothing more comes but the heartbeats of streams."""
        until(
            lambda: not self._waiting and time.monotonic() - self._last >= QUIET,
            lambda: f"nothing more comes; still asked for: {self._waiting}",
            pause=lambda _: self._page.wait_for_timeout(20),
        )
        parts: dict[str, int] = {}
        for request, path in self._asked.items():
            parts[path] = parts.get(path, 0) + self._got.get(request, 0)
        return Weight(parts)

    def _sent(self, event: Any) -> None:
        if not event["request"]["url"].startswith("http"):
            return  # a drawing within a style sheet
        self._last = time.monotonic()
        self._asked[event["requestId"]] = "/" + event["request"]["url"].split("/", 3)[3]
        self._waiting.add(event["requestId"])

    def _answered(self, event: Any) -> None:
        self._got[event["requestId"]] = event["response"]["encodedDataLength"]
        if event["type"] == "EventSource":
            self._waiting.discard(event["requestId"])
            self._streams.add(event["requestId"])

    def _more(self, event: Any) -> None:
        if event["requestId"] in self._streams:
            return  # News of a page that is loaded: the longer it takes, the more there are.
        self._got[event["requestId"]] = self._got.get(event["requestId"], 0) + event["encodedDataLength"]

    def _finished(self, event: Any) -> None:
        self._last = time.monotonic()
        self._got[event["requestId"]] = event["encodedDataLength"]
        self._waiting.discard(event["requestId"])

    def _failed(self, event: Any) -> None:
        self._waiting.discard(event["requestId"])


def weigh(visitor: Visitor, path: str) -> Weight:
    """The first load of a page in a window that has loaded nothing yet."""
    scales = Scales(visitor)
    visitor.open(path)
    visitor.page.locator("#page h1").first.wait_for(state="attached")
    visitor.settle()
    return scales.weight()
