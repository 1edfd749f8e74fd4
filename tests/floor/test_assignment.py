"""Several servers, one floor: every table has one dealer, and every server knows what he waits for."""

import pytest

from pitboss.floor import decide
from pitboss.floor.dealer.assignment import TableAssignment, dealer_of
from pitboss.floor.dealer.dealers import Dealers
from pitboss.floor.dealer.recovery import resume
from pitboss.floor.dealer.turns import DealerTurn
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.round_context import RoundContext
from pitboss.floor.tables.rounds import act
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from pitboss.store.journal import wall_clock
from pitboss.store.open import open_journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import House
from tests.floor.test_dealers import KEY, PACE, Automatic, carried_out, renew
from tests.floor.test_recovery import Clock, Site, automatic, site
from tests.floor.test_service import BETS
from tests.jackpots.floor import THREE_CARD

__all__ = ["site"]
TABLES = [f"T{number}" for number in range(1000)]


class Listed:
    """A roster that says what it is told to."""

    def __init__(self, name: str, *servers: str) -> None:
        self.name, self.servers, self.left = name, servers, False

    def renew(self) -> tuple[str, ...]:
        return self.servers

    def away(self) -> float | None:
        return None

    def leave(self) -> None:
        self.left = True

    def close(self) -> None:
        pass


def test_tables_are_shared_evenly_and_only_those_of_a_server_that_goes_change_hands() -> None:
    before = {table: dealer_of(table, ("a", "b", "c")) for table in TABLES}
    assert all(250 < list(before.values()).count(server) < 420 for server in "abc")
    after = {table: dealer_of(table, ("a", "c")) for table in TABLES}
    assert all(after[table] == before[table] for table in TABLES if before[table] != "b")
    assert dealer_of("T1", ()) is None


def test_a_server_silent_for_three_seconds_deals_nothing() -> None:
    duty = TableAssignment(Listed("a", "a"))
    assert not duty.deals("T1", 100.0), "not before the first time"
    assert duty.renew(100.0)
    assert duty.deals("T1", 102.9)
    assert not duty.deals("T1", 103.0)
    assert duty.renew(104.0), "after that the others may have dealt"
    assert duty.deals("T1", 104.0)
    assert not duty.renew(104.5), "it is not time yet"
    duty.leave()
    assert not duty.deals("T1", 104.6)


def test_a_table_is_dealt_by_one_server_and_taken_over_when_that_one_dies(journal: Journal) -> None:
    one = Automatic(journal)
    roster = Listed("other", "other", "gone")
    if dealer_of("T1", roster.servers) == "other":
        roster.name, roster.servers = "gone", ("gone", "other")
    floor, duty = Floor(journal, sealer=Sealer(KEY)), TableAssignment(roster)
    two = Dealers(floor, lambda table: PACE, duty)
    two.look("T1", 100.0)
    renew(two, duty, 100.0)
    assert list(two.due(106.0)) == [], "it is due, and another's"
    roster.servers = (roster.name,)
    renew(two, duty, 106.1)
    assert [table for table, _ in carried_out(two, floor, 106.1)] == ["T1"]
    assert one.table.number == 1


def left(dealers: Dealers, now: float) -> tuple[DealerTurn, float]:
    watch = dealers.watch("T1")
    assert watch is not None
    return watch.turn, watch.due - now


def test_a_server_that_comes_later_shows_the_same_turn_with_the_same_clock(url: str) -> None:
    """The clocks of betting and of a decision run from what began them, not from the newest event."""
    clock = Clock()
    clock.now = wall_clock()
    with open_journal(url, clock=clock) as journal:
        _compare_clocks(journal, clock)


def _compare_clocks(journal: Journal, clock: Clock) -> None:
    one = Automatic(journal)
    one.floor.clock = clock
    one.dealers = Dealers(one.floor, lambda table: PACE, one.duty)
    one.dealers.look("T1", one.now)

    def wait(seconds: float) -> None:
        clock.wait(seconds)
        one.wait(seconds)

    def late() -> Dealers:
        floor = Floor(journal, sealer=Sealer(KEY), clock=clock)
        found = Dealers(floor, lambda table: PACE, TableAssignment(Listed("late")))
        found.look("T1", 7.0)
        return found

    def agree() -> None:
        turn, seconds = left(one.dealers, one.now)
        again, there = left(late(), 7.0)
        assert again == turn
        assert there == pytest.approx(max(seconds, 0), abs=0.01) or turn.act == "wait"

    agree()
    wait(6)
    agree()
    one.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    wait(4)
    one.do(cmd.PlaceBet(box=2, player="ann", bet="ante", amount=2500))
    assert left(one.dealers, one.now)[1] == pytest.approx(6), "ten seconds from the first bet"
    agree()
    while one.says != "your_decision":
        wait(0.5)
        agree()
    wait(3)
    one.do(cmd.ExamineHand(1))
    agree()
    wait(5)
    one.do(cmd.PlaceBet(box=1, player="ann", bet="play", amount=2500))
    agree()
    wait(2)
    one.do(cmd.FoldHand(2))
    for _ in range(30):
        wait(0.5)
        agree()


def test_a_table_that_waits_for_people_was_not_away(site: Site) -> None:
    automatic(site, THREE_CARD, *BETS)
    site.clock.wait(3600)
    (found,) = resume(site.floor(), 5.0)
    assert (found.away_seconds, found.interrupted) == (5, False)
    (found,) = resume(site.floor())
    assert found.interrupted


def test_a_bet_is_not_appended_to_a_later_state_than_it_was_decided_on(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a bet is being decided, the dealer of the same server closes the Bets."""
    house = House(Floor(journal)).open({"T1": THREE_CARD})
    house.begin("T1", "bet 1 ann ante 25")
    closed: list[bool] = []

    def slow(scene: RoundContext, command: cmd.Command) -> object:
        outcome = act(scene, command)
        if not closed:
            closed.append(True)
            house.play("T1", "close")
        return outcome

    monkeypatch.setattr(decide, "act", slow)
    answer = house.step("T1", "bet 1 ann pair_plus 25")
    assert isinstance(answer, Refusal), "it was decided before the Bets were closed, and comes after"
    assert answer.code == "bet_after_close"
    kinds = [event.kind for event in journal.read_stream("table/T1")]
    assert kinds[-1] == "BetsClosed"
