"""Session result and time played, from the tables' own streams: over tables, days, pauses and rulings."""

import pytest

from pitboss.floor.players.figures import SESSION_BREAK, session_of
from pitboss.floor.tables.play import KEPT, MINUTE, PAUSE
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.evening import DAY, HANDS, HOUR, SHAW, TwoTables
from tests.floor.house import House
from tests.floor.scripts import NOON


@pytest.fixture
def at(journal: Journal) -> TwoTables:
    return TwoTables(journal)


def test_result_and_time_of_a_session_over_two_tables(at: TwoTables) -> None:
    assert at.over
    at.lose(2500, "T1", 3)
    at.lose(5000, "T2", 2)
    session = at.session
    assert (session.began, session.sums.net, session.sums.rounds, session.sums.staked) == (
        NOON,
        -7500,
        2,
        7500,
    )
    assert session.sums.time == 5 * MINUTE
    assert {name: (sums.net, sums.time) for name, sums in session.tables.items()} == {
        "T1": (-2500, 5 * MINUTE),
        "T2": (-5000, 2 * MINUTE),
    }, "the pause at T1 counts while it is short, and every minute once in the sum"
    assert at.today.net == -7500
    at.sound()


def test_an_hour_at_two_tables_at_once_is_one_hour(at: TwoTables) -> None:
    at.begun("T1")
    at.begun("T2")
    at.ok(at.bet(table="T1"))
    at.ok(at.bet(table="T2"))
    at.wait(60)
    assert at.session.sums.time == HOUR
    assert at.session.sums.at_risk == 5000
    assert at.session.sums.net == 0
    for table in ("T1", "T2"):
        at.play(table, "close", *HANDS, "fold 1", "reveal", "settle")
    assert at.session.sums.time == HOUR
    assert (at.session.sums.at_risk, at.session.sums.net) == (0, -5000)


@pytest.mark.parametrize(("pause", "counts"), [(PAUSE, PAUSE), (PAUSE + 1, PAUSE)])
def test_a_pause_counts_up_to_five_minutes(at: TwoTables, pause: int, counts: int) -> None:
    at.lose(minutes=1)
    at.now += pause
    at.lose(minutes=1)
    assert at.session.sums.time == 2 * MINUTE + counts
    table = at.floor.table("T1")
    assert table is not None
    assert len(table.play["ann"].stretches) == (1 if pause == PAUSE else 2)


@pytest.mark.parametrize(("left", "over"), [(SESSION_BREAK - 1, False), (SESSION_BREAK, True)])
def test_a_session_is_over_after_half_an_hour_without_play(at: TwoTables, left: int, over: bool) -> None:
    at.lose(minutes=1)
    at.now += left
    assert at.over is over
    at.lose(2500, "T2", 0)
    assert at.session.sums.net == (-2500 if over else -5000)
    assert at.today.net == -5000, "the gaming day goes on"


def test_a_session_over_the_end_of_a_gaming_day(journal: Journal) -> None:
    at = TwoTables(journal, NOON + 17 * HOUR + 50 * MINUTE)
    assert str(at.floor.day_of(at.now).date) == "2025-03-10"
    at.lose(2500, "T1", 4)
    at.lose(5000, "T2", 4)
    assert at.today.net == -7500
    at.begin("T1")
    at.ok(at.bet(10_000))
    at.wait(4)
    at.play("T1", "close", *HANDS, "fold 1", "reveal", "settle")
    assert str(at.floor.day_of(at.now).date) == "2025-03-11"
    assert (at.today.net, at.today.rounds) == (-10_000, 1), "a round counts in the day in which it is settled"
    assert at.today.time == 4 * MINUTE
    assert (at.session.sums.net, at.session.sums.rounds) == (-17_500, 3)
    assert at.session.sums.time == 12 * MINUTE
    at.sound()


def test_a_round_opened_yesterday_and_bet_on_today_counts_today(at: TwoTables) -> None:
    at.begin("T1")
    at.now += DAY
    at.lose()
    assert (at.today.net, at.today.rounds) == (-2500, 1)
    at.sound()


def test_rulings_and_settlements_put_right_change_the_money_alone(at: TwoTables) -> None:
    at.lose(minutes=2)
    at.wait(20)
    ruling = cmd.AdjustSettlement(
        box=1, player="ann", bet="ante", amount=1000, by="shift_manager", reason="goodwill"
    )
    at.ok(at.floor.act("T1", ruling, SHAW, at.id()))
    assert at.session.sums.net == -1500
    at.play("T1", "report 5.8.7 count=4 reconstructed=no reason=a count", "settle")
    assert (at.today.rounds, at.today.staked) == (0, 0), "everything was returned"
    assert at.today.net == 1000
    assert at.session.sums.time == 7 * MINUTE
    at.sound()


def test_a_name_in_another_case_is_the_same_player(at: TwoTables) -> None:
    at.begin("T1", "bet 1 Ann ante 25", "close", *HANDS, "fold 1", "reveal", "settle")
    assert at.session.sums.net == -2500


@pytest.mark.parametrize(("later", "kept"), [(KEPT, True), (KEPT + 1, False)])
def test_the_long_past_is_forgotten(at: TwoTables, later: int, kept: bool) -> None:
    at.lose(minutes=0)
    at.now += later
    at.begin("T1")
    table = at.floor.table("T1")
    assert table is not None
    assert ("ann" in table.play) is kept
    at.ok(at.bet())
    at.sound()


def test_the_same_figures_come_from_the_journal_anew(at: TwoTables) -> None:
    at.lose(2500, "T1", 3)
    at.lose(5000, "T2", 2)
    again = House(at.floor.journal, clock=lambda: at.now)
    tables = [again.floor.table(name) for name in ("T1", "T2")]
    assert tables == [at.floor.table(name) for name in ("T1", "T2")]
    assert session_of([table for table in tables if table], "ann", at.now) == at.session
