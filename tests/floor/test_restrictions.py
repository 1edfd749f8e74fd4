"""Restrictions of players and tables on a live floor: kept by a table that opens again, lifted by an act."""

import pytest

from pitboss.audit.audit import audit
from pitboss.citation import Clause
from pitboss.floor import Actor
from pitboss.floor.tables.opening import notices
from pitboss.floor.tables.prompts import Prompt, prompts
from pitboss.floor.tables.table import TableState, memory_now
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.views import view
from pitboss.store import Journal
from pitboss.words import say
from tests.floor.house import DEALER, House, plate
from tests.jackpots.floor import APPROVED
from tests.sheets.shipped import shipped_texts

STUD, THREE = "mbs-megalink-stud-v9", "rws-three-card-v3"
SUPERVISOR, MANAGER = Actor("sue", "pit_supervisor"), Actor("max", "pit_manager")
SHIFT = Actor("mia", "shift_manager")
BETS = ("bet 1 ann ante 25", "bet 1 bob ante 25")
BAR = "report 5.9 box=1 player=bob by=shift_manager reason=they looked at another's hand"
LIFT = cmd.LiftRestriction(clause="5.9", player="bob", reason="the film shows nothing")


def told(prompted: tuple[Prompt, ...]) -> tuple[tuple[str, tuple[Clause, ...]], ...]:
    """Prompts in English, with their clauses."""
    return tuple((say(why), clauses) for why, clauses in prompted)


@pytest.fixture
def house(journal: Journal) -> House:
    return House(journal).open({"T1": STUD, "T2": STUD})


def table(house: House, name: str = "T1") -> TableState:
    state = house.floor.table(name)
    assert state is not None
    return state


def reopen(house: House) -> None:
    house.ok(house.floor.close_table("T1", MANAGER, house.id()))
    house.ok(house.floor.reopen_table("T1", None, MANAGER, house.id()))


def read_as(house: House, choice: str) -> None:
    """Bring the stud sheet into force with another reading of how far a bar goes."""
    text, clauses = shipped_texts(STUD)
    other = text.replace('choice = "this_table"', f'choice = "{choice}"')
    assert other != text or choice == "this_table"
    if other != text:
        house.ok(house.floor.new_sheet(other, clauses, APPROVED))


def barred_then_reopened(house: House, choice: str) -> None:
    read_as(house, choice)
    house.begin("T1", *BETS, BAR, "close", "interrupt", "choose 1 withdraw", "settle")
    reopen(house)


@pytest.mark.parametrize(
    ("choice", "here", "elsewhere"),
    [("this_table", True, False), ("session_of_the_table", False, False), ("every_table", True, True)],
)
def test_mss_5_9_how_far_a_bar_goes_is_a_reading(
    house: House, choice: str, here: bool, elsewhere: bool
) -> None:
    barred_then_reopened(house, choice)
    for name, barred in (("T1", here), ("T2", elsewhere)):
        house.begin(name, "bet 1 ann ante 25")
        answer = house.step(name, "bet 1 bob ante 25")
        assert isinstance(answer, Refusal) == barred
        if isinstance(answer, Refusal):
            assert (answer.code, answer.clauses) == ("player_barred", ("5.9", "5.10.3"))
    assert audit(house.floor.journal).fault is None


def test_mss_5_9_a_bar_is_lifted_where_it_was_imposed_and_then_holds_nowhere(house: House) -> None:
    barred_then_reopened(house, "every_table")
    house.begin("T2", "bet 1 ann ante 25", "close", "interrupt", "choose 1 withdraw", "settle")
    house.begin("T1", "bet 1 ann ante 25")
    low = house.floor.act("T1", LIFT, MANAGER, house.id())
    assert isinstance(low, Refusal)
    assert (low.code, low.clauses[0]) == ("role_too_low", "5.9")
    house.ok(house.floor.act("T1", LIFT, SHIFT, house.id()))
    house.play("T1", "bet 1 bob ante 25")
    house.begin("T2", "bet 1 ann ante 25", "bet 1 bob ante 25")
    assert audit(house.floor.journal).fault is None


def test_mss_5_13_the_one_time_ends_with_the_session_of_a_table(house: House) -> None:
    house.begin("T1", "bet 1 ann ante 10 unnoticed", "close", "deal 1 Js Jd 8h 4s 2c")
    house.play("T1", "deal dealer Ad Kh 9c 6d 2h", "look 1", "bet 1 ann bet 20", "reveal", "settle")
    assert memory_now(table(house)).under_minimum == {"ann"}
    reopen(house)
    assert memory_now(table(house)) == cmd.Memory()


@pytest.mark.parametrize(("dealers", "used"), [("Ad Kh 9c 6d 2h", set()), ("Ad Kh 8c 6d 2h", {"ann"})])
def test_mss_5_13_at_a_live_table_a_stand_off_uses_nothing_up(
    house: House, dealers: str, used: set[str]
) -> None:
    house.begin(
        "T1", "bet 1 ann ante 10 unnoticed", "close", "deal 1 As Kd 9h 6s 2c", f"deal dealer {dealers}"
    )
    house.play("T1", "look 1", "bet 1 ann bet 20", "reveal", "settle")
    assert memory_now(table(house)).under_minimum == used


def test_5_17_2_a_restriction_outlives_an_opening_and_is_lifted_with_role_and_reason(house: House) -> None:
    house.ok(house.floor.open_table("T3", plate(THREE), house.id()))
    house.begin("T3", "bet 1 ann ante 25", "report 5.17.2 action=block box=2 by=pit_manager", "close")
    house.play("T3", "interrupt", "settle")
    house.ok(house.floor.close_table("T3", MANAGER, house.id()))
    house.ok(house.floor.reopen_table("T3", None, MANAGER, house.id()))
    game = house.floor.rulebook.games[THREE]
    assert notices(game, table(house, "T3"))[0][1] == ("5.17.2b",)
    house.begin("T3")
    lift = cmd.LiftRestriction(clause="5.17.2", action="block", boxes=(2,))
    bare = house.floor.act("T3", lift, MANAGER, house.id())
    assert isinstance(bare, Refusal)
    assert bare.code == "argument_missing"
    lift = cmd.LiftRestriction(clause="5.17.2", action="block", boxes=(2,), reason="replaced")
    low = house.floor.act("T3", lift, SUPERVISOR, house.id())
    assert isinstance(low, Refusal)
    assert low.code == "role_too_low"
    house.ok(house.floor.act("T3", lift, MANAGER, house.id()))
    house.play("T3", "bet 2 ann ante 25")
    assert not notices(game, table(house, "T3"))
    assert audit(house.floor.journal).fault is None


def test_5_17_2_a_table_that_was_closed_begins_again_once_that_is_lifted(house: House) -> None:
    house.ok(house.floor.open_table("T3", plate(THREE), house.id()))
    house.begin("T3", "bet 1 ann ante 25", "report 5.17.2 action=close by=pit_manager", "close")
    house.play("T3", "interrupt", "settle")
    closed = house.floor.begin_round("T3", DEALER, house.id())
    assert isinstance(closed, Refusal)
    assert "lifted" in closed.message
    lift = cmd.LiftRestriction(clause="5.17.2", action="close", reason="restored")
    house.ok(house.floor.act("T3", lift, MANAGER, house.id()))
    house.begin("T3", "bet 1 ann ante 25")
    assert audit(house.floor.journal).fault is None


def test_mss_3_10_1_a_supervisor_views_what_is_not_shown_and_nobody_else_sees_it(house: House) -> None:
    house.begin("T1", "bet 1 ann ante 25", "close", "deal 1 Js Jd 8h 4s 2c", "deal dealer Ad Kh 9c 6d 2h")
    house.play("T1", "look 1", "bet 1 ann bet 50", "reveal", "decline 1")
    for by, code in ((DEALER, "role_too_low"), (Actor("ann", "player"), "role_too_low")):
        answer = house.floor.act("T1", cmd.ViewHand(1), by, house.id())
        assert isinstance(answer, Refusal)
        assert answer.code == code
    house.ok(house.floor.act("T1", cmd.ViewHand(1), SUPERVISOR, house.id()))
    house.play("T1", "settle")
    house.ok(house.floor.act("T1", cmd.ViewHand(1), MANAGER, house.id()))
    seen = view(house.floor.rulebook.games[STUD], house.round("T1"))
    assert set(seen.boxes[0].cards) == {"?"}
    assert audit(house.floor.journal).fault is None


@pytest.mark.parametrize(("sheet", "clauses"), [(STUD, ("1.1.3", "3.4.1")), (THREE, ("3.7",))])
def test_3_7_and_mss_3_4_1_the_dealer_is_prompted_about_looks(
    house: House, sheet: str, clauses: tuple[str, ...]
) -> None:
    house.ok(house.floor.open_table("T3", plate(sheet), house.id()))
    game, cards = house.floor.rulebook.games[sheet], {STUD: 5, THREE: 3}[sheet]
    house.begin("T3", "bet 1 ann ante 25", "bet 2 bob ante 25")
    assert prompts(game, table(house, "T3")) == ()
    house.play("T3", "bet 3 ann ante 25")
    assert told(prompts(game, table(house, "T3"))) == (
        ("ann plays boxes 1 and 3, and may examine 1 hand only.", clauses),
    )
    unknown = " ?" * cards
    house.play(
        "T3", "close", *(f"deal {place}{unknown}" for place in (1, 2, 3, "dealer")), "look 1", "look 3"
    )
    judged = ("6.1",) if sheet == STUD else ("5.18",)
    assert told(prompts(game, table(house, "T3"))) == (
        ("ann has examined the hands of boxes 1 and 3, and may examine 1 hand only.", (*clauses, *judged)),
    )
