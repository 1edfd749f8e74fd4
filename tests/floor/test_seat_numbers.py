"""How many seats one player holds without a bet, what takes a seat, and when each seat is freed."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, current_thread

import pytest
from msgspec import structs

from pitboss.audit.audit import audit
from pitboss.commands.record import Order
from pitboss.floor import Actor, Done, floor_registry
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.players.events import SatAt
from pitboss.floor.players.seating import seats_refusal
from pitboss.floor.tables.money import CashOut
from pitboss.floor.tables.table import TableState
from pitboss.floor.view import FloorView
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from pitboss.store.streams import StreamCache
from tests.floor.evening import ANN, BOB, TwoTables
from tests.floor.house import DEALER, House
from tests.floor.test_dealers import Automatic
from tests.jackpots.floor import THREE_CARD

Tables = Callable[[str], Iterable[TableState]]
SLOW = Pace(betting=15, decision=10, dealing=0, pause=5, seat=100)


@pytest.fixture
def at(journal: Journal) -> TwoTables:
    return TwoTables(journal)


def sit(house: House, box: int, table: str = "T1", by: Actor = ANN, player: str = "ann") -> Done | Refusal:
    return house.floor.sit_down(table, box, player, by, house.id())


def taken_back(house: House, box: int, table: str = "T1") -> Done | Refusal:
    return house.floor.act(table, cmd.WithdrawBet(box, "ante"), ANN, house.id())


def seats(house: House, table: str = "T1") -> set[int]:
    state = house.floor.table(table)
    assert state is not None
    return set(state.seats)


def noted(at: TwoTables) -> list[str]:
    """The tables that ann's stream of seats names."""
    events = at.floor.journal.read_stream("seats/ann")
    decoded = (floor_registry().decode(event) for event in events)
    return [event.table for event in decoded if isinstance(event, SatAt)]


def why(answer: Done | Refusal) -> str:
    """The code of a refusal, which cites clauses."""
    assert isinstance(answer, Refusal), answer
    assert answer.clauses
    return answer.code


def refused(answers: Iterable[Done | Refusal]) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, Refusal)]


def test_a_player_holds_two_seats_without_a_bet_over_all_tables(at: TwoTables) -> None:
    at.ok(sit(at, 1))
    at.ok(sit(at, 1, "T2"))
    for table, box in (("T1", 2), ("T2", 2)):
        answer = sit(at, box, table)
        assert isinstance(answer, Refusal)
        assert (answer.code, bool(answer.clauses)) == ("too_many_seats", True)
        assert "already holds 2 seats" in answer.message
    at.ok(sit(at, 2, by=BOB, player="bob"))
    at.ok(at.floor.stand_up("T2", 1, ANN, at.id()))
    at.ok(sit(at, 3))
    at.sound()


def test_a_floor_has_a_number_of_its_own(at: TwoTables) -> None:
    at.floor.seats_without_bet = 1
    at.ok(sit(at, 1))
    assert why(sit(at, 2)) == "too_many_seats"
    at.floor.seats_without_bet = 3
    assert refused(sit(at, box) for box in (2, 3, 4)) == ["too_many_seats"]


def test_seats_with_a_bet_and_seats_just_played_are_not_counted(at: TwoTables) -> None:
    at.begin("T1")
    for box in (1, 2, 3):
        at.ok(at.bet(box=box))
    at.ok(sit(at, 4))
    at.ok(sit(at, 1, "T2"))
    at.play("T1", "close", "deal 1 2s 3h 4d", "deal 2 2h 3d 4c", "deal 3 2d 3c 4s", "deal dealer 9h 9d 2c")
    at.play("T1", "fold 1", "fold 2", "fold 3", "reveal", "settle")
    assert why(sit(at, 5)) == "too_many_seats", "boxes 4 and 1 of T2 only"
    at.ok(at.floor.stand_up("T1", 4, ANN, at.id()))
    at.ok(sit(at, 5))
    at.sound()


def test_a_seat_counts_again_once_the_bets_are_closed_without_its_bet(at: TwoTables) -> None:
    at.lose()
    at.begin("T1")
    at.ok(sit(at, 2))
    at.ok(at.bet(by=BOB, box=7))
    at.play("T1", "close")
    assert why(sit(at, 3)) == "too_many_seats"


def test_bets_taken_back_do_not_gather_seats(at: TwoTables) -> None:
    at.begin("T1")
    for box in (1, 2):
        at.ok(at.bet(box=box))
        at.ok(taken_back(at, box))
    assert why(at.bet(box=3)) == "too_many_seats"
    at.ok(at.bet(box=1))
    at.ok(at.bet(box=3))
    at.sound()


def test_staff_seat_whom_they_like(at: TwoTables) -> None:
    for box in range(1, 6):
        at.ok(sit(at, box, by=DEALER))
    assert why(sit(at, 6)) == "too_many_seats"
    at.ok(sit(at, 6, by=DEALER))


def test_seats_asked_for_at_once_stay_within_the_number(
    at: TwoTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.floor.seats_without_bet = 1
    for _ in range(2):
        # First at tables that the player's stream does not name yet, then at two that it does.
        both_decided, decided = Barrier(2), set[str]()

        def together(
            view: FloorView,
            order: Order,
            tables: Tables,
            most: int,
            both_decided: Barrier = both_decided,
            decided: set[str] = decided,
        ) -> Refusal | None:
            answer = seats_refusal(view, order, tables, most)
            if current_thread().name not in decided:
                decided.add(current_thread().name)
                both_decided.wait(30)
            return answer

        with monkeypatch.context() as patched, ThreadPoolExecutor(2) as pool:
            patched.setattr("pitboss.floor.service.seats_refusal", together)
            answers = list(pool.map(lambda table: sit(at, 1, table), ("T1", "T2")))
        assert refused(answers) == ["too_many_seats"]
        assert len(seats(at)) + len(seats(at, "T2")) == 1
        for table in ("T1", "T2"):
            if seats(at, table):
                at.ok(at.floor.stand_up(table, 1, ANN, at.id()))
    at.sound()


def test_a_bet_looks_at_the_tables_of_its_player_only(at: TwoTables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a thousand tables a player is at one or two: a bet must not take longer for the others."""
    at.lose()
    at.ok(sit(at, 3, "T2", by=BOB, player="bob"))

    def every_table(_: object) -> tuple[str, ...]:
        raise AssertionError("all tables are looked at")

    monkeypatch.setattr(StreamCache, "known_names", every_table)
    at.begin("T1")
    at.ok(at.bet(box=2))
    at.ok(sit(at, 1, "T2"))
    assert [table.id for table in at.floor.tables_of("Ann")] == ["T1", "T2"]
    assert [table.id for table in at.floor.tables_of("bob")] == ["T2"]
    at.ok(at.floor.stand_up("T2", 3, BOB, at.id()))
    assert at.floor.tables_of("bob") == ()


def test_another_server_counts_seats_that_it_has_not_read_yet(at: TwoTables) -> None:
    other = House(at.floor.journal, "o", clock=lambda: at.now)
    other.floor.seats_without_bet = at.floor.seats_without_bet = 1
    for table in ("T1", "T2"):
        other.floor.table(table)
    other.floor.streams["seats"].get("ann")
    at.ok(sit(at, 1))
    assert why(sit(other, 1, "T2")) == "too_many_seats"
    at.ok(at.floor.stand_up("T1", 1, ANN, at.id()))
    other.ok(sit(other, 1, "T2"))
    assert why(sit(at, 1)) == "too_many_seats"
    at.sound()


def test_a_record_from_before_seats_were_noted_is_sound(
    at: TwoTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(FloorView, "notes_seat", lambda *_: False)
        at.floor.seats_without_bet = 9
        for box in range(1, 5):
            at.ok(sit(at, box))
        assert not noted(at)
    at.floor.seats_without_bet = 2
    assert why(sit(at, 1, "T2")) == "too_many_seats"
    for box in range(1, 5):
        at.ok(at.floor.stand_up("T1", box, ANN, at.id()))
    at.ok(sit(at, 1, "T2"))
    at.ok(sit(at, 2, "T2"))
    assert noted(at) == ["T2"]
    at.sound()


class Timed(Automatic):
    """An automatic table whose floor goes by the same clock as its Dealer."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal, THREE_CARD, SLOW)
        began, now = self.floor.clock(), self.now
        self.floor.clock = lambda: began + round((self.now - now) * 1e6)
        self.wait(10)

    def sit(self, box: int, player: str = "ann") -> Done | Refusal:
        answer = sit(self.house, box, by=Actor(player, "player"), player=player)
        self.dealers.look("T1", self.now)
        return answer

    def bet(self, box: int, player: str = "ann") -> None:
        self.do(cmd.PlaceBet(box=box, player=player, bet="ante", amount=2500), player)

    def take_back(self, box: int, player: str = "ann") -> None:
        self.do(cmd.WithdrawBet(box, "ante"), player)


@pytest.fixture
def timed(journal: Journal) -> Timed:
    return Timed(journal)


def test_a_seat_at_an_automatic_table_takes_chips_there(timed: Timed) -> None:
    answer = timed.sit(1, "dot")
    assert isinstance(answer, Refusal)
    assert (answer.code, bool(answer.clauses)) == ("chips_short", True)
    assert "buy in" in answer.message
    timed.house.buy_in("T1", "dot", amount=500)
    timed.house.ok(timed.sit(1, "dot"))
    timed.house.ok(timed.floor.stand_up("T1", 1, Actor("dot", "player"), timed.house.id()))
    out = CashOut("dot", 500, DEALER)
    timed.house.ok(timed.floor.money("T1", out, DEALER, timed.house.id()))
    assert refused([timed.sit(1, "dot")]) == ["chips_short"]
    timed.house.ok(sit(timed.house, 1, by=DEALER, player="dot"))


def test_several_seats_are_freed_at_once(journal: Journal, timed: Timed) -> None:
    for box, player in ((2, "ann"), (3, "ann"), (5, "bob")):
        timed.house.ok(timed.sit(box, player))
    timed.wait(60)
    timed.house.ok(timed.sit(7, "cat"))
    timed.wait(39)
    assert seats(timed.house) == {2, 3, 5, 7}
    timed.wait(2)
    assert seats(timed.house) == {7}
    timed.wait(58)
    assert seats(timed.house) == {7}
    timed.wait(2)
    assert seats(timed.house) == set()
    assert audit(journal).fault is None


def test_a_bet_taken_back_does_not_start_the_clocks_of_seats_anew(journal: Journal, timed: Timed) -> None:
    timed.house.ok(timed.sit(2))
    for _ in range(9):
        timed.wait(10)
        timed.bet(3)
        timed.wait(1)
        timed.take_back(3)
    assert 2 in seats(timed.house), "99 s"
    timed.wait(2)
    assert 2 not in seats(timed.house)
    assert audit(journal).fault is None


def test_a_seat_that_only_a_bet_taken_back_took_is_kept_as_long_as_betting_lasts(timed: Timed) -> None:
    timed.bet(2)
    timed.wait(5)
    timed.take_back(2)
    timed.wait(14)
    assert seats(timed.house) == {2}
    timed.wait(2)
    assert seats(timed.house) == set()


def test_the_clock_of_a_seat_that_was_played_runs_from_its_last_bet_that_stood(timed: Timed) -> None:
    timed.bet(2)
    timed.wait(16)
    assert timed.house.round("T1").closed
    timed.do(cmd.FoldHand(2))
    timed.wait(20)
    timed.house.ok(timed.sit(4, "bob"))
    timed.bet(2)
    timed.take_back(2)
    closed = structs.asdict(timed.table.seats[2])
    assert (closed["played"], closed["taken_back"]) == (True, None)
    timed.wait(78)
    assert seats(timed.house) == {2, 4}
    timed.wait(2)
    assert seats(timed.house) == {4}


def test_a_server_that_takes_over_keeps_the_clocks_of_seats(timed: Timed) -> None:
    timed.house.ok(timed.sit(2))
    timed.wait(50)
    timed.house.ok(timed.sit(3))
    timed.dealers = type(timed.dealers)(timed.floor, lambda table: SLOW, timed.duty)
    timed.dealers.look("T1", timed.now)
    timed.wait(49)
    assert seats(timed.house) == {2, 3}
    timed.wait(2)
    assert seats(timed.house) == {3}
