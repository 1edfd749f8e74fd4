"""Tables that the software deals from its committed shoe: staff can neither rig them nor read them.

Threat: a Dealer's PIN, or a supervisor's, at an automatic table. Attack: bet and decide for others, close the
betting, type the cards of a winning hand, correct dealt cards into others, find out face-down cards by acts
that are refused in different ways. Expected: one refusal for all of it, nothing recorded, and an audit that
holds every card against the committed shoe.
"""

import json
import re
from typing import Any

import msgspec
import pytest
from msgspec import structs

from pitboss.access.aggregates import access_registry
from pitboss.access.events import AttemptRefused
from pitboss.access.roles import Role
from pitboss.audit.audit import audit
from pitboss.audit.auditor import Auditor
from pitboss.cards import DECK, Card
from pitboss.client import Client, Refused, calls
from pitboss.floor import Actor
from pitboss.floor.tables.dealing import Sealer
from pitboss.messages import acts
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal, Recorded
from pitboss.store.fault import RecordFault
from tests.api.served import SLOW, Served, served_floor
from tests.api.test_tables import wait_for_round
from tests.floor.test_dealers import KEY, Automatic
from tests.jackpots.floor import THREE_CARD
from tests.waiting import until

HOLDEM, STUD = "rws-multilink-holdem-v2", "mbs-megalink-stud-v9"
FACE = re.compile(rb'"([2-9TJQKA][shdc])"')
STAFF: tuple[Role, ...] = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")


served = served_floor(SLOW)


def test_a_pin_runs_no_table_that_the_software_deals(served: Served) -> None:
    table = "P3CP-1"
    with served.player("victim") as victim, served.client() as nobody:
        wait_for_round(victim, table)
        victim.send(calls.act(table, acts.PlaceBet(box=1, bet="ante", amount="25")))
        before = served.site.floor.tables.refresh(table).version
        rigged: tuple[acts.AnyAct, ...] = (
            acts.PlaceBet(box=1, bet="ante", amount="500", player="victim"),
            acts.PlaceBet(box=2, bet="ante", amount="1500", player="mate", unnoticed=True),
            acts.WithdrawBet(box=1, bet="ante"),
            acts.CloseBets(),
            acts.DealCards(to=2, cards=("As", "Ks", "Qs")),
            acts.BurnCard(card="2c"),
            acts.ShowCards(at=1, cards=("2h", "3d", "7c")),
            acts.ExamineHand(box=1),
            acts.FoldHand(box=1),
            acts.LeaveTable(box=1),
            acts.Choose(box=1, way="withdraw"),
            acts.Reveal(),
            acts.SettleRound(),
            acts.CorrectBet(box=1, player="victim", bet="ante", amount="50", reason="misread"),
            acts.CorrectCard(at=1, recorded="9d", card="As", reason="misread"),
            acts.Report(clause="5.14", order=("As", "Ks"), reason="together"),
            acts.Report(clause="5.15", boxes=(1,), count=4, reconstructed=False, reason="one too many"),
        )
        for role in STAFF:
            session = nobody.send(calls.sign_in_by_pin(role.replace("_", "-"), served.pins[role]))
            with Client(served.url, token=session.token) as client:
                for act in rigged:
                    with pytest.raises(Refused) as refused:
                        client.send(calls.act(table, act))
                    assert refused.value.code in ("software_deals", "cards_from_shoe", "role_too_low"), act
                for call in (calls.begin(table), calls.deal(table)):
                    with pytest.raises(Refused):
                        client.send(call)
            name = role.replace("_", "-")
            events = [access_registry().decode(e) for e in attempts_of(served, name, len(rigged) + 2)]
            assert [json.loads(event.act)["act"] for event in events[:2]] == ["bet", "bet"]
            assert {event.subject for event in events} == {table}
            assert {event.code for event in events} >= {"software_deals", "cards_from_shoe"}
        assert served.site.floor.tables.refresh(table).version == before


def attempts_of(served: Served, name: str, count: int) -> list[Recorded]:
    """The attempts that somebody was refused, once so many are recorded: nobody waits for it."""

    def found() -> list[Recorded]:
        events = served.site.journal.read_stream(f"account/{name}")
        return [event for event in events if event.kind == AttemptRefused.__name__]

    until(lambda: len(found()) >= count, f"{count} refused attempts of {name} are recorded")
    assert len(found()) == count
    return found()


@pytest.mark.parametrize("sheet", [THREE_CARD, STUD, HOLDEM])
def test_the_journal_holds_no_card_that_lies_face_down(journal: Journal, sheet: str) -> None:
    table = Automatic(journal, sheet)
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.do(cmd.PlaceBet(box=2, player="bob", bet="ante", amount=2500), "bob")
    until_asked(table)
    table.do(cmd.ExamineHand(1))
    exposed = {table.table.round.dealer[-1]} if sheet == STUD and table.table.round else set()
    assert faces_in(journal) == exposed
    table.do(cmd.FoldHand(1))
    while not table.house.round("T1").settled:
        table.wait(1)
    state = table.house.round("T1")
    assert set(state.box(1).cards) == {"?"}, "a folded hand is named nowhere"
    shown = {card for card in (*state.dealer, *state.community, *state.box(2).cards) if card != "?"}
    assert faces_in(journal) == shown


def until_asked(table: Automatic) -> None:
    while table.says != "your_decision":
        table.wait(0.5)


def faces_in(journal: Journal) -> set[Card]:
    """Every face that anybody reads who reads the database."""
    recorded = (event.data for event in journal.read_all(0, 100_000) if event.stream.startswith("table/"))
    return {Card(face.decode()) for data in recorded for face in FACE.findall(data)}


@pytest.mark.parametrize("role", ["pit_supervisor", "shift_manager"])
def test_no_refusal_tells_a_card(journal: Journal, role: Any) -> None:
    """Ninety-eight refused corrections once read six cards."""
    table = Automatic(journal)
    table.wait(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    until_asked(table)
    by, floor = Actor("sue", role), table.floor
    answers = set()
    for at in ("dealer", 1, "burnt", "discarded"):
        for card in DECK:
            for other in (Card("As"), Card("2c")):
                tried: tuple[cmd.Command, ...] = (
                    cmd.CorrectCard(at=at, recorded=card, card=other, by=role, reason="misread"),
                    cmd.ShowCards(at, (card,)),  # type: ignore[arg-type]
                    cmd.Report(clause="5.14", order=(card, other), reason="together"),
                )
                for command in tried:
                    answer = floor.act("T1", command, by, table.house.id())
                    assert isinstance(answer, Refusal)
                    answers.add(answer)
    assert {answer.code for answer in answers} == {"cards_from_shoe"}
    assert len(answers) == 1


def evening(journal: Journal) -> list[Recorded]:
    """Two rounds at an automatic table, played to their end."""
    table = Automatic(journal, STUD)
    for _ in range(2):
        table.wait(6)
        table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
        until_asked(table)
        table.do(cmd.PlaceBet(box=1, player="ann", bet="bet", amount=5000))
        while not table.house.round("T1").settled:
            table.wait(1)
    return journal.read_all(0, 100_000)


def judged(journal: Journal, events: list[Recorded], *, key: bytes | None) -> RecordFault | None:
    auditor = Auditor([journal], Sealer(key) if key else None)
    for event in events:
        if fault := auditor.take(event):
            return fault
    return auditor.finish()


def test_every_card_is_held_against_the_committed_shoe(journal: Journal) -> None:
    events = evening(journal)
    found = audit(journal, sealer=Sealer(KEY))
    assert found.sound
    assert (found.decks, found.decks_closed, found.cards) == (2, 0, 22)
    closed = audit(journal)
    assert closed.sound
    assert any("2 decks stayed sealed" in note for note in closed.notes())
    shown = [n for n, e in enumerate(events) if e.kind == "CardsShown"]
    for place in shown:
        forged = swapped(events, place)
        assert judged(journal, forged, key=KEY), "the face is not that of the shoe"
    other = judged(journal, events, key=bytes(32))
    assert other is not None
    assert "not sealed with the floor's key" in other.message


def swapped(events: list[Recorded], place: int) -> list[Recorded]:
    """The record with another card in an event that names one."""
    first = FACE.search(events[place].data)
    assert first is not None
    out = {face for event in events for face in FACE.findall(event.data)}
    spare = next(card.encode() for card in DECK if card.encode() not in out)
    return [
        structs.replace(event, data=event.data.replace(b'"' + first[1] + b'"', b'"' + spare + b'"'))
        if n == place
        else event
        for n, event in enumerate(events)
    ]


def test_cards_that_did_not_come_from_the_shoe_are_no_sound_record(journal: Journal) -> None:
    """Hand-typed cards at a table of the software's shoe were once called sound."""
    events = evening(journal)
    dealt = [n for n, e in enumerate(events) if e.kind == "CardsDrawn"]
    for place in dealt:
        without = [*events[:place], *events[place + 1 :]]
        assert judged(journal, without, key=None), "a deal without its draw"
        data = msgspec.json.decode(events[place].data)
        data["first"] += 1
        moved = structs.replace(events[place], data=msgspec.json.encode(data))
        assert judged(journal, [*events[:place], moved, *events[place + 1 :]], key=None), "a card was skipped"
        typed = list(events)
        for n in (place - 2, place - 1):
            typed[n] = structs.replace(events[n], data=events[n].data.replace(b'"?"', b'"As"', 1))
        assert judged(journal, typed, key=None), "a card was named as it was dealt"


def test_another_deck_than_the_committed_one_is_found_with_the_key(journal: Journal) -> None:
    events = evening(journal)
    place, other = [n for n, event in enumerate(events) if event.kind == "ShoeReady"]
    data = msgspec.json.decode(events[place].data)
    data["commitment"]["root"] = msgspec.json.decode(events[other].data)["commitment"]["root"]
    forged = structs.replace(events[place], data=msgspec.json.encode(data))
    fault = judged(journal, [*events[:place], forged, *events[place + 1 :]], key=KEY)
    assert fault is not None
    assert "another deck" in fault.message
