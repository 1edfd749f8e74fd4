"""Seats at tables: taken with a bet or without, kept, given up and lost; and the record of it is sound."""

import pytest

from pitboss.audit.audit import audit
from pitboss.cards import UNKNOWN
from pitboss.floor import SYSTEM, Actor, Done
from pitboss.floor.dealer.turns import Pace
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.house import DEALER, House, plate
from tests.floor.test_dealers import Automatic

STUD = "mbs-megalink-stud-v9"
THREE = "rws-three-card-v3"
SLOW = Pace(betting=10, decision=10, dealing=0, pause=5, seat=100)


def player(name: str) -> Actor:
    return Actor(name, "player")


def seats(house: House, table: str = "T1") -> dict[int, str]:
    state = house.floor.table(table)
    assert state is not None
    return {box: seat.player for box, seat in state.seats.items()}


def bet(house: House, name: str, box: int, bet: str = "ante", amount: int = 2500) -> Done | Refusal:
    return house.floor.act(
        "T1", cmd.PlaceBet(box=box, player=name, bet=bet, amount=amount), player(name), house.id()
    )


def sit(house: House, name: str, box: int, by: Actor | None = None) -> Done | Refusal:
    return house.floor.sit_down("T1", box, name, by or player(name), house.id())


def no(answer: Done | Refusal) -> Refusal:
    assert isinstance(answer, Refusal), answer
    return answer


@pytest.fixture
def house(journal: Journal) -> House:
    return House(journal).open({"T1": THREE})


def test_a_seat_is_taken_kept_and_given_up(house: House) -> None:
    house.ok(sit(house, "ann", 3))
    assert seats(house) == {3: "ann"}
    house.begin("T1")
    taken = no(bet(house, "bob", 3))
    assert (taken.code, taken.clauses) == ("bet_on_anothers_box", ("3.5", "3.7"))
    house.ok(bet(house, "ann", 3))
    house.ok(house.floor.act("T1", cmd.WithdrawBet(3, "ante"), player("ann"), house.id()))
    assert seats(house) == {3: "ann"}
    house.ok(house.floor.stand_up("T1", 3, player("ann"), house.id()))
    house.ok(bet(house, "bob", 3))
    assert seats(house) == {3: "bob"}


def test_a_bet_on_a_free_box_takes_its_seat_and_further_ones(house: House) -> None:
    house.begin("T1")
    for box in (1, 2, 5):
        house.ok(bet(house, "ann", box))
    assert seats(house) == {1: "ann", 2: "ann", 5: "ann"}


def test_a_player_refused_a_seat_is_told_why(house: House) -> None:
    house.ok(sit(house, "ann", 3))
    assert no(sit(house, "ann", 3)).code == "seat_taken"
    assert no(sit(house, "bob", 3)).code == "seat_taken"
    assert no(sit(house, "bob", 8)).code == "no_such_box"
    assert no(sit(house, "bob", 4, player("ann"))).code == "not_ones_own"
    assert no(sit(house, "bob", 4, Actor("rex", "regulator"))).code == "role_too_low"
    assert no(house.floor.sit_down("T9", 1, "bob", player("bob"), house.id())).code == "no_such_table"
    house.ok(sit(house, "bob", 4, DEALER))
    assert no(house.floor.stand_up("T1", 4, player("ann"), house.id())).code == "not_ones_own"
    assert no(house.floor.stand_up("T1", 7, player("ann"), house.id())).code == "seat_empty"
    house.ok(house.floor.stand_up("T1", 4, DEALER, house.id()))
    house.ok(house.floor.close_table("T1", DEALER, house.id()))
    assert no(sit(house, "bob", 4)).code == "table_closed"
    assert seats(house) == {}


def test_a_command_sent_again_seats_nobody_twice(house: House) -> None:
    first = house.ok(house.floor.sit_down("T1", 3, "ann", player("ann"), "the-same-id"))
    again = house.ok(house.floor.sit_down("T1", 3, "ann", player("ann"), "the-same-id"))
    assert (again.repeated, again.first) == (True, first.first)


def test_standing_up_with_open_bets_waits_and_with_a_hand_is_walking_away(house: House) -> None:
    house.begin("T1")
    house.ok(bet(house, "ann", 1))
    house.ok(bet(house, "ann", 2))
    house.ok(bet(house, "bob", 3))
    refusal = no(house.floor.stand_up("T1", 1, player("ann"), house.id()))
    assert (refusal.code, refusal.clauses) == ("bets_on_box", ("3.3", "3.5", "3.7"))
    house.play("T1", "close", "deal 1 2s 3h 4d", "deal 2 5c 6c 8s", "deal 3 Ts Jh 4c", "deal dealer 9h 9d 2c")
    house.ok(house.floor.stand_up("T1", 1, player("ann"), house.id()))
    state = house.round("T1")
    assert state.box(1).folded
    assert state.box(2).folded
    assert "5.5" in state.box(1).folded
    assert seats(house) == {3: "bob"}
    assert audit(house.floor.journal).fault is None


def test_several_share_a_box_beside_the_player_who_sits_there(journal: Journal) -> None:
    house = House(journal).open({"T1": STUD})
    house.ok(sit(house, "ann", 2))
    house.begin("T1")
    early = no(bet(house, "bob", 2))
    assert early.code == "seat_taken"
    assert "3.4" in early.clauses
    house.ok(bet(house, "ann", 2))
    house.ok(bet(house, "bob", 2))
    assert no(bet(house, "bob", 2, "jackpot", 500)).code == "jackpot_on_anothers_box"
    house.ok(bet(house, "ann", 2, "jackpot", 500))
    assert seats(house) == {2: "ann"}
    assert house.round("T1").box(2).player == "ann"
    assert audit(journal).fault is None


def test_mss_3_5_1_the_jackpot_is_for_the_player_who_sits_there(journal: Journal) -> None:
    house = House(journal).open({"T1": STUD})
    house.ok(sit(house, "ann", 2))
    house.begin("T1")
    house.ok(bet(house, "ann", 2))
    house.ok(bet(house, "bob", 2))
    house.ok(house.floor.act("T1", cmd.WithdrawBet(2, "ante"), player("ann"), house.id()))
    house.ok(bet(house, "ann", 2))
    assert (seats(house), house.round("T1").box(2).player) == ({2: "ann"}, "bob")
    bobs = cmd.PlaceBet(box=2, player="bob", bet="jackpot", amount=500)
    for sender in (player("bob"), DEALER):
        refusal = no(house.floor.act("T1", bobs, sender, house.id()))
        assert (refusal.code, "3.5.1" in refusal.clauses) == ("jackpot_on_anothers_box", True)
    house.ok(bet(house, "ann", 2, "jackpot", 500))
    assert house.round("T1").box(2).total("jackpot", "ann") == 500
    assert audit(journal).fault is None


def test_mss_5_11_a_player_who_shares_a_box_walks_away_alone(journal: Journal) -> None:
    house = House(journal).open({"T1": STUD})
    house.begin("T1")
    house.ok(bet(house, "ann", 1))
    house.ok(bet(house, "bob", 1))
    house.ok(bet(house, "cat", 1))
    house.play("T1", "close", "deal 1 Js Jd 8h 4s 2c", "deal dealer Ad Kh 9c 6d 2h")
    leave = cmd.LeaveTable(1, "ann")
    assert no(house.floor.act("T1", leave, player("bob"), house.id())).code == "not_ones_own"
    house.ok(house.floor.act("T1", cmd.LeaveTable(1), player("bob"), house.id()))
    assert set(house.round("T1").box(1).shares_out) == {"bob"}
    house.ok(house.floor.act("T1", cmd.LeaveTable(1, "cat"), DEALER, house.id()))
    box = house.round("T1").box(1)
    assert (set(box.shares_out), box.player, box.left, box.out) == ({"bob", "cat"}, "ann", (), ())
    house.play("T1", "bet 1 ann bet 50", "reveal", "settle")
    settlement = house.round("T1").settlement
    assert settlement
    assert settlement.players() == {"ann": 7500, "bob": 0, "cat": 0}
    assert seats(house) == {1: "ann"}
    assert audit(journal).fault is None


def test_mss_5_6_a_player_who_shares_a_box_takes_back_only_their_own_bet(journal: Journal) -> None:
    house = House(journal).open({"T1": STUD})
    house.begin("T1")
    house.ok(bet(house, "ann", 1))
    house.ok(bet(house, "bob", 1))
    unnamed = no(house.floor.act("T1", cmd.WithdrawBet(1, "ante"), DEALER, house.id()))
    assert (unnamed.code, "5.6" in unnamed.clauses) == ("argument_missing", True)
    anns = cmd.WithdrawBet(1, "ante", "ann")
    assert no(house.floor.act("T1", anns, player("bob"), house.id())).code == "not_ones_own"
    house.ok(house.floor.act("T1", cmd.WithdrawBet(1, "ante"), player("bob"), house.id()))
    assert [wager.player for wager in house.round("T1").box(1).wagers] == ["ann"]
    assert audit(journal).fault is None


def test_staff_record_who_sits_where_as_it_is(house: House) -> None:
    house.ok(sit(house, "ann", 2))
    house.begin("T1", "bet 2 bob ante 25")
    assert seats(house) == {2: "bob"}


def test_restrictions_of_the_sheet_hold_for_seats(journal: Journal) -> None:
    house = House(journal).open({"T1": STUD})
    house.begin("T1")
    house.ok(bet(house, "ann", 1))
    restrict = cmd.Report(clause="3.4.3", boxes=(1,), reason="crowded")
    house.ok(house.floor.act("T1", restrict, Actor("max", "pit_manager"), house.id()))
    refusal = no(sit(house, "ann", 2))
    assert (refusal.code, refusal.clauses) == ("player_restricted", ("3.4.3",))
    house.ok(sit(house, "bob", 2))


def test_a_seat_without_a_bet_for_too_long_is_lost(journal: Journal) -> None:
    house = House(journal).open({"T2": THREE})
    house.ok(house.floor.open_table("T1", plate(THREE), house.id(), idle_rounds=2))
    over = ("bet 1 ann ante 25", "close", "interrupt", "settle")
    house.ok(sit(house, "idle", 6))
    house.begin("T1", *over)
    house.ok(sit(house, "late", 7))
    house.begin("T1", *over)
    assert seats(house) == {1: "ann", 6: "idle", 7: "late"}
    house.begin("T1", *over)
    assert seats(house) == {1: "ann", 7: "late"}
    house.begin("T1", *over)
    assert seats(house) == {1: "ann"}
    assert audit(journal).fault is None


def test_software_frees_seats_while_nobody_bets(journal: Journal) -> None:
    table = Automatic(journal, THREE, SLOW)
    house = table.house
    table.wait(10)
    house.ok(house.floor.sit_down("T1", 2, "ann", player("ann"), house.id()))
    house.ok(house.floor.sit_down("T1", 5, "bob", player("bob"), house.id()))
    table.dealers.look("T1", table.now)
    table.wait(99)
    assert seats(house) == {2: "ann", 5: "bob"}
    table.wait(2)
    assert seats(house) == {5: "bob"}
    table.wait(200)
    assert seats(house) == {}
    assert audit(journal).fault is None


def test_software_that_frees_a_seat_too_late_folds_no_hand(house: House) -> None:
    house.begin("T1")
    house.ok(bet(house, "ann", 1))
    house.play("T1", "close")
    refusal = no(house.floor.stand_up("T1", 1, SYSTEM, house.id()))
    assert refusal.code == "bets_on_box"
    assert not house.round("T1").box(1).folded
    assert seats(house) == {1: "ann"}


def test_software_shows_nobody_a_second_hand(journal: Journal) -> None:
    second_look(journal, THREE, {"5.18", "3.7"})


def test_mss_3_4_1_software_shows_nobody_a_second_hand(journal: Journal) -> None:
    second_look(journal, STUD, {"5.10", "3.4.1", "1.1.3"})


def second_look(journal: Journal, sheet: str, clauses: set[str]) -> None:
    """Ann looks at one of her two hands; the software refuses the other by these clauses."""
    table = Automatic(journal, sheet, SLOW)
    table.wait(10)
    for box in (1, 2):
        table.do(cmd.PlaceBet(box=box, player="ann", bet="ante", amount=2500), "ann")
    table.wait(11)
    house = table.house
    look = house.floor.act("T1", cmd.ExamineHand(1), player("ann"), house.id())
    house.ok(look)
    second = no(house.floor.act("T1", cmd.ExamineHand(2), player("ann"), house.id()))
    assert second.code == "look_not_allowed"
    assert clauses <= set(second.clauses)
    assert not house.round("T1").unjudged_looks
    house.ok(house.floor.act("T1", cmd.ExamineHand(1), player("ann"), house.id()))


def test_4_6_a_notice_turns_no_hand_over_before_every_box_has_decided(journal: Journal) -> None:
    """A hand that is notified lies face up: with it, Ann would see her second hand before she plays it."""
    table = Automatic(journal, THREE, SLOW)
    table.wait(10)
    for box in (1, 2):
        table.do(cmd.PlaceBet(box=box, player="ann", bet="ante", amount=2500), "ann")
        table.do(cmd.PlaceBet(box=box, player="ann", bet="jackpot", amount=500), "ann")
    table.wait(11)
    house = table.house

    def act(command: cmd.Command) -> Done | Refusal:
        return house.floor.act("T1", command, player("ann"), house.id())

    house.ok(act(cmd.ExamineHand(1)))
    for decision in (None, cmd.FoldHand(1)):
        if decision:
            house.ok(act(decision))
        early = no(act(cmd.NotifyJackpotHand(2)))
        assert (early.code, early.clauses) == ("decision_still_due", ("4.6",))
        assert set(house.round("T1").box(2).cards) == {UNKNOWN}
    house.ok(act(cmd.PlaceBet(box=2, player="ann", bet="play", amount=2500)))
    house.ok(act(cmd.NotifyJackpotHand(2)))
    assert house.round("T1").box(2).notified == ("4.6",)


def test_a_second_look_at_a_table_of_people_is_a_fact(house: House) -> None:
    house.begin("T1", "bet 1 ann ante 25", "bet 2 ann ante 25", "close")
    house.play("T1", "deal 1 2s 3h 4d", "deal 2 5c 6c 8s", "deal dealer 9h 9d 2c", "look 1", "look 2")
    assert house.round("T1").unjudged_looks == (2,)
