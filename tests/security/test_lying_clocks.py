"""A server of the floor whose clock is wrong, or a database whose clock went back.

Holds: the time of one machine. Tries: to have rounds in play voided by starting a server whose clock is
ahead, to keep a dead server alive by a clock that goes back, to bet after the betting was closed. Expected:
rounds that others deal go on, dead servers are dead, and the order of the journal decides, not its times.
"""

from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest

from pitboss.floor import Done
from pitboss.floor.dealer.recovery import resume
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.store.open import open_journal, open_roster
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER
from tests.floor.test_recovery import Site, automatic
from tests.floor.test_service import BETS, NOTHING
from tests.jackpots.floor import THREE_CARD

HOUR = 3600 * 1_000_000


@pytest.fixture
def site(url: str) -> Iterator[Site]:
    with ExitStack() as closing:
        yield Site(url, closing)


def test_a_server_whose_clock_is_ahead_interrupts_no_round_that_others_deal(site: Site) -> None:
    """Started on purpose in the middle of a bad hand, it would give the player the bets back."""
    house = automatic(site, THREE_CARD, *BETS, "close", *NOTHING)
    alive = open_roster(site.url)
    alive.renew()
    starting = open_roster(site.url)
    with open_journal(site.url) as journal:
        ahead = Floor(journal, clock=lambda: site.clock() + 24 * HOUR)
        (found,) = resume(ahead, starting.away())
    assert not found.interrupted
    assert not house.round("T1").void
    for roster in (alive, starting):
        roster.close()


def test_a_floor_that_was_away_too_long_is_interrupted_whatever_its_roster_says(site: Site) -> None:
    automatic(site, THREE_CARD, *BETS, "close", *NOTHING)
    site.clock.wait(3600)
    (found,) = resume(site.floor(), 3600.0)
    assert found.interrupted


@pytest.mark.parametrize("seconds", [5, 600, 86_400])
def test_a_server_last_seen_in_the_future_counts_as_dead(postgres_url: str, seconds: int) -> None:
    """The database was moved to a machine whose clock is behind: the dead of the old one must not deal on."""
    one, two = open_roster(postgres_url), open_roster(postgres_url)
    one.renew()
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute("UPDATE pitboss_servers SET seen = clock_timestamp() + %s * interval '1 s'", (seconds,))
    assert two.away() is None
    assert two.renew() == (two.name,), "the tables of the dead go to the living"
    assert one.renew() == tuple(sorted((one.name, two.name)))
    for roster in (one, two):
        roster.close()


@pytest.mark.parametrize("hours", [-48, -1, 1, 48])
def test_no_clock_takes_a_bet_after_the_betting_is_closed(site: Site, hours: int) -> None:
    """The other server has not heard of the close and believes its clock; the journal's order decides."""
    house = automatic(site, THREE_CARD, *BETS)
    with open_journal(site.url, clock=lambda: site.clock() + hours * HOUR) as journal:
        lying = Floor(journal, clock=lambda: site.clock() + hours * HOUR)
        lying.tables.refresh("T1")
        bet = cmd.PlaceBet(box=2, player="bob", bet="ante", amount=5000)
        house.play("T1", "close")
        answer = lying.act("T1", bet, DEALER, "late-bet-1")
        assert isinstance(answer, Refusal)
        assert not isinstance(lying.act("T1", bet, DEALER, "late-bet-2"), Done)
    amounts = [wager.amount for wager in house.round("T1").box(2).wagers if wager.bet == "ante"]
    house.check()
    assert 5000 not in amounts
