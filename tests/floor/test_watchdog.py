"""A watchdog that knows only the turns of tables notices one that stands still, whatever the cause."""

from contextlib import suppress

import pytest
from msgspec import structs

from pitboss.floor import decide
from pitboss.floor.dealer.dealers import table_of
from pitboss.floor.dealer.watchdog import MARGIN, REMINDER, Watchdog
from pitboss.floor.tables.dealing import Sealer
from pitboss.jackpots import commands as lc
from pitboss.jackpots.queue import shown
from pitboss.reason import because
from pitboss.refusal import refuse
from pitboss.round import commands as cmd
from pitboss.store import Journal
from pitboss.store.errors import Busy
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, plate
from tests.floor.test_dealers import KEY, PACE, Automatic, carried_out, renew
from tests.jackpots.floor import MANAGER, SUPERVISOR, THREE_CARD


class Watched(Automatic):
    """An automatic table, and a watchdog that looks at it every second."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.dog = Watchdog(self.floor, lambda table: PACE)
        self.raised: list[str] = []
        self.over: list[str] = []
        self.look()

    def look(self) -> None:
        found = self.dog.look(self.now)
        self.raised += [f"{stall.table} {stall.turn.act}" for stall in found.raised]
        self.over += [f"{stall.table} {stall.turn.act}" for stall in found.over]

    def deal(self, seconds: float) -> None:
        """Let time pass; the dealer does its work."""
        for _ in range(int(seconds)):
            self.wait(1)
            self.look()

    def stand(self, seconds: float) -> None:
        """Let time pass; nobody does anything."""
        for _ in range(int(seconds)):
            self.now += 1
            self.look()


@pytest.fixture
def table(journal: Journal) -> Watched:
    return Watched(journal)


def test_a_table_that_is_dealt_raises_no_alarm(table: Watched) -> None:
    table.deal(300)
    assert table.says == "place_your_bets", "waiting for a bet, for as long as it likes"
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.do(cmd.PlaceBet(box=2, player="bob", bet="ante", amount=2500), "bob")
    table.deal(100)
    assert table.table.number == 2, "both boxes had their time, and the round is over"
    assert (table.raised, table.over, table.dog.stalled()) == ([], [], ())


def test_a_dealer_that_does_nothing(table: Watched) -> None:
    table.deal(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.look()
    table.stand(PACE.betting + MARGIN - 1)
    assert table.raised == [], "its own clock, and a margin"
    table.stand(2)
    assert table.raised == ["T1 close"]
    (stall,) = table.dog.stalled()
    assert (stall.table, stall.turn.number) == ("T1", 1)
    assert table.now - stall.due == MARGIN + 1
    table.stand(60)
    assert table.raised == ["T1 close"], "once"
    table.stand(REMINDER)
    assert table.raised == ["T1 close"] * 2, "and now and then again"
    table.deal(3)
    assert table.over == ["T1 close"]
    assert table.dog.stalled() == ()


def test_events_of_players_are_no_move_of_the_dealer(table: Watched) -> None:
    """A table may be busy and stand still all the same."""
    table.deal(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.look()
    for number in range(25):
        table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2600 + number))
        table.house.buy_in("T1", "cat", amount=500)
        table.stand(1)
    assert table.raised == ["T1 close"]


def test_a_dealer_that_is_refused_again_and_again(table: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    table.deal(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    refusal = refuse("nothing_due", because("nothing_due.dealer"), ("5.23",))
    monkeypatch.setattr(decide, "act", lambda *given: refusal)
    for _ in range(30):
        table.now += 1
        renew(table.dealers, table.duty, table.now)
        list(carried_out(table.dealers, table.floor, table.now))
        table.look()
    assert table.raised == ["T1 close"]


def test_a_journal_that_does_not_answer(table: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog itself asks for nothing."""

    def busy(*given: object, **more: object) -> None:
        raise Busy(because("error.given", given="The journal is busy."))

    table.deal(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    for name in ("append", "append_soon", "find_command", "read_stream", "read_all", "heads", "head"):
        monkeypatch.setattr(table.floor.journal, name, busy)
    table.look()
    for _ in range(30):
        table.now += 1
        renew(table.dealers, table.duty, table.now)
        with suppress(Busy):
            list(carried_out(table.dealers, table.floor, table.now))
        table.look()
    assert table.raised == ["T1 close"]


def test_an_append_that_never_returns(table: Watched) -> None:
    """The order is under way for ever, so the dealer has nothing to do."""
    table.deal(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.now += 11
    renew(table.dealers, table.duty, table.now)
    (order,) = table.dealers.due(table.now)
    table.look()
    for _ in range(30):
        table.now += 1
        renew(table.dealers, table.duty, table.now)
        assert list(table.dealers.due(table.now)) == [], "it waits for the first"
        table.look()
    assert table.raised == ["T1 close"]
    assert table_of(order) == "T1"


def test_a_turn_that_cannot_be_told(table: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """A defect in what says whose turn it is would stop the dealer too."""

    def fails(*given: object, **more: object) -> None:
        raise AssertionError("a round that is closed and not settled goes on")

    table.deal(6)
    with monkeypatch.context() as patched:
        patched.setattr("pitboss.floor.dealer.watchdog.dealer_turn", fails)
        table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
        table.stand(20)
        assert table.raised == ["T1 deal"]
    table.look()
    assert table.over == ["T1 deal"], "it is asked for again, although the table has not changed"


def test_every_server_watches_the_tables_of_the_others(journal: Journal) -> None:
    """Also one that deals none of them, by what it hears from the journal."""
    one = Automatic(journal)
    floor = Floor(journal, sealer=Sealer(KEY))
    dog = Watchdog(floor, lambda table: PACE)
    one.wait(6)
    one.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    floor.tables.refresh("T1")
    assert dog.look(0.0).raised == ()
    one.wait(PACE.betting + 1)
    floor.tables.refresh("T1")
    assert dog.look(15.0).raised == (), "dealt on by the other server"
    (stall,) = dog.look(15.0 + PACE.decision + PACE.betting + MARGIN).raised
    assert (stall.table, stall.turn.act) == ("T1", "deal")


def test_a_jackpot_that_is_verified_is_waited_for(table: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the link has paid, which is no event of the table; then its time runs."""
    table.deal(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.deal(12)
    held = table.floor.tables.known("T1")
    assert held is not None
    assert held.state is not None
    won = structs.replace(held, state=structs.replace(held.state, pending=("T1/1/1/ann",)))
    monkeypatch.setattr(table.floor.tables, "known", lambda name: won)
    with monkeypatch.context() as unpaid:
        unpaid.setattr("pitboss.floor.dealer.watchdog.claims_open", lambda state, link: True)
        table.stand(1000)
        assert table.raised == []
    table.stand(MARGIN + PACE.dealing)
    assert table.raised == []
    table.stand(1)
    assert table.raised == ["T1 deal"]


def test_a_jackpot_that_has_failed_is_waited_for(table: Watched) -> None:
    """Somebody is asked; once it is restored, which is no event of the table, the dealer's time runs."""
    table.deal(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    table.do(cmd.PlaceBet(box=1, player="ann", bet="jackpot", amount=500))
    table.look()
    table.house.link(lc.FailSystem(SUPERVISOR, "the sign is dark"))
    table.stand(1000)
    assert table.raised == []
    link = table.house.state_of()
    table.house.link(lc.RestoreSystem(MANAGER, shown(table.floor.rulebook.games, link)))
    table.stand(MARGIN + PACE.betting)
    assert table.raised == []
    table.stand(2)
    assert table.raised == ["T1 close"]


def test_a_table_that_people_deal_is_theirs(table: Watched) -> None:
    table.house.ok(table.floor.open_table("T2", plate(THREE_CARD), table.house.id()))
    table.house.begin("T2", "bet 1 ann ante 25", "close")
    table.deal(60)
    assert table.raised == []


def test_a_table_that_is_closed_stands_still_by_right(table: Watched) -> None:
    table.deal(6)
    table.house.ok(table.floor.close_table("T1", DEALER, table.house.id()))
    table.stand(60)
    assert table.raised == []
