"""Who deals and who watches: signed on and off in one append, and nobody else runs a table of people."""

from collections.abc import Iterator

import pytest

from pitboss.access import commands as ac
from pitboss.access import events as ev
from pitboss.access.people import People
from pitboss.access.roles import SYSTEM
from pitboss.access.sign_on import Crew
from pitboss.audit.audit import audit
from pitboss.commands.record import CommandRecorded
from pitboss.floor import Actor, Done, floor_registry
from pitboss.floor.commands import SignOn
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal, ToStream
from pitboss.store.open import open_private
from pitboss.store.private import PrivateStore
from tests.floor.forging import forge
from tests.floor.house import House, plate

THREE = "rws-three-card-v3"
DAN = Actor("dan", "dealer")
EVE = Actor("eve", "dealer")
PIA = Actor("pia", "pit_supervisor")


@pytest.fixture
def private(url: str) -> Iterator[PrivateStore]:
    with open_private(url) as found:
        yield found


@pytest.fixture
def house(journal: Journal, private: PrivateStore) -> House:
    house, people = House(journal), People(journal, private)
    house.open({"T9": THREE})
    for table in ("T1", "T2"):
        opened = house.floor.open_table(table, plate(THREE), house.id(), crewed=True)
        house.ok(opened)
    for actor in (DAN, EVE, PIA):
        _account(people, actor)
    return house


def _account(people: People, actor: Actor) -> None:
    for command in (ac.MakeAccount(actor.name, "staff"), ac.GrantRole(actor.name, actor.role)):  # type: ignore[arg-type]
        answer = people.act(command, SYSTEM, "for a test")
        assert not isinstance(answer, Refusal), answer


def on(house: House, table: str, by: Actor) -> Done | Refusal:
    position: ev.Position = "dealer" if by.role == "dealer" else "pit_supervisor"
    return house.floor.sign_on(table, position, by, house.id())


def crew(house: House, table: str) -> Crew:
    state = house.floor.table(table)
    assert state is not None
    return state.crew


def code(answer: Done | Refusal) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_signing_on_and_off_stands_with_the_table_and_the_account(house: House) -> None:
    house.ok(on(house, "T1", DAN))
    house.ok(on(house, "T1", PIA))
    house.ok(on(house, "T2", PIA))
    assert crew(house, "T1") == Crew("dan", ("pia",))
    assert house.floor.accounts.refresh("dan").state.deals_at == "T1"  # type: ignore[union-attr]
    assert code(on(house, "T2", DAN)) == "dealer_signed_on"
    assert code(on(house, "T1", EVE)) == "dealer_signed_on"
    assert code(house.floor.sign_off("T1", "dan", EVE, house.id())) == "role_too_low"
    house.ok(house.floor.sign_off("T1", "dan", PIA, house.id()))
    assert code(house.floor.sign_off("T1", "dan", PIA, house.id())) == "not_signed_on"
    house.ok(on(house, "T2", DAN))
    assert crew(house, "T1") == Crew(None, ("pia",))
    assert crew(house, "T2") == Crew("dan", ("pia",))
    assert audit(house.floor.journal).fault is None


def test_two_who_sign_on_at_once_do_not_both_deal(house: House, journal: Journal) -> None:
    other = House(journal, "other")
    other.take_sheets()
    assert other.floor.table("T1") is not None
    house.ok(on(house, "T1", DAN))
    assert code(on(other, "T1", EVE)) == "dealer_signed_on"
    assert code(on(other, "T2", DAN)) == "dealer_signed_on"


def test_only_who_is_signed_on_runs_the_table(house: House) -> None:
    begin = house.floor.begin_round
    assert code(begin("T1", DAN, house.id())) == "not_signed_on"
    assert code(begin("T1", PIA, house.id())) == "not_signed_on"
    house.ok(on(house, "T1", DAN))
    assert code(begin("T1", EVE, house.id())) == "not_signed_on"
    house.ok(begin("T1", DAN, house.id()))
    bet = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500)
    assert code(house.floor.act("T1", bet, EVE, house.id())) == "not_signed_on"
    house.ok(house.floor.act("T1", bet, Actor("ann", "player"), house.id()))
    assert code(house.floor.act("T1", cmd.CloseBets(), EVE, house.id())) == "not_signed_on"
    house.ok(house.floor.act("T1", cmd.CloseBets(), PIA, house.id()))
    interrupt = cmd.InterruptPlay()
    assert code(house.floor.act("T1", interrupt, EVE, house.id())) == "not_signed_on"
    house.ok(house.floor.sign_off("T1", "dan", DAN, house.id()))
    house.ok(house.floor.act("T1", interrupt, PIA, house.id()))
    assert code(house.floor.act("T1", cmd.SettleRound(), PIA, house.id())) == "not_signed_on"
    house.ok(on(house, "T1", EVE))
    house.ok(house.floor.act("T1", cmd.SettleRound(), EVE, house.id()))
    assert audit(house.floor.journal).fault is None


def test_software_needs_no_dealer_and_takes_none(house: House) -> None:
    automatic = house.floor.open_table("T3", plate(THREE), house.id(), automatic=True)
    house.ok(automatic)
    assert code(on(house, "T3", DAN)) == "dealer_signed_on"
    house.ok(on(house, "T3", PIA))
    house.ok(house.floor.begin_round("T3", SYSTEM, house.id()))


def test_both_people_are_on_the_record_of_what_one_confirmed_on_the_others_screen(house: House) -> None:
    house.ok(on(house, "T1", DAN))
    house.ok(house.floor.begin_round("T1", DAN, house.id()))
    house.ok(
        house.floor.act("T1", cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500), DAN, house.id())
    )
    ruling = cmd.Report(clause="5.23", action="void", reason="the lights went out")
    sam = Actor("sam", "shift_manager")
    assert code(house.floor.act("T1", ruling, DAN, house.id())) == "role_too_low"
    done = house.ok(house.floor.act("T1", ruling, sam, house.id(), entered=DAN))
    (recorded,) = house.floor.journal.read_all(done.first - 1, 1)
    head = floor_registry().decode(recorded)
    assert isinstance(head, CommandRecorded)
    assert (head.by, head.entered) == (sam, DAN)
    report = audit(house.floor.journal)
    assert report.fault is None, report.fault


@pytest.mark.parametrize("stream", ["table/T1", "account/dan"])
def test_the_audit_finds_who_stands_in_one_stream_only(house: House, journal: Journal, stream: str) -> None:
    version = next(head.version for head in journal.heads() if head.stream == stream)
    event = floor_registry().encode(ev.SignedOn("T1", "dan", "dealer", DAN))
    journal.append([ToStream(stream, version, (event,))])
    house.ok(on(house, "T2", PIA))
    fault = audit(journal).fault
    assert fault is not None
    assert fault.stream == stream


def test_the_audit_finds_a_sign_on_that_was_not_allowed(house: House, journal: Journal) -> None:
    house.ok(on(house, "T1", DAN))
    event = ev.SignedOn("T2", "dan", "dealer", DAN)
    forge(journal, SignOn(table="T2", position="dealer"), DAN, ("table/T2", event), ("account/dan", event))
    fault = audit(journal).fault
    assert fault is not None
    assert "deals at table T1" in fault.message
