"""Who may share a jackpot, parameters and their changes, corrections, transfers and the end."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from pitboss.jackpots import LinkConfig, NextSeed, OtherLink, Revenue, decide
from pitboss.jackpots import commands as cmd
from pitboss.jackpots import events as ev
from pitboss.jackpots.parts import Seed
from pitboss.people import Approval, Person
from pitboss.refusal import Refusal
from pitboss.sheets.loader import with_readings
from tests.jackpots.floor import (
    APPROVED,
    CONFIG,
    DEALER,
    GAMES,
    HOLDEM,
    MANAGER,
    MBS,
    RWS,
    SHIFT,
    STUD,
    SUPERVISOR,
    THREE_CARD,
    Floor,
    royal,
    straight_flush,
)

TABLES = {"T1": HOLDEM, "T2": THREE_CARD}
ONE_PERSON = Approval(SHIFT, Person(" shaw ", "shift_manager"), "why")
TOO_LOW = Approval(SUPERVISOR, SHIFT, "why")
NO_SHIFT = Approval(MANAGER, Person("Mia", "pit_manager"), "why")
NO_REASON = Approval(MANAGER, SHIFT, " ")
NO_NAME = Approval(Person(" ", "pit_manager"), SHIFT, "why")

BAD_APPROVALS = [
    (ONE_PERSON, "same_person"),
    (TOO_LOW, "role_too_low"),
    (NO_SHIFT, "role_too_low"),
    (NO_REASON, "argument_missing"),
    (NO_NAME, "argument_missing"),
]


def opening(
    *members: tuple[str, str], operator: str = RWS, config: LinkConfig = CONFIG, approval: Approval = APPROVED
) -> tuple[ev.JackpotEvent, ...] | Refusal:
    joined = tuple(cmd.Member(table, sheet, 500) for table, sheet in members)
    return decide(
        GAMES,
        None,
        cmd.OpenLink(link="grand", operator=operator, config=config, members=joined, approval=approval),
    )


def test_a_link_joins_different_games_of_one_operator_and_starts_at_its_reset_value() -> None:
    floor = Floor(TABLES)
    assert floor.shown == CONFIG.reset
    assert floor.link.members == TABLES
    opened = floor.events[0]
    assert isinstance(opened, ev.LinkOpened)
    assert opened.seed == Seed(house=Fraction(CONFIG.reset))


def test_two_operators_cannot_share_a_link() -> None:
    answer = opening(("T1", HOLDEM), ("M1", STUD))
    assert isinstance(answer, Refusal)
    assert answer.code == "operators_differ"
    assert MBS in answer.message


def test_sheets_that_order_winners_differently_cannot_share_a_link() -> None:
    """Were both sheets of one operator, entry and deal would still not make one order."""
    stud = GAMES[STUD]
    identity = structs.replace(stud.sheet.identity, operator=RWS)
    moved = type(stud)(
        structs.replace(stud.sheet, identity=identity), stud.readings, stud.register, stud.hashes
    )
    joined = (cmd.Member("T1", HOLDEM, 500), cmd.Member("M1", STUD, 500))
    answer = decide(
        {**GAMES, STUD: moved},
        None,
        cmd.OpenLink(link="grand", operator=RWS, config=CONFIG, members=joined, approval=APPROVED),
    )
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clauses) == ("order_differs", ("3.14", "3.15.3"))


@pytest.mark.parametrize(
    ("name", "choice"), [("percentage_award", "resets_the_display"), ("part_of_a_cent", "kept")]
)
def test_a_reading_that_moves_the_display_otherwise_counts_as_another_order(name: str, choice: str) -> None:
    games = {**GAMES, THREE_CARD: with_readings(GAMES[THREE_CARD], {name: choice})}
    joined = (cmd.Member("T1", HOLDEM, 500), cmd.Member("T2", THREE_CARD, 500))
    answer = decide(
        games,
        None,
        cmd.OpenLink(link="grand", operator=RWS, config=CONFIG, members=joined, approval=APPROVED),
    )
    assert isinstance(answer, Refusal)
    assert answer.code == "order_differs"


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ((), "no_such_sheet"),
        ((("T1", "no-sheet"),), "no_such_sheet"),
        ((("T1", HOLDEM), ("T2", "no-sheet")), "no_such_sheet"),
        ((("T1", HOLDEM), ("T1", THREE_CARD)), "table_known"),
    ],
)
def test_members_that_cannot_be(members: tuple[tuple[str, str], ...], code: str) -> None:
    answer = opening(*members)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_the_plate_must_show_the_prescribed_bet() -> None:
    floor = Floor(TABLES)
    refusal = floor.refused(cmd.JoinTable(cmd.Member("T3", HOLDEM, 1000), APPROVED))
    assert refusal.code == "prescribed_bet_differs"


def test_tables_join_and_leave_between_rounds() -> None:
    floor = Floor(TABLES)
    floor.do(cmd.JoinTable(cmd.Member("T3", HOLDEM, 500), APPROVED))
    assert floor.refused(cmd.JoinTable(cmd.Member("T3", HOLDEM, 500), APPROVED)).code == "table_known"
    floor.bet("T3", "a", 1, (1, "ann"))
    assert floor.refused(cmd.RemoveTable("T3", APPROVED)).code == "round_in_play"
    (ann,) = floor.win("T3", "a", straight_flush(1, "ann", 5), entered_at=9)
    floor.do(cmd.FinishRound("T3", "a"))
    assert floor.refused(cmd.RemoveTable("T3", APPROVED)).code == "claims_open"
    floor.do(cmd.DenyClaim(ann, APPROVED))
    floor.do(cmd.RemoveTable("T3", APPROVED))
    assert floor.refused(cmd.RemoveTable("T3", APPROVED)).code == "no_such_table"
    floor.do(cmd.RemoveTable("T1", APPROVED))
    assert floor.refused(cmd.RemoveTable("T2", APPROVED)).code == "no_such_table"


@pytest.mark.parametrize(
    "change",
    [
        {"reset": -1},
        {"cap": CONFIG.reset - 1},
        {"reset": 0, "cap": 0},
        {"contribution_rate": Fraction(0)},
        {"reserve_rate": Fraction(-1, 100)},
        {"contribution_rate": Fraction(29, 30) + Fraction(1, 1000)},
        {"prescribed_bet": 0},
        {"alarm_above": 0},
    ],
)
def test_parameters_that_cannot_work(change: dict[str, Any]) -> None:
    config = structs.replace(CONFIG, **change)
    answer = opening(("T1", HOLDEM), config=config)
    assert isinstance(answer, Refusal)
    assert answer.code == "config_not_possible"
    assert Floor(TABLES).refused(cmd.ProposeChange(config, APPROVED)).code == "config_not_possible"


def test_parameters_at_their_very_limits_work() -> None:
    all_of_it = structs.replace(CONFIG, contribution_rate=Fraction(29, 30), cap=CONFIG.reset)
    assert not isinstance(opening(("T1", HOLDEM), config=all_of_it), Refusal)


def test_no_parameter_has_a_default() -> None:
    assert all(field.required for field in structs.fields(LinkConfig))


@pytest.mark.parametrize(("approval", "code"), BAD_APPROVALS)
def test_two_different_people_with_sufficient_roles(approval: Approval, code: str) -> None:
    floor = Floor(TABLES)
    acts: list[cmd.JackpotCommand] = [
        cmd.ProposeChange(CONFIG, approval),
        cmd.CorrectDisplay(Fraction(1), approval),
        cmd.MoveMoney("display", Fraction(1), Revenue(), approval),
        cmd.CloseLink(Revenue(), approval),
        cmd.JoinTable(cmd.Member("T3", HOLDEM, 500), approval),
        cmd.RemoveTable("T1", approval),
    ]
    assert {floor.refused(act).code for act in acts} == {code}
    answer = opening(("T1", HOLDEM), approval=approval)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_a_change_waits_for_the_next_hit_of_all_and_brings_the_new_reset_value() -> None:
    floor = Floor(TABLES)
    new = structs.replace(CONFIG, reset=4_000_000, contribution_rate=Fraction(1, 10))
    floor.do(cmd.ProposeChange(new, APPROVED))
    assert floor.link.config == CONFIG
    floor.bet("T1", "a", 1, (1, "ann"), (2, "bob"))
    assert floor.shown == CONFIG.reset + 1000 * CONFIG.contribution_rate
    ann, bob = floor.win("T1", "a", straight_flush(1, "ann", 5), royal(2, "bob", 6), entered_at=9)
    floor.verify(ann, bob)
    floor.pay(ann)
    assert floor.link.config == CONFIG, "10 % is not all of it"
    floor.pay(bob)
    assert floor.link.config == new
    assert floor.link.queued is None
    assert floor.shown == 4_000_000


def test_a_change_waits_while_another_claim_is_still_open() -> None:
    floor = Floor(TABLES)
    floor.do(cmd.ProposeChange(structs.replace(CONFIG, reset=4_000_000), APPROVED))
    floor.bet("T1", "a", 1, (1, "ann"), (2, "bob"))
    ann, bob = floor.win("T1", "a", royal(1, "ann", 5), straight_flush(2, "bob", 6), entered_at=9)
    floor.verify(ann, bob)
    floor.pay(ann)
    assert floor.pay(bob).value == CONFIG.reset
    assert floor.link.queued is not None


def test_an_empty_pool_takes_a_change_at_once() -> None:
    floor = Floor(TABLES)
    floor.do(cmd.MoveMoney("display", Fraction(CONFIG.reset), Revenue(), APPROVED))
    new = structs.replace(CONFIG, reset=1_000_000)
    floor.do(cmd.ProposeChange(new, APPROVED))
    assert floor.link.config == new
    assert floor.shown == 1_000_000


def test_a_pool_that_is_emptied_takes_the_change_that_waits() -> None:
    floor = Floor(TABLES)
    new = structs.replace(CONFIG, reset=1_000_000)
    floor.do(cmd.ProposeChange(new, APPROVED))
    floor.do(cmd.MoveMoney("display", Fraction(CONFIG.reset), Revenue(), APPROVED))
    assert floor.link.config == new
    assert floor.shown == 1_000_000


def test_a_correction_is_documented_and_never_below_zero() -> None:
    floor = Floor(TABLES)
    floor.do(cmd.CorrectDisplay(Fraction(1, 3), APPROVED))
    assert floor.shown == CONFIG.reset + Fraction(1, 3)
    floor.do(cmd.CorrectDisplay(-floor.shown, APPROVED))
    assert floor.shown == 0
    assert floor.refused(cmd.CorrectDisplay(Fraction(-1, 1000), APPROVED)).code == "below_zero"
    assert floor.refused(cmd.CorrectDisplay(Fraction(0), APPROVED)).code == "argument_missing"
    floor.do(cmd.CorrectDisplay(Fraction(CONFIG.cap + 7), APPROVED))
    assert floor.shown == CONFIG.cap
    assert floor.link.overflow == 7


def test_a_correction_leaves_frozen_values_alone() -> None:
    floor = Floor(TABLES)
    floor.bet("T1", "a", 1, (1, "ann"))
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.do(cmd.CorrectDisplay(Fraction(-5000), APPROVED))
    floor.verify(ann)
    assert floor.pay(ann).value == CONFIG.reset + 500 * CONFIG.contribution_rate
    assert floor.shown == CONFIG.reset - 5000


def test_money_moves_to_another_link_with_both_halves_booked() -> None:
    grand, mini = Floor(TABLES), Floor({"T7": HOLDEM}, name="mini")
    grand.bet("T1", "a", 1, (1, "ann"))
    assert grand.refused(cmd.MoveMoney("display", Fraction(1), Revenue(), APPROVED)).code == "round_in_play"
    grand.do(cmd.FinishRound("T1", "a"))
    assert grand.refused(cmd.MoveMoney("display", Fraction(10**9), Revenue(), APPROVED)).code == "too_much"
    assert grand.refused(cmd.MoveMoney("reserve", Fraction(0), Revenue(), APPROVED)).code == "too_much"
    self_sent = cmd.MoveMoney("display", Fraction(1), OtherLink("grand"), APPROVED)
    assert grand.refused(self_sent).code == "too_much"
    grand.do(cmd.MoveMoney("display", Fraction(500_000), OtherLink("mini"), APPROVED))
    assert mini.refused(cmd.ReceiveMoney("display", Fraction(0), "grand")).code == "too_much"
    answer = decide(GAMES, mini.link, cmd.ReceiveMoney("display", Fraction(500_000), "grand"))
    assert not isinstance(answer, Refusal)
    received = answer[0]
    assert isinstance(received, ev.MoneyReceived)
    assert received.amount == 500_000
    assert received.overflow == 0


def test_received_money_beyond_the_cap_is_overflow() -> None:
    mini = Floor({"T7": HOLDEM}, structs.replace(CONFIG, cap=CONFIG.reset + 100), name="mini")
    answer = decide(GAMES, mini.link, cmd.ReceiveMoney("display", Fraction(300), "grand"))
    assert not isinstance(answer, Refusal)
    assert isinstance(answer[0], ev.MoneyReceived)
    assert answer[0].overflow == 200


def test_closing_moves_everything_and_takes_no_more_bets() -> None:
    floor = Floor(TABLES)
    floor.bet("T1", "a", 1, (1, "ann"))
    assert floor.refused(cmd.CloseLink(Revenue(), APPROVED)).code == "round_in_play"
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 5), entered_at=9)
    floor.do(cmd.FinishRound("T1", "a"))
    assert floor.refused(cmd.CloseLink(Revenue(), APPROVED)).code == "claims_open"
    floor.verify(ann)
    floor.pay(ann)
    assert floor.refused(cmd.CloseLink(Revenue(), APPROVED)).code == "claims_open"
    floor.do(cmd.CloseClaim(ann, SUPERVISOR))
    events = floor.do(cmd.CloseLink(Revenue(), APPROVED))
    assert [e.part for e in events if isinstance(e, ev.MoneyMoved)] == ["display", "reserve"]
    assert floor.link.closed
    late = cmd.AcceptBets("T1", "b", 20, (cmd.BetToAccept(1, "ann", 500),))
    assert floor.refused(late).code == "link_closed"


def test_a_link_begins_once_and_before_anything_else() -> None:
    answer = decide(GAMES, None, cmd.FinishRound("T1", "a"))
    assert isinstance(answer, Refusal)
    assert answer.code == "no_such_link"
    floor = Floor(TABLES)
    again = cmd.OpenLink(
        link="grand", operator=RWS, config=CONFIG, members=(cmd.Member("T1", HOLDEM, 500),), approval=APPROVED
    )
    assert floor.refused(again).code == "link_known"


def test_meters_of_a_gaming_day_close_by_the_same_identity() -> None:
    floor = Floor(TABLES)
    floor.bet("T1", "a", 1, (1, "ann"))
    floor.do(cmd.FinishRound("T1", "a"))
    opening_value, earlier = floor.link.pool, floor.link.meters
    floor.bet("T2", "b", 2, (1, "bob"))
    floor.back("T2", "b", 1, "bob")
    floor.bet("T1", "c", 3, (1, "ann"))
    day = floor.link.meters.since(earlier)
    assert day.wagers_in == 1000
    assert day.closing(opening_value) == floor.link.pool


def test_roles_of_single_people() -> None:
    config = structs.replace(CONFIG, overflow_to=Revenue())
    floor = Floor(TABLES, config)
    assert floor.refused(cmd.ReleaseOverflow(DEALER)).code == "role_too_low"
    assert isinstance(CONFIG.overflow_to, NextSeed)


def test_a_smaller_reset_value_after_a_hit_never_leaves_less_than_nothing() -> None:
    """A correction between detection and payment took more than the new reset value."""
    floor = Floor(TABLES)
    floor.do(cmd.ProposeChange(structs.replace(CONFIG, reset=0), APPROVED))
    floor.bet("T1", "a", 1, (1, "ann"))
    (ann,) = floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    floor.do(cmd.CorrectDisplay(Fraction(-5000), APPROVED))
    floor.verify(ann)
    floor.pay(ann)
    assert floor.shown == 0


def test_no_correction_takes_what_a_pending_claim_needs() -> None:
    """The sign shows the next reset value already, but the pool does not hold it yet."""
    floor = Floor(TABLES)
    floor.do(cmd.CorrectDisplay(Fraction(100 - CONFIG.reset), APPROVED))
    floor.bet("T1", "a", 1, (1, "ann"))
    floor.win("T1", "a", royal(1, "ann", 5), entered_at=9)
    assert floor.shown == CONFIG.reset
    assert floor.refused(cmd.CorrectDisplay(Fraction(-5000), APPROVED)).code == "below_zero"


def test_the_house_covers_what_a_ruled_order_lacks() -> None:
    """With no reset value, all paid before part leaves nothing for a correction made in between."""
    floor = Floor(TABLES, structs.replace(CONFIG, reset=0))
    floor.do(cmd.CorrectDisplay(Fraction(100_000), APPROVED))
    floor.bet("T1", "a", 1, (1, "ann"))
    floor.bet("T2", "b", 2, (1, "bob"))
    (ann,) = floor.win("T1", "a", straight_flush(1, "ann", 5), entered_at=9)
    floor.do(cmd.CorrectDisplay(Fraction(-50_000), APPROVED))
    (bob,) = floor.win("T2", "b", royal(1, "bob", 6), entered_at=10)
    events = floor.do(cmd.RuleOrder((bob, ann), SHIFT, "as the camera shows"))
    covered = events[-1]
    assert isinstance(covered, ev.ShortfallCovered)
    assert covered.amount == 50_000
    floor.verify(ann, bob)
    assert floor.pay(bob).slips[0].amount == 100_233
    assert floor.pay(ann).slips[0].amount == 0
