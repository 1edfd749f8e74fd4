"""A claim's life, several winners at one table, slips, and the failing jackpot system."""

from fractions import Fraction

import pytest
from msgspec import structs

from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots import sign
from pitboss.people import Person
from pitboss.sheets.loader import with_readings
from tests.jackpots.floor import (
    APPROVED,
    CONFIG,
    DEALER,
    GAMES,
    HOLDEM,
    MANAGER,
    MBS,
    SHIFT,
    STUD,
    SUPERVISOR,
    THREE_CARD,
    Floor,
    royal,
    straight_flush,
)

SHARE = 500 * CONFIG.contribution_rate
RESET = CONFIG.reset


def table(sheet: str = HOLDEM, *bets: tuple[int, str]) -> Floor:
    floor = Floor({"T1": sheet, "T2": sheet}, operator=GAMES[sheet].sheet.identity.operator)
    floor.bet("T1", "a", 1, *(bets or ((1, "ann"),)))
    return floor


def test_the_checklist_and_two_signatures_come_before_payment() -> None:
    floor = table()
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    pay = cmd.PayClaim(ann, SUPERVISOR, "attendant")
    assert floor.refused(pay).code == "claim_not_verified"
    missing = floor.refused(cmd.SignClaim(ann, SUPERVISOR))
    assert missing.code == "claim_not_verified"
    assert "bet light, cards face up, deck count, surveillance" in missing.message
    assert floor.refused(cmd.CheckClaim(claim=ann, item="bet_light", by=DEALER)).code == "role_too_low"
    assert (
        floor.refused(cmd.CheckClaim(claim=ann, item="deck_count", by=SUPERVISOR)).code == "deck_count_wrong"
    )
    assert (
        floor.refused(cmd.CheckClaim(claim=ann, item="deck_count", by=SUPERVISOR, count=51)).code
        == "deck_count_wrong"
    )
    items: tuple[cmd.CheckItem, ...] = ("surveillance", "deck_count", "bet_light")
    for item in items:
        floor.do(cmd.CheckClaim(claim=ann, item=item, by=SUPERVISOR, count=52))
    assert floor.refused(cmd.SignClaim(ann, SUPERVISOR)).message.endswith("cards face up")
    floor.do(cmd.CheckClaim(claim=ann, item="cards_face_up", by=SUPERVISOR))
    assert floor.do(cmd.CheckClaim(claim=ann, item="cards_face_up", by=SUPERVISOR)) == ()
    assert floor.refused(cmd.SignClaim(ann, DEALER)).code == "role_too_low"
    floor.do(cmd.SignClaim(ann, SUPERVISOR))
    assert floor.refused(cmd.SignClaim(ann, Person("SUE", "shift_manager"))).code == "same_person"
    assert floor.refused(cmd.SignClaim(ann, Person("Tom", "pit_supervisor"))).code == "role_too_low"
    assert floor.refused(pay).code == "claim_not_verified"
    floor.do(cmd.SignClaim(ann, MANAGER))
    assert floor.refused(cmd.SignClaim(ann, SHIFT)).code == "claim_known"
    floor.do(pay)
    assert floor.link.slips[0].signatures == (SUPERVISOR, MANAGER)


def test_a_slip_is_numbered_and_can_never_change() -> None:
    floor = table(HOLDEM, (1, "ann"), (2, "bob"))
    ann, bob = floor.win("T1", "a", straight_flush(1, "ann", 5), straight_flush(2, "bob", 6), entered_at=9)
    floor.verify(ann, bob)
    floor.pay(ann)
    floor.do(cmd.PayClaim(bob, SUPERVISOR, "device"))
    slips, meters = floor.link.slips, floor.link.meters
    assert [slip.number for slip in slips] == [1, 2]
    assert meters.hits == 2
    assert (meters.by_attendant, meters.by_device) == (slips[0].amount, slips[1].amount)
    for change in (
        cmd.PayClaim(ann, SUPERVISOR, "attendant"),
        cmd.DenyClaim(ann, APPROVED),
        cmd.SignClaim(ann, SHIFT),
        cmd.CheckClaim(claim=ann, item="bet_light", by=SUPERVISOR),
    ):
        assert floor.refused(change).code == "claim_paid"
    floor.do(cmd.CloseClaim(ann, SUPERVISOR))
    assert floor.link.slips == slips
    assert floor.refused(cmd.CloseClaim(ann, SUPERVISOR)).code == "no_such_claim"
    assert floor.refused(cmd.CloseClaim(bob, DEALER)).code == "role_too_low"
    again = cmd.DetectWins("T1", "a", (straight_flush(1, "ann", 5),), 99)
    assert floor.refused(again).code == "claim_known"


def test_an_award_that_a_replaced_settlement_paid_comes_back_once_and_the_slip_stays() -> None:
    floor = table()
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 5), entered_at=9)
    floor.verify(ann)
    before = floor.link.pool
    floor.pay(ann)
    slips = floor.link.slips
    assert floor.refused(cmd.ReverseAward(2, APPROVED)).code == "no_such_claim"
    floor.do(cmd.ReverseAward(1, APPROVED))
    assert floor.link.pool == before
    assert floor.link.slips == slips
    assert floor.refused(cmd.ReverseAward(1, APPROVED)).code == "claim_known"


@pytest.mark.parametrize("sheet", [HOLDEM, THREE_CARD])
def test_rws_pays_one_table_in_turn_each_at_the_value_then_displayed(sheet: str) -> None:
    floor = table(sheet, (1, "ann"), (2, "bob"))
    ann, bob = floor.win("T1", "a", royal(1, "ann", 5), straight_flush(2, "bob", 6), entered_at=9)
    floor.verify(ann, bob)
    first = floor.pay(ann)
    assert first.value == RESET + 2 * SHARE
    assert set(GAMES[sheet].jackpot.several_winners.both_clauses) <= set(first.cited.clauses)
    assert floor.pay(bob).slips[0].amount == RESET // 10


def test_mss_3_15_divides_and_pays_the_royal_last() -> None:
    floor = table(STUD, (1, "ann"), (2, "bob"), (3, "cat"))
    wins = (royal(1, "ann", 5), straight_flush(2, "bob", 6), straight_flush(3, "cat", 7))
    claims = floor.win("T1", "a", *wins, entered_at=9)
    floor.verify(*claims[:2])
    assert floor.refused(cmd.PayClaim(claims[0], SUPERVISOR, "device")).code == "claim_not_verified"
    floor.verify(claims[2])
    paid = floor.pay(claims[0])
    value = RESET + 3 * SHARE
    first = int(value / 10)
    second = int((value - first) / 10)
    each, rest = divmod(first + second, 2)
    assert [slip.amount for slip in paid.slips] == [int(value - 2 * each), each, each]
    assert rest in (0, 1)
    assert {"3.15.2", "3.15.3"} <= set(paid.cited.clauses)
    assert floor.shown == RESET


def test_mss_3_15_1_two_royals_divide_the_display_and_one_reset_value() -> None:
    floor = table(STUD, (1, "ann"), (2, "bob"))
    claims = floor.win("T1", "a", royal(1, "ann", 5), royal(2, "bob", 6), entered_at=9)
    floor.verify(*claims)
    paid = floor.pay(claims[1])
    assert [slip.amount for slip in paid.slips] == [(RESET + 233 + RESET) // 2] * 2
    assert "3.15.1" in paid.cited.clauses
    assert floor.shown == RESET + (RESET + 233 + RESET) % 2
    assert paid.seed.total == paid.after + 2 * paid.slips[0].amount - paid.value


@pytest.mark.parametrize("choice", ["dropped", "kept"])
@pytest.mark.parametrize("sheet", [HOLDEM, STUD])
def test_the_part_of_a_cent_goes_with_the_reset_or_stays(
    monkeypatch: pytest.MonkeyPatch, sheet: str, choice: str
) -> None:
    """By the other reading the display starts above its reset value; every movement stays balanced."""
    monkeypatch.setitem(GAMES, sheet, with_readings(GAMES[sheet], {"part_of_a_cent": choice}))
    floor = table(sheet, (1, "ann"), (2, "bob"))
    whole, part = divmod(RESET + 2 * SHARE, 1)
    assert part == Fraction(1, 3)
    stays = part if choice == "kept" else Fraction(0)
    (claim,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    assert floor.shown == RESET + stays
    floor.verify(claim)
    paid = floor.pay(claim)
    assert paid.slips[0].amount == whole
    assert not paid.surplus
    assert paid.seed.total == RESET - part + stays
    assert floor.shown == RESET + stays
    assert paid.left == stays / (whole + part)
    taken = floor.back("T1", "a", 2, "bob")
    assert taken.display == SHARE * paid.left
    floor.bet("T2", "b", 20, (1, "cat"))
    (next_claim,) = floor.win("T2", "b", royal(1, "cat", 25), entered_at=30)
    floor.verify(next_claim)
    assert floor.pay(next_claim).value == RESET + stays - taken.display + SHARE


def test_the_part_of_a_cent_does_not_lift_the_display_over_its_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, HOLDEM, with_readings(GAMES[HOLDEM], {"part_of_a_cent": "kept"}))
    config = structs.replace(CONFIG, cap=RESET)
    floor = Floor({"T1": HOLDEM}, config)
    floor.do(cmd.CorrectDisplay(Fraction(-1, 3), APPROVED))
    floor.bet("T1", "a", 1, (1, "ann"), amount=1)
    (claim,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.verify(claim)
    assert floor.pay(claim).after == floor.shown == RESET


@pytest.mark.parametrize(
    ("won", "code"),
    [
        (royal(2, "ann", 5), "no_jackpot_bet"),
        (royal(1, "bob", 5), "no_jackpot_bet"),
        (cmd.Won(box=1, player="ann", hand="royal flush", percent=25, complete_at=5), "not_a_share"),
    ],
)
def test_only_an_accepted_bet_with_a_share_of_the_sheet_wins(won: cmd.Won, code: str) -> None:
    floor = table()
    assert floor.refused(cmd.DetectWins("T1", "a", (won,), 9)).code == code
    elsewhere = floor.refused(cmd.DetectWins("T2", "a", (won,), 9))
    assert elsewhere == floor.refused(cmd.RecordHands("T2", "a", ((1, 9),)))
    assert (elsewhere.code, elsewhere.clauses != ()) == ("no_such_round", True)


def test_a_win_is_entered_once() -> None:
    floor = table()
    floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    assert floor.refused(cmd.DetectWins("T1", "a", (royal(1, "ann", 5),), 10)).code == "claim_known"
    assert floor.refused(cmd.PayClaim("T1/a/9/zoe", SUPERVISOR, "device")).code == "no_such_claim"


def test_a_returned_bet_wins_nothing() -> None:
    floor = table()
    floor.back("T1", "a", 1, "ann", "5.15")
    assert floor.refused(cmd.DetectWins("T1", "a", (royal(1, "ann", 5),), 9)).code == "no_jackpot_bet"


def test_5_16_a_failure_before_a_look_returns_the_bets_and_accepts_no_more() -> None:
    floor = table()
    event = floor.do(cmd.FailSystem(DEALER, "signs dark"))[0]
    assert isinstance(event, ev.JackpotFailed)
    assert (event.registered, event.cited.clauses) == (RESET + SHARE, ("5.17.1",))
    assert floor.do(cmd.FailSystem(DEALER, "still dark")) == ()
    assert sign(GAMES, floor.link).suspended
    floor.back("T1", "a", 1, "ann", "5.16")
    floor.do(cmd.FinishRound("T1", "a"))
    late = cmd.AcceptBets("T2", "b", 20, (cmd.BetToAccept(1, "bob", 500),))
    assert floor.refused(late).code == "jackpot_suspended"
    assert floor.refused(cmd.RestoreSystem(MANAGER, RESET + SHARE)).code == "display_differs"
    assert floor.refused(cmd.RestoreSystem(SUPERVISOR, Fraction(RESET))).code == "role_too_low"
    floor.do(cmd.RestoreSystem(MANAGER, Fraction(RESET)))
    floor.do(late)
    assert floor.refused(cmd.RestoreSystem(MANAGER, Fraction(RESET))).code == "not_suspended"


@pytest.mark.parametrize("won", [royal(1, "ann", 5), straight_flush(1, "ann", 5)])
def test_5_17_1_the_registered_value_is_paid_whatever_went_back_since(won: cmd.Won) -> None:
    """Bob's round is void after the failure; ann still wins from what was registered with his share."""
    floor = table()
    floor.bet("T2", "b", 2, (1, "bob"))
    floor.do(cmd.FailSystem(DEALER, "signs dark"))
    floor.back("T2", "b", 1, "bob", "5.16")
    floor.do(cmd.FinishRound("T2", "b"))
    (ann,) = floor.win("T1", "a", won, entered_at=9)
    floor.verify(ann)
    paid = floor.pay(ann)
    assert paid.value == RESET + 2 * SHARE
    assert "5.17.1" in paid.cited.clauses
    if won.percent == 100:
        assert floor.shown == RESET, "the house bore bob's share"
    else:
        assert floor.shown == (RESET + 2 * SHARE) * paid.left - SHARE * paid.left


def test_two_winners_in_one_failure_share_the_registered_value_in_turn() -> None:
    floor = table(HOLDEM, (1, "ann"), (2, "bob"))
    floor.bet("T2", "b", 2, (1, "cat"))
    floor.do(cmd.FailSystem(DEALER, "signs dark"))
    floor.back("T2", "b", 1, "cat", "5.16")
    floor.do(cmd.FinishRound("T2", "b"))
    ann, bob = floor.win("T1", "a", straight_flush(1, "ann", 5), royal(2, "bob", 6), entered_at=9)
    floor.verify(ann, bob)
    first, second = floor.pay(ann), floor.pay(bob)
    assert first.value == RESET + 3 * SHARE
    assert second.value == first.value - first.slips[0].amount
    assert floor.shown == RESET


def test_mss_a_failure_is_for_the_shift_manager_to_resolve() -> None:
    floor = table(STUD)
    event = floor.do(cmd.FailSystem(SHIFT, "signs dark"))[0]
    assert isinstance(event, ev.JackpotFailed)
    assert event.cited.clauses == ("6.1",)
    assert floor.operator == MBS
    floor = table(STUD)
    assert floor.refused(cmd.FailSystem(SHIFT, " ")).code == "argument_missing"
