"""An id that a command was sent with: whose it is, and that nothing else is done or remembered by it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs

from pitboss.audit.audit import audit
from pitboss.cards import parse_card
from pitboss.floor import SYSTEM, Actor, Done
from pitboss.floor import proposed as pa
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.events import Read
from pitboss.floor.tables.money import BuyIn, CashOut
from pitboss.jackpots import commands as lc
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.round import commands as cmd
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, READER, House, plate
from tests.floor.scripts import SET_IN_USE
from tests.floor.two_people import PIT, SHIFT, desk_on
from tests.jackpots.floor import APPROVED, SUPERVISOR, THREE_CARD
from tests.loops import on_a_loop
from tests.store.quick import quick_journal
from tests.waiting import at_once

ANN, BOB = Actor("ann", "player"), Actor("bob", "player")
MANAGER = Actor("max", "pit_manager")
BET = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500)
MORE = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=5000)

Act = Callable[[str], Done | Refusal]


@pytest.fixture
def house(journal: Journal) -> House:
    found = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})
    found.begin("T1")
    return found


def reused(answer: object, name: str = "the same") -> None:
    """The answer to a command under an id that was used for another."""
    assert answer == refuse("command_id_reused", because("command_id_reused", id=name), ())


def is_what_the_journal_holds(floor: Floor, *tables: str) -> None:
    """What is held of tables, without another look at the journal, is the fold of their streams."""
    fresh = Floor(floor.journal)
    for table in tables:
        held = floor.tables.get(table)
        folded = fresh.tables.at(table, held.version)
        assert (held.state, held.position) == (folded.state, folded.position)


def pairs(floor: Floor) -> dict[str, tuple[Act, Act]]:
    """Of every command to a floor, one that is accepted and one that differs from it in a single value."""
    read = Read(1, 1, parse_card("2h"))
    sit, method = floor.sit_down, fe.Method("shoe", "", 7)
    fail = lc.FailSystem(SUPERVISOR, "the sign is dark")
    card_set = structs.replace(SET_IN_USE[0], set="A2")
    return {
        "amount": (lambda i: floor.act("T1", BET, ANN, i), lambda i: floor.act("T1", MORE, ANN, i)),
        "table": (lambda i: floor.act("T1", BET, ANN, i), lambda i: floor.act("T2", BET, ANN, i)),
        "round": (
            lambda i: floor.act("T1", BET, ANN, i, number=1),
            lambda i: floor.act("T1", BET, ANN, i, number=2),
        ),
        "role": (
            lambda i: floor.act("T1", BET, DEALER, i),
            lambda i: floor.act("T1", BET, Actor(DEALER.name, "pit_supervisor"), i),
        ),
        "who confirms": (
            lambda i: floor.act("T1", BET, MANAGER, i, entered=DEALER),
            lambda i: floor.act("T1", BET, Actor("mia", "pit_manager"), i, entered=DEALER),
        ),
        "on whose screen": (
            lambda i: floor.act("T1", BET, DEALER, i),
            lambda i: floor.act("T1", BET, MANAGER, i, entered=DEALER),
        ),
        "operation": (
            lambda i: floor.act("T1", BET, DEALER, i),
            lambda i: floor.begin_round("T1", DEALER, i),
        ),
        "chips": (
            lambda i: floor.money("T1", BuyIn(player="ann", amount=500, by=DEALER), DEALER, i),
            lambda i: floor.money("T1", BuyIn(player="ann", amount=1_000_000, by=DEALER), DEALER, i),
        ),
        "chips back": (
            lambda i: floor.money("T1", BuyIn(player="ann", amount=500, by=DEALER), DEALER, i),
            lambda i: floor.money("T1", CashOut("ann", 500, DEALER), DEALER, i),
        ),
        "seat": (lambda i: sit("T1", 3, "ann", ANN, i), lambda i: sit("T1", 4, "ann", ANN, i)),
        "standing up": (
            lambda i: floor.act("T1", BET, ANN, i),
            lambda i: floor.stand_up("T1", 1, ANN, i),
        ),
        "opening": (
            lambda i: floor.open_table("T3", plate(THREE_CARD), i, idle_rounds=1),
            lambda i: floor.open_table("T3", plate(THREE_CARD), i, idle_rounds=2),
        ),
        "closing": (
            lambda i: floor.close_table("T2", MANAGER, i),
            lambda i: floor.close_table("T2", MANAGER, i, after_round=True),
        ),
        "method": (
            lambda i: floor.change_method("T2", method, MANAGER, i),
            lambda i: floor.change_method("T2", structs.replace(method, boxes=6), MANAGER, i),
        ),
        "notice": (
            lambda i: floor.post_notice("T1", "back at nine", MANAGER, i),
            lambda i: floor.post_notice("T1", "back at ten", MANAGER, i),
        ),
        "plate": (
            lambda i: floor.change_plate("T2", plate(THREE_CARD), (100, 500), APPROVED, i),
            lambda i: floor.change_plate("T2", plate(THREE_CARD), (100, 900), APPROVED, i),
        ),
        "begin": (
            lambda i: floor.begin_round("T2", DEALER, i),
            lambda i: floor.begin_round("T1", DEALER, i),
        ),
        "deal": (
            lambda i: floor.act("T1", BET, DEALER, i),
            lambda i: floor.deal_next("T1", DEALER, i),
        ),
        "time": (
            lambda i: floor.act("T1", BET, SYSTEM, i),
            lambda i: floor.time_is_up("T1", 1, SYSTEM, i),
        ),
        "read": (
            lambda i: floor.read_card("T1", read, READER, i),
            lambda i: floor.read_card("T1", structs.replace(read, sequence=2), READER, i),
        ),
        "card set": (
            lambda i: floor.to_card_sets("T1", SET_IN_USE[0], DEALER, i),
            lambda i: floor.to_card_sets("T1", card_set, DEALER, i),
        ),
        "dispute": (
            lambda i: floor.dispute("T1", 1, "the cut card", DEALER, i),
            lambda i: floor.dispute("T1", 1, "the Dealer's hand", DEALER, i),
        ),
        "link": (
            lambda i: floor.to_link("grand", fail, DEALER, i),
            lambda i: floor.to_link("grand", structs.replace(fail, reason="a wire"), DEALER, i),
        ),
    }


CASES = (
    *("amount", "table", "round", "role", "who confirms", "on whose screen", "operation", "chips"),
    *("chips back", "seat", "standing up", "opening", "closing", "method", "notice", "plate", "begin"),
    *("deal", "time", "read", "card set", "dispute", "link"),
)


def test_every_case_is_tried(house: House) -> None:
    assert set(CASES) == set(pairs(house.floor))


@pytest.mark.parametrize("case", CASES)
def test_an_id_stands_for_one_command(tmp_path: Path, case: str) -> None:
    """Sent again it is answered as before, by any server; with one value changed it is refused by all."""
    with quick_journal(tmp_path / "j.db") as journal:
        house = House(journal).open({"T1": THREE_CARD, "T2": THREE_CARD})
        house.begin("T1", *(("bet 2 bob ante 25", "close") if case == "read" else ()))
        other = Floor(journal)
        other.tables.get("T1"), other.tables.get("T2")
        one, another = pairs(house.floor)[case]
        there, another_there = pairs(other)[case]
        first = house.ok(one("the same"))
        assert not first.repeated
        position = journal.last_position()
        reused(another_there("the same"))
        reused(another("the same"))
        for again in (one("the same"), there("the same")):
            assert again == Done(first=first.first, last=first.last, repeated=True)
        assert journal.last_position() == position
        is_what_the_journal_holds(house.floor, "T1", "T2")
        is_what_the_journal_holds(other, "T1", "T2")


def test_a_server_that_knows_less_folds_nothing_that_was_not_recorded(house: House) -> None:
    """Both decide on one version, and both appends would have left it at the same."""
    other = Floor(house.floor.journal)
    other.tables.get("T1")
    house.ok(house.floor.act("T1", MORE, ANN, "the same"))
    reused(other.act("T1", BET, ANN, "the same"))
    is_what_the_journal_holds(other, "T1")
    table = other.tables.get("T1").state
    assert table is not None
    assert table.round is not None
    assert table.round.box(1).total("ante", "ann") == 5000
    assert audit(house.floor.journal).sound


def test_an_id_of_somebody_else_says_nothing(house: House) -> None:
    """A stranger who sends what was recorded for another is refused as with any id, or done for himself."""
    house.ok(house.floor.act("T1", BET, ANN, "the same"))
    refused = house.floor.act("T1", BET, BOB, "the same")
    assert isinstance(refused, Refusal)
    assert refused.code == "not_ones_own"
    own = house.ok(
        house.floor.act("T1", cmd.PlaceBet(box=2, player="bob", bet="ante", amount=2500), BOB, "the same")
    )
    assert not own.repeated
    bought = house.ok(house.floor.money("T1", BuyIn(player="eve", amount=500, by=DEALER), DEALER, "the same"))
    assert not bought.repeated, "nor is it an id of whoever deals"


def test_an_id_is_not_used_for_something_else_that_would_be_refused_or_change_nothing(house: House) -> None:
    house.ok(house.floor.act("T1", BET, ANN, "the same"))
    reused(house.floor.act("T1", cmd.PlaceBet(box=1, player="ann", bet="ante", amount=1), ANN, "the same"))
    reused(house.floor.act("T9", BET, ANN, "the same"))
    house.play("T1", "bet 2 bob ante 25", "close")
    reads = [Read(1, number, parse_card(card)) for number, card in ((1, "2h"), (2, "4d"))]
    for number, read in enumerate(reads):
        house.ok(house.floor.read_card("T1", read, READER, f"read {number}"))
    for name in ("read again", "and again"):
        doubted = house.floor.read_card("T1", reads[0], READER, name)
        assert isinstance(doubted, Refusal), "the second changes nothing"
    reused(house.floor.read_card("T1", reads[0], READER, "read 1"), "read 1")


def test_on_a_loop_and_in_a_thread_it_is_the_same_command(house: House) -> None:
    floor = house.floor
    first = house.ok(floor.act("T1", BET, ANN, "the same"))
    again = on_a_loop(lambda: floor.execute_async(floor.order("T1", BET, ANN, "the same")))
    assert again == Done(first=first.first, last=first.last, repeated=True)
    reused(on_a_loop(lambda: floor.execute_async(floor.order("T1", MORE, ANN, "the same"))))
    is_what_the_journal_holds(floor, "T1")


def test_a_ruling_sent_again_after_the_next_round_has_begun(house: House) -> None:
    house.play("T1", "bet 1 ann ante 25", "close", "deal 1 2h 4d 9c", "deal dealer Kh 8d 5s")
    house.play("T1", "deal community Js Ts", "fold 1", "reveal", "settle")
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=500, by="shift_manager", reason="a wrong pay"
    )
    first = house.ok(house.floor.adjust("T1", 1, ruling, SHIFT, "the same"))
    house.begin("T1")
    again = house.ok(house.floor.adjust("T1", 1, ruling, SHIFT, "the same"))
    assert again == Done(first=first.first, last=first.last, repeated=True)
    reused(house.floor.adjust("T1", 1, structs.replace(ruling, amount=600), SHIFT, "the same"))


@pytest.mark.parametrize("kind", ["chips", "bets", "seats"])
def test_many_at_once_with_one_id(url: str, kind: str) -> None:
    """By threads of two servers: one is recorded, and what each server remembers is what was."""
    with open_journal(url) as journal, open_journal(url) as second:
        house = House(journal).open({"T1": THREE_CARD})
        house.begin("T1")
        floors = (house.floor, Floor(second))
        for turn in range(3):
            name = f"the same {turn}"
            answers = at_once(*(partial(given, floors[n % 2], kind, turn, n, name) for n in range(8)))
            done = [answer for answer in answers if isinstance(answer, Done)]
            assert [answer.repeated for answer in done] == [False]
            for answer in answers:
                if isinstance(answer, Refusal):
                    reused(answer, name)
            for floor in floors:
                is_what_the_journal_holds(floor, "T1")
        assert audit(journal).sound


def given(floor: Floor, kind: str, turn: int, number: int, name: str) -> Done | Refusal:
    if kind == "chips":
        return floor.money("T1", BuyIn(player="ann", amount=500 * (number + 1), by=DEALER), DEALER, name)
    if kind == "bets":
        return floor.act(
            "T1",
            cmd.PlaceBet(box=turn + 1, player="ann", bet="ante", amount=2500 + 500 * number),
            DEALER,
            name,
        )
    return floor.sit_down("T1", turn + 1, f"player {number}", DEALER, name)


def test_proposals_of_two_people(journal: Journal, url: str) -> None:
    with desk_on(journal, url) as desk:
        house = House(desk.floor).open({"T1": THREE_CARD})
        desk.staff()
        state = house.floor.table("T1")
        assert state is not None
        limits = pa.PlateChange("T1", 6, dict(state.plate.limits), (100,))
        proposals = desk.proposals
        house.ok(proposals.propose(limits, PIT, "as agreed", "the same"))
        assert house.ok(proposals.propose(limits, PIT, "as agreed", "the same")).repeated
        reused(proposals.propose(limits, PIT, "for another reason", "the same"))
        found = desk.waiting(limits)
        house.ok(proposals.approve("table/T1", found.number, found.digest, SHIFT, "yes"))
        assert house.ok(proposals.approve("table/T1", found.number, found.digest, SHIFT, "yes")).repeated
        reused(proposals.approve("table/T1", found.number + 1, found.digest, SHIFT, "yes"), "yes")
        reused(desk.people.reject("table/T1", found.number, SHIFT, "no", "yes"), "yes")
