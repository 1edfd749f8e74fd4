"""The freeze, exactly: a 10 % and a 100 % winner at two tables, both orders, shares in between."""

from fractions import Fraction

import pytest

from pitboss.jackpots import commands as cmd
from pitboss.jackpots.queue import units
from pitboss.jackpots.sign import sign
from pitboss.sheets.loader import with_readings
from tests.jackpots.floor import (
    APPROVED,
    CONFIG,
    DEALER,
    GAMES,
    HOLDEM,
    MBS,
    RWS,
    SHIFT,
    STUD,
    THREE_CARD,
    Floor,
    royal,
    straight_flush,
)

SHARE = 500 * CONFIG.contribution_rate
"""What one bet adds: 116 and two thirds of a cent."""
RESET = CONFIG.reset


def two_tables(sheet: str = HOLDEM, other: str = THREE_CARD, operator: str = RWS) -> Floor:
    """Ann at T1 and bob at T2, both dealt, on a display of 150,000; T3 plays on."""
    floor = Floor({"T1": sheet, "T2": other, "T3": sheet}, operator=operator)
    floor.fill(5_000_000)
    floor.bet("T1", "a", 1, (1, "ann"))
    floor.bet("T2", "b", 2, (4, "bob"))
    return floor


def later_shares(floor: Floor, name: str, at: int) -> None:
    """A whole round at T3."""
    floor.bet("T3", name, at, (1, "cat"), (2, "dan"))
    floor.do(cmd.FinishRound("T3", name))


VALUE = Fraction(15_000_000) + 2 * SHARE
"""The display with both bets: fifteen million cents, 233 and a third."""


def test_part_first_then_all() -> None:
    """Ann (10 %) was dealt before bob (100 %) and is seen before him."""
    floor = two_tables()
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 10), entered_at=20)
    later_shares(floor, "c", 21)
    (bob,) = floor.win("T2", "b", royal(4, "bob", 12), entered_at=30)
    later_shares(floor, "d", 31)
    floor.verify(ann, bob)
    paid = floor.pay(ann)
    assert paid.value == VALUE
    assert paid.slips[0].amount == int(VALUE / 10) == 1_500_023
    assert floor.refused(cmd.PayClaim(ann, DEALER, "device")).code == "claim_paid"
    paid = floor.pay(bob)
    assert paid.value == VALUE - 1_500_023 + 2 * SHARE
    assert paid.slips[0].amount == int(paid.value)
    assert floor.shown == floor.link.pool == RESET + 2 * SHARE


def test_all_dealt_first_though_seen_second() -> None:
    """Bob (100 %) was dealt before ann (10 %), who is seen first: her claim waits for his round."""
    floor = two_tables()
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 12), entered_at=20)
    later_shares(floor, "c", 21)
    floor.verify(ann)
    waits = floor.refused(cmd.PayClaim(ann, DEALER, "attendant"))
    assert waits.code == "role_too_low"
    waits = floor.refused(cmd.PayClaim(ann, SHIFT, "attendant"))
    assert (waits.code, waits.clauses) == ("claim_waits", ("4.5.2",))
    assert "T2/b" in waits.message
    (bob,) = floor.win("T2", "b", royal(4, "bob", 10), entered_at=30)
    later_shares(floor, "d", 31)
    assert floor.refused(cmd.PayClaim(ann, SHIFT, "attendant")).code == "claim_not_first"
    floor.verify(bob)
    paid = floor.pay(bob)
    assert paid.value == VALUE, "the sign stood still when ann's hand was seen"
    assert paid.slips[0].amount == 15_000_233
    paid = floor.pay(ann)
    assert paid.value == RESET
    assert paid.slips[0].amount == RESET // 10
    assert floor.shown == RESET - RESET // 10 + 4 * SHARE


def test_all_first_then_part() -> None:
    """Bob (100 %) was dealt and seen first; ann gets 10 % of the reset value and what came since."""
    floor = two_tables()
    (bob,) = floor.win("T2", "b", royal(4, "bob", 10), entered_at=20)
    later_shares(floor, "c", 21)
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 12), entered_at=30)
    floor.verify(ann, bob)
    assert floor.pay(bob).value == VALUE
    paid = floor.pay(ann)
    assert paid.value == RESET + 2 * SHARE
    assert floor.shown == RESET + 2 * SHARE - int((RESET + 2 * SHARE) / 10)


def test_part_dealt_first_though_seen_second() -> None:
    floor = two_tables()
    (bob,) = floor.win("T2", "b", royal(4, "bob", 12), entered_at=20)
    later_shares(floor, "c", 21)
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 10), entered_at=30)
    floor.verify(ann, bob)
    assert floor.pay(ann).value == VALUE
    paid = floor.pay(bob)
    assert paid.value == VALUE - 1_500_023
    assert floor.shown == RESET + 2 * SHARE


@pytest.mark.parametrize("dealt", [(10, 12), (12, 10)])
def test_mbs_pays_by_entry_whenever_the_hands_were_dealt(dealt: tuple[int, int]) -> None:
    floor = two_tables(STUD, STUD, MBS)
    (bob,) = floor.win("T2", "b", royal(4, "bob", dealt[0]), entered_at=20)
    later_shares(floor, "c", 21)
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", dealt[1]), entered_at=30)
    floor.verify(ann, bob)
    paid = floor.pay(bob)
    assert paid.value == VALUE
    assert "3.14" in paid.cited.clauses
    assert floor.pay(ann).value == RESET + 2 * SHARE


def test_two_of_all_the_next_jackpot_keeps_what_came_after_the_first_detection() -> None:
    floor = two_tables()
    (ann,) = floor.win("T1", "a", royal(1, "ann", 12), entered_at=20)
    later_shares(floor, "c", 21)
    (bob,) = floor.win("T2", "b", royal(4, "bob", 10), entered_at=30)
    floor.verify(ann, bob)
    assert floor.pay(bob).value == VALUE
    assert floor.pay(ann).value == RESET
    assert floor.shown == RESET + 2 * SHARE


def test_the_sign_says_pending_and_shows_the_next_jackpot_at_once() -> None:
    floor = two_tables()
    floor.win("T2", "b", royal(4, "bob", 10), entered_at=20)
    now = sign(GAMES, floor.link)
    assert now.value == RESET
    assert [(win.table, win.amount, win.ordered) for win in now.pending] == [("T2", 15_000_233, False)]
    later_shares(floor, "c", 21)
    assert sign(GAMES, floor.link).value == RESET + 2 * SHARE
    floor.do(cmd.FinishRound("T1", "a"))
    assert sign(GAMES, floor.link).pending[0].ordered


def test_a_denied_claim_leaves_everything_as_if_it_had_not_been() -> None:
    floor = two_tables()
    (bob,) = floor.win("T2", "b", royal(4, "bob", 10), entered_at=20)
    later_shares(floor, "c", 21)
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 12), entered_at=30)
    floor.do(cmd.DenyClaim(bob, APPROVED))
    assert floor.shown == VALUE + 2 * SHARE - int((VALUE + 2 * SHARE) / 10)
    floor.verify(ann)
    assert floor.pay(ann).value == VALUE + 2 * SHARE


def test_the_house_rules_on_the_order_and_nobody_waits_any_more() -> None:
    floor = two_tables()
    floor.bet("T3", "slow", 3, (1, "cat"))
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 12), entered_at=20)
    (bob,) = floor.win("T2", "b", royal(4, "bob", 10), entered_at=30)
    assert floor.refused(cmd.RuleOrder((ann, bob), DEALER, "camera")).code == "role_too_low"
    assert floor.refused(cmd.RuleOrder((ann, bob), SHIFT, " ")).code == "argument_missing"
    incomplete = floor.refused(cmd.RuleOrder((ann,), SHIFT, "camera"))
    assert (incomplete.code, incomplete.clauses) == ("order_incomplete", ("4.5.2",))
    floor.do(cmd.RuleOrder((ann, bob), SHIFT, "camera: ann's second card came first"))
    assert [unit.claims[0].id for unit in units(GAMES, floor.link)] == [ann, bob]
    floor.verify(ann, bob)
    assert floor.pay(ann).value == VALUE + SHARE
    assert floor.pay(bob).value == VALUE + SHARE - 1_500_035
    assert floor.shown == RESET


def test_a_claim_waits_only_for_hands_that_may_have_been_dealt_earlier() -> None:
    floor = two_tables()
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 10), entered_at=20)
    assert floor.link.claims[ann].place is None
    floor.do(cmd.RecordHands("T2", "b", ((2, 5), (4, 11))))
    assert floor.link.claims[ann].place == 1, "box 2 has no jackpot bet, box 4 was dealt later"
    floor = two_tables()
    floor.do(cmd.RecordHands("T2", "b", ((4, 9),)))
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 10), entered_at=20)
    assert floor.link.claims[ann].place is None
    floor.do(cmd.FinishRound("T2", "b"))
    assert floor.link.claims[ann].place == 1
    floor = two_tables()
    floor.bet("T3", "late", 11, (1, "cat"))
    floor.do(cmd.FinishRound("T2", "b"))
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 10), entered_at=20)
    assert floor.link.claims[ann].place == 1, "T3 closed its bets after ann's hand was complete"


@pytest.mark.parametrize("choice", ["in_the_value_won", "in_the_next_jackpot"])
def test_whether_a_win_includes_what_its_own_round_added(
    monkeypatch: pytest.MonkeyPatch, choice: str
) -> None:
    """By the other reading a claim is frozen before its round's shares, which begin the next jackpot."""
    monkeypatch.setitem(GAMES, HOLDEM, with_readings(GAMES[HOLDEM], {"own_contribution": choice}))
    floor = Floor({"T1": HOLDEM, "T2": HOLDEM})
    floor.fill(5_000_000)
    before, own = floor.shown, 2 * 500 * CONFIG.contribution_rate
    floor.bet("T1", "1", 10, (1, "ann"), (2, "bob"))
    floor.bet("T2", "1", 11, (1, "cat"))
    after = floor.shown
    (claim,) = floor.win("T1", "1", royal(1, "ann", 20), entered_at=30)
    counts = choice == "in_the_value_won"
    assert floor.shown == CONFIG.reset + (0 if counts else after - before)
    returned = floor.back("T1", "1", 2, "bob")
    assert bool(returned.borne) is counts, "a share that is in the claim is the house's to bear"
    floor.do(cmd.RecordHands("T2", "1", ((1, 40),)))
    floor.verify(claim)
    paid = floor.pay(claim)
    assert sum(slip.amount for slip in paid.slips) == int(after if counts else before)
    assert floor.shown == CONFIG.reset + (0 if counts else after - before - own / 2)
