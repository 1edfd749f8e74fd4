"""Card sets at tables: no round without a counted set, none with one that is evidence; on both databases."""

import pytest
from msgspec import structs

from pitboss.audit.audit import audit
from pitboss.card_sets import commands as sc
from pitboss.card_sets import events as se
from pitboss.floor import Done
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.past_rounds import find_round
from pitboss.refusal import Refusal
from pitboss.store import Journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House, plate
from tests.floor.scripts import BETS, FOLDED, NOTHING, ROYAL, SET_IN_USE, play_everything
from tests.floor.test_dealers import Automatic
from tests.jackpots.floor import APPROVED, MANAGER, SUPERVISOR, THREE_CARD
from tests.jackpots.floor import DEALER as DEALER_AT_LINK

OTHER_SET = tuple(structs.replace(command, set="S2") for command in SET_IN_USE)
OUT = sc.TakeOut("S1", DEALER_AT_LINK)


@pytest.fixture
def house(journal: Journal) -> House:
    """One table with real cards that asks for card sets."""
    house = House(Floor(journal)).open({"T1": THREE_CARD})
    house.ok(house.floor.close_table("T1", DEALER, house.id()))
    answer = house.floor.open_table("T1", plate(THREE_CARD), house.id(), link="grand", card_sets=True)
    house.ok(answer)
    return house


def begin_refused(house: House) -> Refusal:
    answer = house.floor.begin_round("T1", DEALER, house.id())
    assert isinstance(answer, Refusal), answer
    assert answer.clauses
    return answer


def use(house: House, *commands: sc.CardSetCommand) -> None:
    for command in commands or SET_IN_USE:
        house.cards("T1", command)


def sound(house: House) -> None:
    report = audit(house.floor.journal)
    assert report.fault is None, report.fault
    house.check()


def test_a_round_begins_only_with_a_counted_set_in_use(house: House) -> None:
    for command in SET_IN_USE:
        assert begin_refused(house).code == "no_set_in_use"
        house.cards("T1", command)
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    past = find_round(house.floor.journal, "T1", 1)
    assert past is not None
    assert past.began.sets == ("S1",)
    use(house, OUT)
    assert begin_refused(house).code == "no_set_in_use"
    sound(house)


def test_sets_are_changed_between_rounds(house: House) -> None:
    use(house)
    house.begin("T1", *BETS)
    assert house.cards_refused("T1", OUT).code == "round_in_play"
    use(house, sc.CountSet(set="S1", count=52, by=DEALER_AT_LINK, witness=SUPERVISOR))
    house.play("T1", "close", *NOTHING, *FOLDED, "settle")
    use(house, OUT)


def test_a_set_that_is_counted_short_in_a_round_is_evidence_before_the_next(house: House) -> None:
    use(house)
    house.begin("T1", *BETS, "close", *NOTHING)
    use(house, sc.CountSet(set="S1", count=51, by=DEALER_AT_LINK, witness=SUPERVISOR, round="T1/1"))
    house.play("T1", *FOLDED, "settle")
    assert begin_refused(house).code == "no_set_in_use"
    sound(house)


def test_after_a_major_win_the_set_is_retained_before_another_round(house: House) -> None:
    use(house)
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED, "settle")
    (claim,) = house.state_of().claims
    house.verify(claim)
    house.pay(claim)
    house.play("T1", "settle")
    refusal = begin_refused(house)
    assert refusal.code == "retention_due"
    assert "T1/1" in refusal.message
    use(house, OUT, *OTHER_SET)
    assert begin_refused(house).code == "retention_due", "another set in its place does not help"
    assert house.cards_refused("T1", sc.DestroySet("S1", SUPERVISOR, MANAGER)).code == "retention_due"
    use(house, sc.RetainSet("S1", "major_win", "T1/1", SUPERVISOR))
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    assert house.cards_refused("T1", sc.DestroySet("S1", SUPERVISOR, MANAGER)).code == "set_retained"
    use(house, sc.ReleaseSet("S1", "major_win", "T1/1", APPROVED), sc.DestroySet("S1", SUPERVISOR, MANAGER))
    sound(house)


def test_a_win_is_demanded_with_its_detection_in_one_append(house: House) -> None:
    use(house)
    house.begin("T1", *BETS, "close", *ROYAL, *FOLDED)
    done = house.ok(house.step("T1", "settle"))
    assert [type(event) for event in done.events] == [fe.WinsEntered, se.RetentionDue]


def test_a_disputed_round_makes_its_own_set_evidence(house: House) -> None:
    """Also when another set has been in use since; and a round without sets has none."""
    use(house)
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    use(house, OUT, *OTHER_SET)
    house.begin("T1", *BETS, "close", *NOTHING, *FOLDED, "settle")
    asked = house.id()
    for _ in range(2):
        house.ok(house.floor.dispute("T1", 1, "he says he had a pair", DEALER, asked))
    refusal = begin_refused(house)
    assert refusal.code == "retention_due"
    assert "S1" in refusal.message
    use(house, sc.RetainSet("S1", "dispute", "T1/1", SUPERVISOR))
    house.begin("T1")
    answer = house.floor.dispute("T1", 9, "of no round", DEALER, house.id())
    assert isinstance(answer, Refusal)
    assert answer.code == "no_such_round"
    answer = house.floor.dispute("T1", 2, " ", DEALER, house.id())
    assert isinstance(answer, Refusal)
    assert answer.code == "argument_missing"
    sound(house)


def test_decks_stay_at_a_table_that_is_closed_and_opened_again(house: House) -> None:
    use(house)
    house.ok(house.floor.close_table("T1", DEALER, house.id()))
    answer = house.floor.open_table("T1", plate(THREE_CARD), house.id(), link="grand", card_sets=True)
    house.ok(answer)
    house.begin("T1")


def test_the_history_of_a_set_is_found_by_its_positions(house: House) -> None:
    use(house, *SET_IN_USE, *OTHER_SET[:1])
    state = house.floor.table("T1")
    assert state is not None
    kinds = [house.floor.journal.read_all(at - 1, 1)[0].kind for at in state.set_acts["S1"]]
    assert kinds == ["SetOpened", "SetCounted", "SetPutInUse"]
    assert len(state.set_acts["S2"]) == 1


def test_a_repeated_command_counts_once_and_two_servers_agree(house: House, journal: Journal) -> None:
    other = House(Floor(journal), name="o")
    asked = house.id()
    for floor in (house.floor, other.floor, house.floor):
        assert isinstance(floor.to_card_sets("T1", SET_IN_USE[0], DEALER, asked), Done)
    other.cards("T1", SET_IN_USE[1])
    house.cards("T1", SET_IN_USE[2])
    assert other.cards_refused("T1", SET_IN_USE[2]).code == "set_in_use"
    other.begin("T1")


def test_the_softwares_own_shoe_has_no_card_sets(journal: Journal) -> None:
    refusal = Automatic(journal).house.cards_refused("T1", SET_IN_USE[0])
    assert refusal.code == "no_card_sets"
    assert refusal.clauses


def test_the_audit_passes_a_night_with_card_sets_and_a_reading_shoe(journal: Journal) -> None:
    play_everything(journal)
    report = audit(journal)
    assert report.fault is None, report.fault
