"""The House's choices between rounds: open, closed, how it is dealt, and what it tells everybody."""

import pytest

from pitboss.audit.audit import audit
from pitboss.cards import DECK
from pitboss.floor import Actor, Done
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.opening import notices, procedures
from pitboss.floor.tables.past_rounds import find_round
from pitboss.floor.tables.table import TableState
from pitboss.reason import Reason
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round import events as re
from pitboss.store import Journal
from pitboss.words import say
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House, plate
from tests.floor.test_dealers import KEY, Automatic

ML3 = "rws-multilink-three-card-v4"
THREE = "rws-three-card-v3"
MANAGER = Actor("max", "pit_manager")


@pytest.fixture
def house(journal: Journal) -> House:
    return House(Floor(journal, sealer=Sealer(KEY))).open({"T1": ML3})


def table(house: House) -> TableState:
    state = house.floor.table("T1")
    assert state is not None
    return state


def code(answer: Done | Refusal) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_3_11_3_the_house_chooses_how_the_next_round_is_dealt(house: House) -> None:
    house.ok(house.floor.open_table("T2", plate(ML3), house.id(), cards="shoe"))
    first: dict[str, object] = {}
    for dealing in procedures(house.floor.rulebook.games[ML3], "shuffler"):
        method = fe.Method("shuffler", dealing.title, 6)
        house.ok(house.floor.change_method("T2", method, MANAGER, house.id()))
        house.begin("T2", "bet 1 ann ante 25", "close")
        while isinstance(house.floor.deal_next("T2", DEALER, house.id()), Done):
            pass
        house.play("T2", "fold 1")
        while isinstance(house.floor.deal_next("T2", DEALER, house.id()), Done):
            pass
        past = find_round(house.floor.journal, "T2", len(first) + 1)
        assert past is not None
        assert past.round.settled
        assert past.began.method == dealing.title
        first[dealing.title] = next(e.event.to for e in past.entries if isinstance(e.event, re.CardsDealt))
    assert first == {"three community cards last, one put aside": 1, "two community cards first": "community"}
    assert audit(house.floor.journal).fault is None


def test_boxes_and_methods_that_the_sheet_does_not_know_are_refused(house: House) -> None:
    change = house.floor.change_method
    assert code(change("T1", fe.Method("shuffler", "", 8), MANAGER, house.id())) == "plate_not_possible"
    assert code(change("T1", fe.Method("shuffler", "", 0), MANAGER, house.id())) == "plate_not_possible"
    wrong = fe.Method("shoe", "two community cards first", 7)
    assert code(change("T1", wrong, MANAGER, house.id())) == "method_not_possible"
    assert code(change("T1", fe.Method("shoe", "", 7), DEALER, house.id())) == "role_too_low"
    house.ok(change("T1", fe.Method("shoe", "", 1), MANAGER, house.id()))
    house.begin("T1")
    assert (house.round("T1").table.device, len(house.round("T1").boxes)) == ("shoe", 1)


def test_a_change_waits_for_the_next_round_and_frees_the_seats_beyond(house: House) -> None:
    house.begin("T1", "bet 7 ann ante 25", "bet 1 bob ante 25")
    house.ok(house.floor.change_method("T1", fe.Method("shoe", "", 3), MANAGER, house.id()))
    assert len(house.round("T1").boxes) == 7
    assert house.round("T1").table.device == table(house).round.table.device == "shuffler"  # type: ignore[union-attr]
    assert list(table(house).seats) == [1]
    house.play("T1", "bet 6 cat ante 25", "close", "interrupt", "settle")
    house.begin("T1")
    assert len(house.round("T1").boxes) == 3
    assert audit(house.floor.journal).fault is None


def test_a_table_is_closed_and_opened_again_as_it_stood(house: House) -> None:
    before = table(house)
    assert code(house.floor.reopen_table("T1", None, MANAGER, house.id())) == "table_known"
    house.begin("T1")
    house.ok(house.floor.close_table("T1", MANAGER, house.id()))
    assert not table(house).open
    assert code(house.floor.close_table("T1", MANAGER, house.id())) == "table_closed"
    assert code(house.floor.begin_round("T1", DEALER, house.id())) == "table_closed"
    bet = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500)
    assert code(house.floor.act("T1", bet, Actor("ann", "player"), house.id())) == "round_not_begun"
    assert code(house.floor.reopen_table("T1", None, DEALER, house.id())) == "role_too_low"
    house.ok(house.floor.reopen_table("T1", fe.Method("shoe", "", 5), MANAGER, house.id()))
    now = table(house)
    assert (now.link, now.plate.limits, now.denominations) == (
        before.link,
        before.plate.limits,
        before.denominations,
    )
    assert (now.plate.device, now.plate.boxes) == ("shoe", 5)
    house.begin("T1")
    assert table(house).number == 2
    assert audit(house.floor.journal).fault is None


def test_with_bets_on_it_a_table_closes_after_the_round(house: House) -> None:
    house.begin("T1", "bet 1 ann ante 25")
    assert code(house.floor.close_table("T1", MANAGER, house.id())) == "round_in_play"
    house.ok(house.floor.close_table("T1", MANAGER, house.id(), after_round=True))
    assert code(house.floor.close_table("T1", MANAGER, house.id(), after_round=True)) == "round_in_play"
    house.play("T1", "close", "interrupt", "settle")
    assert code(house.floor.begin_round("T1", DEALER, house.id())) == "table_closed"
    house.ok(house.floor.close_table("T1", MANAGER, house.id()))
    assert audit(house.floor.journal).fault is None


def test_software_closes_its_table_when_the_last_round_is_over(journal: Journal) -> None:
    automatic = Automatic(journal, THREE)
    automatic.wait(6)
    automatic.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    house = automatic.house
    house.ok(house.floor.close_table("T1", MANAGER, house.id(), after_round=True))
    automatic.dealers.look("T1", automatic.now)
    automatic.wait(300)
    assert not automatic.table.open
    assert automatic.table.number == 1
    assert automatic.says == "closed"
    assert audit(journal).fault is None


def test_notices_stand_until_they_are_taken_down(house: House) -> None:
    post = house.floor.post_notice
    house.ok(post("T1", "Minimum bets rise at 20:00", MANAGER, house.id()))
    game = house.floor.rulebook.games[ML3]
    assert notices(game, table(house)) == (("Minimum bets rise at 20:00", ()),)
    assert code(post("T1", "Minimum bets rise at 20:00", MANAGER, house.id())) == "notice_known"
    assert code(post("T1", "two\nlines", MANAGER, house.id())) == "notice_not_possible"
    assert code(post("T1", "x" * 401, MANAGER, house.id())) == "notice_not_possible"
    assert code(post("T1", "mine", DEALER, house.id())) == "role_too_low"
    house.begin("T1")
    house.ok(house.floor.close_table("T1", MANAGER, house.id()))
    house.ok(house.floor.reopen_table("T1", None, MANAGER, house.id()))
    assert table(house).notice
    house.ok(post("T1", "", MANAGER, house.id()))
    assert notices(game, table(house)) == ()
    assert audit(house.floor.journal).fault is None


def test_5_17_2_the_house_runs_a_table_without_jackpot_bets_and_says_so(house: House) -> None:
    house.begin("T1", "bet 1 ann ante 25", "close")
    cards = [str(card) for card in DECK[:6]]
    house.play("T1", f"deal 1 {' '.join(cards[:3])}", f"deal dealer {' '.join(cards[3:])}", "look 1")
    report = cmd.Report(clause="5.17.2", action="no_jackpot", reason="the sign is dark")
    house.ok(house.floor.act("T1", report, MANAGER, house.id()))
    house.play("T1", "interrupt reason=the sign is dark")
    game = house.floor.rulebook.games[ML3]
    told = {say(text): clauses for text, clauses in notices(game, table(house)) if isinstance(text, Reason)}
    assert "No Progressive Jackpot bets are taken at this table." in told
    assert told["No Progressive Jackpot bets are taken at this table."] == ("5.17.2c",)
