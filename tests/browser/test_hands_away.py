"""Hands that are not shown, and players who do not decide: what the table's page offers and what it tells."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.api.served import serving
from tests.api.test_rounds import BY_HAND
from tests.browser.seats import STILL, Seat, known_decks
from tests.browser.visitor import Visitors

WINNING = "As Ah Kd Qc 5d 2s"
"""A pair of aces for the first box, and a Dealer who qualifies with queen high."""


def test_a_hand_that_is_not_shown_loses_and_nobody_sees_it(
    visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(tmp_path)
    with (
        known_decks(monkeypatch, **{"3CP_1": WINNING}),
        serving(folder, BY_HAND) as floor,
    ):
        visitor, other = visitors.new(), visitors.new()
        visitor.served = other.served = floor
        ann = Seat(visitor, floor, "3CP-1", "ann").sit()
        watching = other.open("/tables/3CP-1")
        ann.begin()
        for bet in ("ante", "pair_plus"):
            ann.area(1, bet).click()
            expect(ann.area(1, bet)).to_have_accessible_name(re.compile("placed"))
        ann.close()
        floor.deal_until("3CP-1", "ask")
        ann.look(1)
        decline = ann.page.get_by_role("button", name="Do not show the hand")
        expect(ann.act("play")).to_be_visible()
        expect(decline).to_have_count(0)
        ann.act("play").click()
        expect(ann.area(1, "play")).to_have_accessible_name(re.compile("placed"))
        floor.deal_until("3CP-1", "settle")
        expect(ann.page.get_by_role("group", name=re.compile("^Dealer: queen", re.I))).to_be_visible()
        decline.click()
        expect(decline).to_have_count(0)
        floor.deal_until("3CP-1", None)
        ann.expect_settled()
        for bet in ("ante", "play", "pair_plus"):
            expect(ann.area(1, bet)).to_have_accessible_name(re.compile("loses"))
        ann.expect_journal()
        expect(watching.locator('[data-area="1 ante"]')).to_have_accessible_name(re.compile("loses"))
        expect(watching.locator('[data-hand="1"] .card.back')).to_have_count(3)
        ann.area(1, "pair_plus").click()
        expect(ann.page.get_by_role("dialog").get_by_role("link", name="4.5")).to_be_visible()
        visitor.page.close()
        other.page.close()


@pytest.mark.parametrize(
    ("table", "clause", "word"), [("3CP-1", "5.5", "loses"), ("MSS-1", "5.11", "returned")]
)
def test_a_player_out_of_time_has_walked_away(
    visitors: Visitors, tmp_path: Path, table: str, clause: str, word: str
) -> None:
    """With the RWS they have folded, with the MBS their hand is invalid and their bets go back."""
    folder = str(tmp_path)
    with serving(folder, STILL) as floor:
        visitor = visitors.new()
        visitor.served = floor
        ann = Seat(visitor, floor, table, "ann").sit()
        ann.begin()
        ann.area(1, "ante").click()
        expect(ann.area(1, "ante")).to_have_accessible_name(re.compile("placed"))
        ann.close()
        expect(ann.page.locator(".saying.to-you .clock")).to_be_visible()
        expect(ann.page.locator(".panel.due")).to_be_visible()
        floor.run_out(table)
        expect(ann.page.locator(".gained")).to_be_visible()
        expect(ann.page.locator(".panel")).to_have_count(0)
        expect(ann.area(1, "ante")).to_have_accessible_name(re.compile(word))
        ann.expect_journal()
        ann.area(1, "ante").click()
        expect(ann.page.get_by_role("dialog").get_by_role("link", name=clause)).to_be_visible()
        visitor.page.close()
