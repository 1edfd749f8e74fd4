"""Shares of accepted bets, the cap, the reserve, alarms, and bets that go back."""

from fractions import Fraction

import pytest
from msgspec import structs

from pitboss.jackpots import OtherLink, Revenue
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.parts import Seed
from tests.jackpots.floor import (
    APPROVED,
    CONFIG,
    GAMES,
    HOLDEM,
    MANAGER,
    MBS,
    RWS,
    STUD,
    THREE_CARD,
    Floor,
    royal,
    straight_flush,
)

SHARE = 500 * CONFIG.contribution_rate
RESERVE = 500 * CONFIG.reserve_rate
TABLES = {"T1": HOLDEM, "T2": THREE_CARD}


def test_an_accepted_bet_raises_the_display_exactly() -> None:
    floor = Floor(TABLES)
    for number in range(3):
        floor.bet("T1", f"r{number}", number, (1, "ann"))
        floor.do(cmd.FinishRound("T1", f"r{number}"))
    assert Fraction(350, 3) == SHARE
    assert floor.shown == CONFIG.reset + 350
    assert floor.link.reserve == 50
    meters = floor.link.meters
    assert meters.wagers_in == 1500
    assert meters.contributions == 350
    assert meters.reserve_in == 50
    accepted = floor.events[-2]
    assert isinstance(accepted, ev.BetsAccepted)
    assert (accepted.cited.sheet, accepted.cited.clauses) == (HOLDEM, ("1.20", "3.8"))


def test_a_stud_bet_of_five_units_contributes_five_times() -> None:
    floor = Floor({"M1": STUD}, operator=MBS)
    floor.bet("M1", "a", 1, (1, "ann"), amount=2500)
    assert floor.shown == CONFIG.reset + 5 * SHARE
    assert floor.link.meters.alarms == 0


@pytest.mark.parametrize(
    ("sheet", "amount", "alarms"), [(HOLDEM, 500, 0), (HOLDEM, 501, 1), (HOLDEM, 1000, 1)]
)
def test_a_bet_not_as_prescribed_is_booked_and_raises_an_alarm(sheet: str, amount: int, alarms: int) -> None:
    floor = Floor({"T1": sheet})
    floor.bet("T1", "a", 1, (1, "ann"), amount=amount)
    assert floor.link.meters.alarms == alarms
    assert floor.link.meters.wagers_in == amount


@pytest.mark.parametrize(("threshold", "alarms"), [(134, 0), (133, 1)])
def test_an_unreasonable_contribution_raises_an_alarm(threshold: int, alarms: int) -> None:
    """One bet contributes 133 and a third of a cent in all."""
    floor = Floor(TABLES, structs.replace(CONFIG, alarm_above=threshold))
    floor.bet("T1", "a", 1, (1, "ann"))
    assert floor.link.meters.alarms == alarms


def test_the_cap_turns_shares_into_overflow_and_the_next_seed_takes_it() -> None:
    floor = Floor(TABLES, structs.replace(CONFIG, cap=CONFIG.reset + 150))
    floor.bet("T1", "a", 1, (1, "ann"), (2, "bob"))
    assert floor.shown == CONFIG.reset + 150
    assert floor.link.overflow == 2 * SHARE - 150
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.verify(ann)
    paid = floor.pay(ann)
    assert paid.seed.overflow == 2 * SHARE - 150
    assert paid.seed.reserve == 2 * RESERVE
    assert paid.seed.house == CONFIG.reset - paid.seed.overflow - paid.seed.reserve
    assert floor.link.overflow == 0
    assert floor.link.reserve == 0


def test_with_a_win_pending_the_cap_is_that_of_the_next_jackpot() -> None:
    floor = Floor(TABLES, structs.replace(CONFIG, cap=CONFIG.reset + 150))
    floor.bet("T1", "a", 1, (1, "ann"), (2, "bob"))
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.bet("T2", "b", 10, (1, "cat"))
    assert floor.shown == CONFIG.reset + SHARE
    assert floor.link.overflow == 2 * SHARE - 150
    events = floor.do(cmd.DenyClaim(ann, APPROVED))
    limit = events[-1]
    assert isinstance(limit, ev.LimitApplied)
    assert limit.amount == SHARE
    assert floor.shown == CONFIG.reset + 150


@pytest.mark.parametrize("to", [OtherLink("mini"), Revenue()])
def test_overflow_goes_where_the_configuration_says(to: OtherLink | Revenue) -> None:
    floor = Floor(TABLES, structs.replace(CONFIG, cap=CONFIG.reset, overflow_to=to))
    floor.bet("T1", "a", 1, (1, "ann"))
    events = floor.do(cmd.ReleaseOverflow(MANAGER))
    assert [(e.amount, e.to) for e in events if isinstance(e, ev.MoneyMoved)] == [(SHARE, to)]
    assert floor.link.overflow == 0
    assert floor.do(cmd.ReleaseOverflow(MANAGER)) == ()


def test_overflow_for_the_next_seed_is_not_released() -> None:
    assert Floor(TABLES).refused(cmd.ReleaseOverflow(MANAGER)).code == "config_not_possible"


@pytest.mark.parametrize(
    ("sheet", "operator", "clause"),
    [
        *((HOLDEM, RWS, clause) for clause in ("5.4", "5.10.3", "5.15", "5.18", "5.21")),
        *((STUD, MBS, clause) for clause in ("5.7", "5.11", "5.12.2")),
    ],
)
def test_a_returned_bet_takes_its_share_back_by_the_clause(sheet: str, operator: str, clause: str) -> None:
    floor = Floor({"T1": sheet}, operator=operator)
    floor.bet("T1", "a", 1, (1, "ann"), (2, "bob"))
    event = floor.back("T1", "a", 1, "ann", clause)
    assert event.display == SHARE
    assert event.reserve == RESERVE
    assert event.house == 0
    assert event.cited.clauses == (clause,)
    assert clause in GAMES[sheet].register
    assert floor.shown == CONFIG.reset + SHARE
    assert floor.link.meters.corrections == -SHARE
    assert floor.link.meters.wagers_returned == 500


def test_part_of_a_bet_goes_back_in_proportion() -> None:
    floor = Floor({"M1": STUD}, operator=MBS)
    floor.bet("M1", "a", 1, (1, "ann"), amount=1500)
    floor.back("M1", "a", 1, "ann", "5.7", 500)
    assert floor.shown == CONFIG.reset + 2 * SHARE
    floor.back("M1", "a", 1, "ann", "5.7", 1000)
    assert floor.shown == CONFIG.reset
    assert floor.link.rounds["M1/a"].bets == ()


def test_an_unbooked_contribution_cannot_go_back() -> None:
    floor = Floor(TABLES)
    back = cmd.ReturnBets("T1", "a", (cmd.ReturnedBet(1, "ann", 500, ("5.21",)),))
    assert floor.refused(back).code == "no_such_round"
    floor.bet("T1", "a", 1, (1, "ann"))
    for box, player, amount in ((2, "ann", 500), (1, "bob", 500), (1, "ann", 501), (1, "ann", 0)):
        wrong = cmd.ReturnBets("T1", "a", (cmd.ReturnedBet(box, player, amount, ("5.21",)),))
        assert floor.refused(wrong).code == "no_jackpot_bet"
    floor.do(back)
    assert floor.refused(back).code == "no_jackpot_bet"


def test_won_in_between_the_winner_keeps_the_value_and_the_house_bears_the_share() -> None:
    """All was paid before the other table's bet went back: nothing of its share is there."""
    floor = Floor(TABLES)
    floor.bet("T2", "b", 1, (1, "bob"))
    floor.bet("T1", "a", 2, (1, "ann"))
    floor.do(cmd.RecordHands("T2", "b", ((1, 9),)))
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.verify(ann)
    assert floor.pay(ann).slips[0].amount == CONFIG.reset + 233
    event = floor.back("T2", "b", 1, "bob")
    assert event.display == 0
    assert event.reserve == 0
    assert event.house == SHARE + RESERVE, "the reserve went into the reset value"
    assert floor.shown == CONFIG.reset


def test_of_part_won_in_between_the_house_bears_that_part() -> None:
    floor = Floor(TABLES)
    floor.bet("T2", "b", 1, (1, "bob"))
    floor.bet("T1", "a", 2, (1, "ann"))
    floor.do(cmd.RecordHands("T2", "b", ((1, 9),)))
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 5), entered_at=9)
    floor.verify(ann)
    paid = floor.pay(ann)
    event = floor.back("T2", "b", 1, "bob")
    assert paid.left == 1 - Fraction(paid.slips[0].amount) / paid.value
    assert event.display == SHARE * paid.left
    assert event.house == SHARE - event.display
    assert event.reserve == RESERVE


@pytest.mark.parametrize("pays", [True, False])
def test_while_a_win_is_pending_its_value_stays_and_a_denial_takes_the_share_back(pays: bool) -> None:
    floor = Floor(TABLES)
    floor.bet("T2", "b", 1, (1, "bob"))
    floor.bet("T1", "a", 2, (1, "ann"))
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    event = floor.back("T2", "b", 1, "bob")
    assert event.display == 0
    assert event.house == SHARE
    assert [part.claim for part in event.borne] == [ann]
    if pays:
        floor.do(cmd.FinishRound("T2", "b"))
        floor.verify(ann)
        assert floor.pay(ann).value == CONFIG.reset + 2 * SHARE
        assert floor.shown == CONFIG.reset
    else:
        floor.do(cmd.DenyClaim(ann, APPROVED))
        assert floor.shown == CONFIG.reset + SHARE, "only ann's own share is left"


def test_a_denied_claim_passes_borne_shares_to_the_claims_behind_it() -> None:
    floor = Floor({**TABLES, "T3": HOLDEM})
    floor.bet("T3", "c", 1, (1, "cat"))
    floor.bet("T1", "a", 2, (1, "ann"))
    floor.bet("T2", "b", 3, (1, "bob"))
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 5), entered_at=9)
    (bob,) = floor.win("T2", "b", royal(1, "bob", 6), entered_at=10)
    event = floor.back("T3", "c", 1, "cat")
    assert event.display == 0
    assert sum(part.amount for part in event.borne) == SHARE
    denied = floor.do(cmd.DenyClaim(ann, APPROVED))[0]
    assert isinstance(denied, ev.ClaimDenied)
    assert denied.taken == 0
    assert [part.claim for part in denied.passed_on] == [bob]
    floor.do(cmd.FinishRound("T3", "c"))
    floor.verify(bob)
    assert floor.pay(bob).value == CONFIG.reset + 3 * SHARE


def test_rounds_are_booked_once_and_one_at_a_time() -> None:
    floor = Floor(TABLES)
    bets = (cmd.BetToAccept(1, "ann", 500),)
    floor.do(cmd.AcceptBets("T1", "a", 1, bets))
    assert floor.refused(cmd.AcceptBets("T1", "a", 1, bets)).code == "round_known"
    assert floor.refused(cmd.AcceptBets("T1", "b", 2, bets)).code == "round_in_play"
    assert floor.refused(cmd.AcceptBets("T9", "a", 1, bets)).code == "no_such_table"
    assert floor.refused(cmd.RecordHands("T2", "x", ())).code == "no_such_round"
    assert floor.do(cmd.AcceptBets("T2", "b", 2, ())) == ()
    assert floor.do(cmd.FinishRound("T2", "b")) == ()


@pytest.mark.parametrize("paid_before", [True, False])
def test_the_very_last_share_before_a_detection_is_in_the_value(paid_before: bool) -> None:
    """Bob bets at the same table in the same round, so nothing is booked after his share."""
    floor = Floor(TABLES)
    floor.bet("T1", "a", 1, (1, "ann"), (2, "bob"))
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.verify(ann)
    if paid_before:
        floor.pay(ann)
    event = floor.back("T1", "a", 2, "bob", "5.15")
    assert event.display == 0
    assert [part.claim for part in event.borne] == ([] if paid_before else [ann])
    if not paid_before:
        assert floor.pay(ann).value == CONFIG.reset + 2 * SHARE
    assert floor.shown == CONFIG.reset


def test_the_first_share_after_a_detection_is_not_in_the_value() -> None:
    floor = Floor(TABLES)
    floor.bet("T1", "a", 1, (1, "ann"))
    floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.bet("T2", "b", 10, (1, "bob"))
    event = floor.back("T2", "b", 1, "bob")
    assert (event.borne, event.house) == ((), Fraction(0))
    assert event.display == SHARE


def test_a_small_reset_value_takes_overflow_first_and_only_then_the_reserve() -> None:
    floor = Floor(TABLES, structs.replace(CONFIG, reset=100, cap=100))
    floor.bet("T1", "a", 1, (1, "ann"))
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.verify(ann)
    paid = floor.pay(ann)
    assert paid.seed == Seed(overflow=Fraction(100))
    assert floor.link.reserve == RESERVE
    assert floor.link.overflow == SHARE - 100
    floor = Floor(TABLES, structs.replace(CONFIG, reset=130, cap=130))
    floor.bet("T1", "a", 1, (1, "ann"))
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.verify(ann)
    assert floor.pay(ann).seed == Seed(SHARE, 130 - SHARE)
    assert floor.link.reserve == RESERVE - (130 - SHARE)
