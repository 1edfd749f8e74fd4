"""The decks of a table: who may do what with them, when, and by which clauses."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from pitboss.card_sets import CardSets, decide, evolve, fold, round_refusal
from pitboss.card_sets import commands as cmd
from pitboss.card_sets import events as ev
from pitboss.card_sets.state import CardSetBroken, Hold
from pitboss.people import Approval, Person
from pitboss.refusal import Refusal
from pitboss.sheets import Game, load, sheet_ids

GAME = load("rws-three-card-v3")
STUD = load("mbs-megalink-stud-v9")
DEALER = Person("Dan", "dealer")
SUPERVISOR = Person("Sue", "pit_supervisor")
MANAGER = Person("Max", "pit_manager")
SHIFT = Person("Kim", "shift_manager")
APPROVED = Approval(MANAGER, SHIFT, "the claim is paid")

OPEN = cmd.OpenSet("S1", "red lattice", DEALER, SUPERVISOR)
COUNT = cmd.CountSet(set="S1", count=52, by=DEALER, witness=SUPERVISOR)
USE = cmd.PutInUse("S1", "shuffler", True, DEALER)
OUT = cmd.TakeOut("S1", DEALER)
RETAIN = cmd.RetainSet("S1", "major_win", "T1/17", SUPERVISOR)
RELEASE = cmd.ReleaseSet("S1", "major_win", "T1/17", APPROVED)
DESTROY = cmd.DestroySet("S1", SUPERVISOR, MANAGER)
OTHER = (structs.replace(OPEN, set="S2", backs="blue lattice"), structs.replace(COUNT, set="S2"))


def after(*commands: cmd.CardSetCommand, game: Game = GAME) -> CardSets:
    """The sets after commands that must all be accepted."""
    state = CardSets()
    for command in commands:
        answer = decide(game, state, command)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = evolve(state, event)
    return state


def refused(command: cmd.CardSetCommand, *before: cmd.CardSetCommand, game: Game = GAME) -> Refusal:
    """The refusal of a command after others."""
    answer = decide(game, after(*before, game=game), command)
    assert isinstance(answer, Refusal)
    assert answer.clauses
    assert all(clause in game.register for clause in answer.clauses)
    return answer


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_set_lives_from_the_seal_to_its_destruction(sheet: str) -> None:
    game = load(sheet)
    events: list[ev.CardSetEvent] = []
    state = CardSets()
    seen = []
    for command in (OPEN, COUNT, USE, RETAIN, RELEASE, COUNT, USE, OUT, COUNT, DESTROY):
        answer = decide(game, state, command)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            state = evolve(state, event)
            events.append(event)
        seen.append(state.sets["S1"].status if "S1" in state.sets else "destroyed")
    assert seen == [
        *("opened", "counted", "in_use", "retained", "opened"),
        *("counted", "in_use", "opened", "counted", "destroyed"),
    ]
    assert state == CardSets({}, frozenset({"S1"}))
    stored = [msgspec.json.encode(event) for event in events]
    again = [msgspec.json.decode(line, type=ev.CardSetEvent) for line in stored]
    assert fold(again) == state
    for event in events:
        if cited := getattr(event, "cited", None):
            assert cited.sheet == sheet
            assert all(clause in game.register for clause in cited.clauses)


def test_the_table_uses_a_counted_set_of_52() -> None:
    refusal = refused(USE, OPEN)
    assert (refusal.code, refusal.clauses) == ("set_not_counted", ("2.2.1", "5.8.3"))
    assert after(OPEN, COUNT, USE).in_use[0].id == "S1"
    assert refused(USE, OPEN, COUNT, USE).code == "set_in_use"
    assert refused(USE, OPEN, COUNT, USE, OUT).code == "set_not_counted"


@pytest.mark.parametrize(
    ("changes", "clauses", "stud_clauses"),
    [
        ({"count": 51}, ("5.8.3",), ("5.1", "5.8")),
        ({"count": 53}, ("5.8.3",), ("5.1", "5.8")),
        ({"foreign": 1}, ("5.8.1",), ("5.1",)),
        ({"count": 53, "foreign": 1}, ("5.8.3", "5.8.1"), ("5.1", "5.8")),
        ({"damaged": 1}, ("5.23",), ("6.1",)),
    ],
)
@pytest.mark.parametrize("in_use", [False, True])
def test_a_set_that_is_not_right_is_evidence(
    changes: dict[str, int], clauses: tuple[str, ...], stud_clauses: tuple[str, ...], in_use: bool
) -> None:
    """MSS 5.8: in doubt the cards are counted. RWS 5.8.1 and 5.8.3, MSS 5.1: wrong cards void a round."""
    for game, expected in ((GAME, clauses), (STUD, stud_clauses)):
        before = after(OPEN, COUNT, USE, game=game) if in_use else after(OPEN, game=game)
        found = structs.replace(COUNT, round="T1/17", **changes)
        answer = decide(game, before, found)
        assert not isinstance(answer, Refusal)
        counted, retained = answer
        assert isinstance(counted, ev.SetCounted)
        assert isinstance(retained, ev.SetRetained)
        assert not counted.fit
        assert retained.cited.clauses == expected
        state = before
        for event in answer:
            state = evolve(state, event)
        assert state.sets["S1"].status == "retained"
        assert state.sets["S1"].holds == (Hold("irregularity", "T1/17"),)
        assert state.in_use == ()
        again = decide(game, state, found)
        assert not isinstance(again, Refusal)
        assert [type(event) for event in again] == [ev.SetCounted]
        right = decide(game, state, COUNT)
        assert not isinstance(right, Refusal)
        assert evolve(state, right[0]) == state


def test_a_right_count_in_doubt_leaves_the_set_in_use() -> None:
    assert after(OPEN, COUNT, USE, COUNT).sets["S1"].status == "in_use"
    answer = decide(STUD, after(OPEN, game=STUD), COUNT)
    assert not isinstance(answer, Refusal)
    assert isinstance(answer[0], ev.SetCounted)
    assert answer[0].cited.clauses == ("2.1", "5.8")


def test_unshuffled_cards_are_not_put_in_use() -> None:
    raw = structs.replace(USE, shuffled=False)
    assert refused(raw, OPEN, COUNT).clauses == ("5.8.5",)
    assert refused(raw, OPEN, COUNT, game=STUD).clauses == ("5.1",)


def test_a_shoe_holds_one_set_and_a_shuffler_two() -> None:
    shoe, other = structs.replace(USE, device="shoe"), structs.replace(USE, set="S2")
    in_shoe = structs.replace(other, device="shoe")
    refusal = refused(in_shoe, OPEN, COUNT, *OTHER, shoe)
    assert (refusal.code, refusal.clauses) == ("device_full", ("2.2.1",))
    assert refused(in_shoe, OPEN, COUNT, *OTHER, shoe, game=STUD).clauses == ("2.1",)
    assert len(after(OPEN, COUNT, *OTHER, USE, other).in_use) == 2
    third = structs.replace(OPEN, set="S3"), structs.replace(COUNT, set="S3")
    refusal = refused(structs.replace(USE, set="S3"), OPEN, COUNT, *OTHER, USE, other, *third)
    assert refusal.code == "device_full"
    assert "S1 and S2" in refusal.message
    assert len(after(OPEN, COUNT, *OTHER, shoe, OUT, in_shoe).in_use) == 1


def test_two_sets_in_a_shuffler_have_backs_that_differ() -> None:
    opened = structs.replace(OPEN, set="S2", backs="  Red   LATTICE ")
    before = (OPEN, COUNT, USE, opened, structs.replace(COUNT, set="S2"))
    refusal = refused(structs.replace(USE, set="S2"), *before)
    assert (refusal.code, refusal.clauses) == ("backs_alike", ("5.8.1",))


def test_a_retained_set_stays_until_every_matter_is_closed() -> None:
    """25 CFR 543.10 and its like: cards under investigation are kept."""
    dispute = structs.replace(RETAIN, cause="dispute", round="T1/18")
    held = (OPEN, COUNT, USE, RETAIN, dispute)
    for command in (USE, DESTROY):
        refusal = refused(command, *held)
        assert refusal.code == "set_retained"
        assert "major win, dispute" in refusal.message
    assert decide(GAME, after(*held), RETAIN) == ()
    assert after(*held, RELEASE).sets["S1"].status == "retained"
    second = structs.replace(RELEASE, cause="dispute", round="T1/18")
    assert after(*held, RELEASE, second).sets["S1"].status == "opened"
    assert after(*held, second, RELEASE, DESTROY).sets == {}
    assert refused(RELEASE, *held, RELEASE).code == "no_such_hold"
    assert refused(RELEASE, OPEN).code == "no_such_hold"
    assert after(OPEN, RETAIN).sets["S1"].status == "retained"


@pytest.mark.parametrize(
    ("command", "before", "code"),
    [
        (OPEN, (OPEN,), "set_known"),
        (OPEN, (OPEN, DESTROY), "set_known"),
        (COUNT, (), "no_such_set"),
        (COUNT, (OPEN, DESTROY), "no_such_set"),
        (OUT, (OPEN,), "set_not_in_use"),
        (OUT, (OPEN, COUNT, USE, RETAIN), "set_not_in_use"),
        (DESTROY, (OPEN, COUNT, USE), "set_in_use"),
        (structs.replace(OPEN, set="  "), (), "argument_missing"),
        (structs.replace(OPEN, backs=" "), (), "argument_missing"),
        (structs.replace(COUNT, count=-1), (OPEN,), "argument_missing"),
        (structs.replace(COUNT, foreign=-1), (OPEN,), "argument_missing"),
        (structs.replace(RETAIN, round=" "), (OPEN,), "argument_missing"),
    ],
)
def test_impossible_acts_are_refused(
    command: cmd.CardSetCommand, before: tuple[cmd.CardSetCommand, ...], code: str
) -> None:
    assert refused(command, *before).code == code


@pytest.mark.parametrize(
    ("command", "changes", "code"),
    [
        (OPEN, {"witness": DEALER}, "same_person"),
        (OPEN, {"witness": Person("Deb", "dealer")}, "role_too_low"),
        (OPEN, {"by": Person(" ", "dealer")}, "argument_missing"),
        (COUNT, {"witness": Person(" dan ", "pit_manager")}, "same_person"),
        (COUNT, {"witness": Person("Deb", "dealer")}, "role_too_low"),
        (USE, {"by": Person("", "dealer")}, "argument_missing"),
        (OUT, {"by": Person("", "dealer")}, "argument_missing"),
        (RETAIN, {"by": DEALER}, "role_too_low"),
        (RELEASE, {"approval": Approval(MANAGER, SUPERVISOR, "why")}, "role_too_low"),
        (RELEASE, {"approval": Approval(SHIFT, SHIFT, "why")}, "same_person"),
        (RELEASE, {"approval": Approval(MANAGER, SHIFT, " ")}, "argument_missing"),
        (DESTROY, {"by": DEALER}, "role_too_low"),
        (DESTROY, {"witness": Person("Sid", "pit_supervisor")}, "role_too_low"),
        (DESTROY, {"witness": SUPERVISOR}, "same_person"),
    ],
)
def test_people_without_the_permission_are_refused(
    command: cmd.CardSetCommand, changes: dict[str, Any], code: str
) -> None:
    before = () if command is OPEN else (OPEN,)
    assert refused(structs.replace(command, **changes), *before).code == code


def test_a_higher_role_may_always_act() -> None:
    """RWS 1.13; MSS 6.2."""
    anybody = structs.replace(OPEN, by=SHIFT, witness=MANAGER)
    assert after(anybody, structs.replace(COUNT, by=MANAGER, witness=SHIFT)).sets["S1"].status == "counted"


def test_a_set_that_is_evidence_keeps_rounds_from_beginning_until_it_is_retained() -> None:
    demand = cmd.DemandRetention("S1", "major_win", "T1/17")
    in_use = (OPEN, COUNT, USE)
    assert round_refusal(GAME, after(*in_use), "shuffler", needs_a_set=True) is None
    evidence = after(*in_use, demand, demand, OUT, *OTHER, structs.replace(USE, set="S2"))
    assert [hold.round for hold in evidence.sets["S1"].due] == ["T1/17"]
    refusal = round_refusal(GAME, evidence, "shuffler", needs_a_set=False)
    assert refusal is not None
    assert refusal.code == "retention_due"
    assert refused(USE, *in_use, demand, OUT, COUNT).code == "retention_due"
    assert refused(DESTROY, *in_use, demand, OUT).code == "retention_due"
    retained = after(*in_use, demand, RETAIN, demand, *OTHER, structs.replace(USE, set="S2"))
    assert round_refusal(GAME, retained, "shuffler", needs_a_set=True) is None


def test_a_round_needs_a_set_where_the_table_says_so_and_one_that_fits_the_device() -> None:
    empty = round_refusal(GAME, after(OPEN, COUNT), "shoe", needs_a_set=True)
    assert empty is not None
    assert (empty.code, empty.clauses) == ("no_set_in_use", ("2.2.1",))
    assert round_refusal(GAME, after(OPEN, COUNT), "shoe", needs_a_set=False) is None
    two = after(OPEN, COUNT, USE, *OTHER, structs.replace(USE, set="S2"))
    full = round_refusal(GAME, two, "shoe", needs_a_set=True)
    assert full is not None
    assert full.code == "device_full"


@pytest.mark.parametrize("sheet", sheet_ids())
def test_faults_of_a_deck_can_be_reported_in_a_round(sheet: str) -> None:
    """A wrong set and a device that runs out void the round by a clause that the sheet lets staff report."""
    game = load(sheet)
    deck = game.sheet.deck
    for clauses in (
        deck.wrong_count,
        deck.foreign_card,
        deck.unshuffled,
        deck.runs_out or game.ruling_clauses,
    ):
        assert clauses[0] in game.sheet.irregularities


@pytest.mark.parametrize(
    "event",
    [
        ev.SetOpened("S1", "red", DEALER, SUPERVISOR),
        ev.SetTakenOut("S1", DEALER),
        decide(GAME, after(OPEN, COUNT), USE)[0],  # type: ignore[index]
    ],
)
def test_an_event_that_cannot_have_happened_is_a_defect(event: ev.CardSetEvent) -> None:
    with pytest.raises(CardSetBroken):
        evolve(after(OPEN), event)
    with pytest.raises(CardSetBroken):
        evolve(after(OPEN, COUNT, USE), ev.SetDestroyed("S1", SUPERVISOR, MANAGER))
