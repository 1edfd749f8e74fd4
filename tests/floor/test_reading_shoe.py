"""A reading shoe: its cards become the acts that are due, in step with what the Dealer types."""

import random

import pytest
from msgspec import structs

from pitboss.access.roles import Actor
from pitboss.audit.audit import audit
from pitboss.cards import Card
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.dealing import dealers_next
from pitboss.floor.tables.events import Read
from pitboss.floor.tables.reading_shoe import next_number
from pitboss.floor.tables.table import TableState
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.sheets import sheet_ids
from pitboss.sheets.model import Device
from pitboss.shuffle import shuffled
from pitboss.store import Journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import READER, House, plate
from tests.floor.test_dealers import Automatic
from tests.jackpots.floor import HOLDEM, THREE_CARD

BETS = ("bet 1 ann ante 25", "bet 2 bob ante 25", "close")
WHOLE = ("2h", "4d", "9c", "3s", "5c", "8h", "Kh", "8d", "5s", "Js", "Ts", "2c")
"""Three packets of three, two community cards and the one that is put aside."""
DEVICES: tuple[Device, ...] = ("shoe", "shuffler")


def opened(journal: Journal, sheet: str = THREE_CARD, device: Device = "shuffler") -> House:
    house = House(Floor(journal))
    house.take_sheets()
    on = structs.replace(plate(sheet), device=device, jackpot_bet=None)
    house.ok(house.floor.open_table("T1", on, house.id()))
    return house


@pytest.fixture
def house(journal: Journal) -> House:
    """A three-card table after "No more Bets": packets of three for box 1, box 2 and the Dealer."""
    house = opened(journal)
    house.begin("T1", *BETS)
    return house


def table(house: House) -> TableState:
    state = house.floor.table("T1")
    assert state is not None
    return state


def read_in(house: House, *cards: str) -> None:
    for card in cards:
        house.ok(house.read("T1", house.number("T1"), next_number(table(house)), card))


def doubted(house: House, sequence: int, card: str) -> Refusal:
    answer = house.read("T1", house.number("T1"), sequence, card)
    assert isinstance(answer, Refusal), answer
    assert answer.clauses
    assert card not in answer.message, "an answer to a device names no card"
    return answer


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_whole_round_of_every_sheet_comes_from_the_shoe(
    journal: Journal, sheet: str, device: Device
) -> None:
    """What lies where is what the same cards make when the Dealer types them."""
    house = opened(journal, sheet, device)
    deck = list(shuffled(random.Random(7).randrange))
    house.begin("T1", *BETS)
    game = house.floor.rulebook.in_force(sheet)
    sent: list[Card] = []
    while not house.round("T1").settled:
        due = dealers_next(game, table(house))
        assert due is not None
        if due.cards:
            for _ in range(due.cards):
                sent.append(deck.pop())
                house.ok(house.read("T1", 1, len(sent), sent[-1]))
        elif due.act == "ask":
            for box in due.boxes:
                house.play("T1", f"fold {box}")
        else:
            house.play("T1", due.act)
    assert sorted(house.round("T1").cards_out()) == sorted(sent)
    assert not table(house).collected
    assert audit(journal).fault is None


def test_a_packet_is_dealt_when_it_is_whole(house: House) -> None:
    read_in(house, "As", "Ks")
    assert house.round("T1").box(1).cards == ()
    assert table(house).collected == ("As", "Ks")
    done = house.ok(house.read("T1", 1, 3, "Qs"))
    assert isinstance(done.events[0], re.CardsDealt)
    assert house.round("T1").box(1).cards == ("As", "Ks", "Qs")
    assert table(house).collected == ()


def test_a_read_that_is_sent_again_is_a_repetition(house: House) -> None:
    read_in(house, "As", "Ks")
    version = house.floor.tables.get("T1").version
    sent = Read(1, 3, Card("Qs"))
    for _ in range(3):
        last = house.ok(house.floor.read_card("T1", sent, READER, "the-same-id"))
    assert last.repeated
    assert house.floor.tables.get("T1").version == version + 2, "recorded once"


def test_an_old_number_is_answered_alike_whatever_the_card(house: House) -> None:
    """Whoever holds the token of a shoe could otherwise ask for each card whether it is out."""
    read_in(house, "As", "Ks", "Qs")
    answers = {doubted(house, 2, card) for card in ("7d", "Ks", "As", "2c")}
    assert {answer.code for answer in answers} == {"read_again"}
    assert len(answers) == 1
    assert table(house).doubt is not None


def test_a_gap_is_refused_with_the_number_that_comes_next(house: House) -> None:
    read_in(house, "As")
    refusal = doubted(house, 3, "Qs")
    assert refusal.code == "read_out_of_order"
    assert "card 2 of the round comes next" in refusal.message
    read_in(house, "Ks", "Qs")
    assert table(house).doubt is None, "cards have come that can be"
    assert house.round("T1").box(1).cards == ("As", "Ks", "Qs")


def test_a_card_cannot_leave_the_shoe_twice(house: House) -> None:
    read_in(house, "As")
    assert doubted(house, 2, "As").code == "card_out_already"
    read_in(house, "Ks", "Qs")
    assert doubted(house, 4, "Ks").code == "card_out_already"
    assert doubted(house, 4, "Ks").code == "card_out_already"
    doubts = [
        event for event in house.floor.journal.read_all(0, 1000) if event.kind == fe.ReadDoubted.__name__
    ]
    assert len(doubts) == 2, "a shoe that says the same again is not recorded again"
    assert audit(house.floor.journal).fault is None


def test_a_doubt_sent_again_with_its_id_is_refused_again(house: House) -> None:
    for _ in range(2):
        answer = house.floor.read_card("T1", Read(1, 5, Card("As")), READER, "the-same-id")
        assert isinstance(answer, Refusal)


def test_cards_that_nothing_asks_for_are_doubted(journal: Journal) -> None:
    house = opened(journal)
    house.begin("T1", *BETS[:2])
    assert doubted(house, 1, "As").code == "nothing_due", "the Bets are open"
    house.play("T1", "close")
    read_in(house, *WHOLE)
    assert doubted(house, 13, "7d").code == "nothing_due", "players decide"


def test_the_shoe_stays_in_step_with_what_the_dealer_types(house: House) -> None:
    """A card that could not be read is typed with its packet, and the shoe goes on with the next number."""
    read_in(house, "As", "Ks")
    house.play("T1", "deal 1 As Ks Qs")
    assert table(house).collected == ()
    assert doubted(house, 5, "3s").code == "read_out_of_order"
    assert doubted(house, 3, "Qs").code == "read_again", "it was read after all"
    read_in(house, "3s", "5c", "8h")
    assert house.round("T1").box(2).cards == ("3s", "5c", "8h")


def test_a_wrong_read_is_put_right_by_a_supervisor(house: House) -> None:
    read_in(house, "As", "Kh", "Qs")
    right = cmd.CorrectCard(
        at=1, recorded=Card("Kh"), card=Card("Ks"), by="dealer", reason="the camera shows it"
    )
    house.ok(house.floor.act("T1", right, Actor("sue", "pit_supervisor"), house.id()))
    assert doubted(house, 2, "Ks").code == "read_again"
    read_in(house, "Kh", "5c", "8h")


def test_unknown_cards_of_the_dealer_leave_the_shoe_in_step(house: House) -> None:
    house.play("T1", "deal 1 ? ? ?")
    assert doubted(house, 1, "As").code == "read_again"
    read_in(house, "3s", "5c", "8h")
    assert house.round("T1").box(2).cards == ("3s", "5c", "8h")


def test_a_late_read_does_not_count_in_the_next_round(house: House) -> None:
    read_in(house, *WHOLE)
    house.play("T1", "fold 1", "fold 2", "reveal", "settle")
    house.begin("T1", *BETS)
    answer = house.read("T1", 1, 1, "As")
    assert isinstance(answer, Refusal)
    assert answer.code == "no_such_round"
    assert table(house).doubt is None


def test_hands_that_are_stated_anew_are_typed(journal: Journal) -> None:
    house = opened(journal, HOLDEM)
    house.begin("T1", *BETS)
    read_in(house, "As", "Ks", "2h", "4d")
    house.play("T1", "report 5.8.7 count=4 reconstructed=yes")
    assert house.round("T1").restated is not None
    assert doubted(house, 5, "9c").code == "nothing_due"


def test_the_softwares_own_shoe_is_not_read(journal: Journal) -> None:
    house = Automatic(journal).house
    answer = house.read("T1", 1, 1, "As")
    assert isinstance(answer, Refusal)
    assert answer.code == "no_reading_shoe"


def test_a_device_does_nothing_but_send_cards(house: House) -> None:
    for command in (
        cmd.Reveal(),
        cmd.SettleRound(),
        cmd.FoldHand(1),
        cmd.PlaceBet(box=3, player="cat", bet="ante", amount=2500),
    ):
        answer = house.floor.act("T1", command, READER, house.id())
        assert isinstance(answer, Refusal)
        assert answer.code == "role_too_low"
