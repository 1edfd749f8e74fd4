"""A table's page that stays open holds no more after many rounds than after a few.

``python -m benchmarks pages`` measures a whole hour, with the heap.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api.served import serving
from tests.api.test_rounds import BY_HAND
from tests.browser.seats import Seat, known_decks
from tests.browser.test_rounds import one_round
from tests.browser.visitor import Visitors
from tests.waiting import until

TABLE = "3CP-1"
ROUNDS = 8
DECK = "As 9h 4d Qd 8c 3s Ks 7h 2d"


def test_rounds_leave_nothing_behind(
    visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path)
    with (
        known_decks(monkeypatch, **{TABLE.replace("-", "_"): DECK}),
        serving(folder, BY_HAND) as floor,
        floor.player("bob") as bob,
        floor.player("ann") as ann,
    ):
        visitor = visitors.new(alone=True)
        visitor.served = floor
        visitor.sign_in(floor.sign_in("ann"))
        seat = Seat(visitor, floor, TABLE, "ann").open()
        session = visitor.context.new_cdp_session(visitor.page)
        session.send("Performance.enable")

        def held() -> tuple[int, int]:
            """Nodes and listeners that are not garbage."""
            session.send("HeapProfiler.collectGarbage")
            found: Any = session.send("Performance.getMetrics")
            figures = {figure["name"]: int(figure["value"]) for figure in found["metrics"]}
            return figures["Nodes"], figures["JSEventListeners"]

        def play(rounds: int) -> None:
            for _ in range(rounds):
                one_round(floor, {1: ann, 5: bob})
                expect(seat.page.locator(".gained")).to_be_visible()
                expect(seat.page.locator(".table-title")).to_contain_text(f"Round {seat.state.number}")

        play(2)
        visitor.settle()
        before = held()
        play(ROUNDS)
        visitor.settle()
        # What is shown differs by a node now and then; what is left behind grows with every round. A busy
        # machine frees garbage late, so a page gets a while before what it still holds counts.
        until(
            lambda: all(now - then < ROUNDS for now, then in zip(held(), before, strict=True)),
            lambda: f"nodes and listeners are freed: {before} after two rounds, {held()} after {ROUNDS} more",
            pause=lambda _: seat.page.wait_for_timeout(100),
        )
        visitor.page.close()
