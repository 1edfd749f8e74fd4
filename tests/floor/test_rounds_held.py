"""No round begins while the policy of witnesses holds rounds back; rounds in play are finished."""

import pytest

from pitboss.access.roles import SYSTEM
from pitboss.commands.record import Order
from pitboss.floor import Done
from pitboss.floor.commands import BeginRound
from pitboss.reason import Reason, because
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.test_watchdog import Watched

WHY = because("rounds_held")


@pytest.fixture
def table(journal: Journal) -> Watched:
    return Watched(journal)


def hold(table: Watched, why: Reason | None) -> None:
    """Hold rounds back, or let them begin; whoever does so has every table looked at."""
    table.floor.rounds_held = lambda: why
    table.dealers.look("T1", table.now)


def test_the_round_in_play_is_finished_and_no_other_begins(table: Watched) -> None:
    table.deal(6)
    table.do(cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500))
    hold(table, WHY)
    assert table.says == "place_your_bets"
    table.deal(60)
    assert table.house.round("T1").settled
    assert (table.says, table.table.number) == ("for_the_witnesses", 1)
    table.deal(300)
    assert table.table.number == 1
    assert (table.raised, table.dog.stalled()) == ([], ()), "it waits, and does not stand still"
    hold(table, None)
    assert table.says == "round_over"
    table.deal(6)
    assert (table.says, table.table.number) == ("place_your_bets", 2)
    assert table.raised == []


def test_a_dealer_that_does_not_go_on_after_it_stands_still(table: Watched) -> None:
    hold(table, WHY)
    table.stand(100)
    table.floor.rounds_held = lambda: None
    table.stand(30)
    assert table.raised == ["T1 begin"]


def test_to_begin_is_refused_in_words_and_what_was_begun_before_is_answered(table: Watched) -> None:
    order = Order(command=BeginRound(table="T1"), by=SYSTEM, id="first")
    assert isinstance(table.floor.execute(order), Done)
    table.floor.rounds_held = lambda: WHY
    again = table.floor.execute(order)
    assert isinstance(again, Done)
    assert again.repeated, "a command that is recorded is never refused"
    for answer in (
        table.floor.execute(Order(command=BeginRound(table="T1"), by=SYSTEM, id="second")),
        table.floor.questions().would(Order(command=BeginRound(table="T1"), by=SYSTEM)),
    ):
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.reason) == ("rounds_held", WHY)
