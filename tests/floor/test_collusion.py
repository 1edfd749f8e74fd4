"""What staff who act together may not do with jackpot claims, link money, slips and their own chips."""

import pytest
from msgspec import structs

from pitboss.cards import Card
from pitboss.commands.record import Signed
from pitboss.floor import Actor, Done
from pitboss.floor import proposed as pa
from pitboss.floor.tables.money import BuyIn, CashOut
from pitboss.jackpots import commands as lc
from pitboss.people import Approval, Person
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.house import DEALER
from tests.floor.test_money import DEALT, OPENER, SUE, Pit
from tests.jackpots.floor import APPROVED, CONFIG, MANAGER, SHIFT, SUPERVISOR, THREE_CARD

ROYAL = ("deal 1 As Ks Qs", *DEALT[1:], "fold 1", "fold 2", "reveal", "settle")
WINNER = Person("sid", "pit_supervisor")
LEADER = Actor("Shaw", "shift_manager")


def code_of(answer: Done | Refusal) -> str | None:
    return answer.code if isinstance(answer, Refusal) else None


@pytest.fixture
def pit(journal: Journal) -> Pit:
    found = Pit(journal).open_pit()
    found.slip("opener", OPENER)
    return found


def won_by(pit: Pit, player: str) -> str:
    """A Royal Flush in the box of a player, entered as a claim."""
    bets = (f"bet 1 {player} ante 25", f"bet 1 {player} jackpot 5", "bet 2 bob ante 25", "close")
    pit.begin("T1", *bets, *ROYAL)
    (claim,) = pit.state_of().unpaid
    return claim.id


def checked(pit: Pit, claim: str) -> None:
    for item in ("bet_light", "cards_face_up", "surveillance"):
        pit.link(lc.CheckClaim(claim=claim, item=item, by=SUPERVISOR))
    pit.link(lc.CheckClaim(claim=claim, item="deck_count", by=SUPERVISOR, count=52))


def signed(pit: Pit, claim: str) -> None:
    checked(pit, claim)
    pit.link(lc.SignClaim(claim, SUPERVISOR))
    pit.link(lc.SignClaim(claim, MANAGER))


def test_nobody_signs_for_pays_or_orders_their_own_win(pit: Pit) -> None:
    claim = won_by(pit, "sid")
    ticked = lc.CheckClaim(claim=claim, item="bet_light", by=WINNER)
    assert pit.link_refused(ticked).code == "own_account"
    checked(pit, claim)
    assert pit.link_refused(lc.SignClaim(claim, WINNER)).code == "own_account"
    assert pit.link_refused(lc.SignClaim(claim, Person(" SID ", "pit_supervisor"))).code == "own_account"
    pit.link(lc.SignClaim(claim, SUPERVISOR))
    pit.link(lc.SignClaim(claim, MANAGER))
    assert pit.link_refused(lc.PayClaim(claim, WINNER, "attendant")).code == "own_account"
    ruled = lc.RuleOrder((claim,), Person("Sid", "shift_manager"), "for me")
    assert pit.link_refused(ruled).code == "own_account"
    own = Approval(Person("sid", "pit_manager"), SHIFT, "for me")
    assert pit.link_refused(lc.DenyClaim(claim, own)).code == "own_account"
    pit.link(lc.PayClaim(claim, SUPERVISOR, "attendant"))
    pit.check()


def test_a_claim_of_a_round_that_is_void_since_is_not_paid(pit: Pit) -> None:
    claim = won_by(pit, "zed")
    signed(pit, claim)
    pit.play("T1", "report 5.8.1 reason=a strange card")
    refused = pit.link_refused(lc.PayClaim(claim, SUPERVISOR, "attendant"))
    assert (refused.code, "5.8.1" in refused.clauses) == ("awards_differ", True)
    assert "two people must deny it" in pit.refused("T1", "settle").message
    assert not pit.state_of().slips
    pit.link(lc.DenyClaim(claim, APPROVED))
    pit.play("T1", "settle")
    pit.check()


def test_a_claim_whose_hand_was_put_right_is_neither_signed_for_nor_paid(pit: Pit) -> None:
    claim = won_by(pit, "zed")
    checked(pit, claim)
    misread = cmd.CorrectCard(at=1, recorded=Card("Qs"), card=Card("Qh"), by="pit_supervisor", reason="seen")
    pit.ok(pit.floor.act("T1", misread, SUE, pit.id()))
    assert pit.link_refused(lc.SignClaim(claim, SUPERVISOR)).code == "awards_differ"
    back = cmd.CorrectCard(at=1, recorded=Card("Qh"), card=Card("Qs"), by="pit_supervisor", reason="not so")
    pit.ok(pit.floor.act("T1", back, SUE, pit.id()))
    signed(pit, claim)
    pit.ok(pit.floor.act("T1", misread, SUE, pit.id()))
    assert pit.link_refused(lc.PayClaim(claim, SUPERVISOR, "attendant")).code == "awards_differ"
    pit.ok(pit.floor.act("T1", back, SUE, pit.id()))
    pit.pay(claim)
    pit.play("T1", "settle")
    pit.check()


@pytest.mark.parametrize("name", ["dan", " DAN "])
def test_staff_neither_sell_nor_cash_their_own_chips(pit: Pit, name: str) -> None:
    assert pit.no_chips(BuyIn(player=name, amount=5_000, by=DEALER)) == "own_account"
    assert pit.no_chips(CashOut(player=name, amount=5_000, by=DEALER)) == "own_account"
    second = Signed(Actor(name, "accounting"), "password")
    large = BuyIn(player="dan", amount=1_000_000, by=Actor("eve", "dealer"), second=second)
    assert pit.no_chips(large) == "own_account"
    pit.buy_in("T1", "dana")


def test_staff_neither_correct_nor_adjust_nor_rule_on_their_own_bets(pit: Pit) -> None:
    pit.begin("T1", "bet 1 shaw ante 25", "bet 2 bob ante 25")
    for player, box, code in (("shaw", 1, "own_account"), ("bob", 2, None)):
        more = cmd.CorrectBet(
            box=box, player=player, bet="ante", amount=5_000, by="shift_manager", reason="seen"
        )
        assert code_of(pit.floor.act("T1", more, LEADER, pit.id())) == code
    pit.play("T1", "close", *DEALT, "fold 1", "fold 2", "reveal")
    for box, code in ((1, "own_account"), (2, None)):
        paid = cmd.Report(clause="5.23", boxes=(box,), action="pay", bet="ante", amount=100, reason="seen")
        assert code_of(pit.floor.act("T1", paid, LEADER, pit.id())) == code
    pit.play("T1", "settle")
    for player, box, code in (("shaw", 1, "own_account"), ("bob", 2, None)):
        ruling = cmd.AdjustSettlement(
            box=box, player=player, bet="ante", amount=100, by="shift_manager", reason="seen"
        )
        assert code_of(pit.floor.adjust("T1", 1, ruling, LEADER, pit.id())) == code
    pit.check()


@pytest.mark.parametrize(("reset", "code"), [(2_000_000_000, None), (2_000_000_001, "amount_above_most")])
def test_the_most_that_two_people_move_holds_for_a_reset_value(
    pit: Pit, reset: int, code: str | None
) -> None:
    config = structs.replace(CONFIG, reset=reset, cap=10**10)
    changed = pit.floor.to_link("grand", lc.ProposeChange(config, APPROVED), DEALER, pit.id())
    opening = pa.LinkOpening("second", config, {"T8": THREE_CARD})
    opened = pit.floor.two_people(opening, APPROVED, pit.id())
    assert (code_of(changed), code_of(opened)) == (code, code)


def test_a_credit_is_not_replaced_by_one_of_more_than_the_tray_holds(pit: Pit) -> None:
    tray = sum(each * number for each, number in OPENER.items())
    pit.slip("credit", {10_000: 1})
    wrong = pit.floor.tables.get("T1").state.money.slips  # type: ignore[union-attr]
    assert pit.no_slip("credit", {500: tray // 500 + 1}, replaces=wrong) == "tray_too_small"
    pit.slip("credit", {500: tray // 500}, replaces=wrong)
