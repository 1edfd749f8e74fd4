"""A round goes on where it stood; only a long absence of an automatic table interrupts it."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from pitboss.access.roles import Actor
from pitboss.floor.dealer.recovery import Resumed, resume
from pitboss.jackpots.queue import shown
from pitboss.round import commands as cmd
from pitboss.store.open import open_journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER, House, plate
from tests.floor.test_service import BETS, FOLDED, NOTHING
from tests.jackpots.floor import CONFIG, GAMES, STUD, THREE_CARD

SECOND = 1_000_000


class Clock:
    def __init__(self) -> None:
        self.now = 1_741_600_800 * SECOND

    def __call__(self) -> int:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += int(seconds * SECOND)


class Site:
    """One journal, opened again and again."""

    def __init__(self, url: str, closing: ExitStack) -> None:
        self.url, self.closing, self.clock = url, closing, Clock()

    def floor(self) -> Floor:
        journal = self.closing.enter_context(open_journal(self.url, clock=self.clock))
        return Floor(journal, clock=self.clock)

    def house(self, name: str) -> House:
        return House(self.floor(), name)


@pytest.fixture
def site(url: str) -> Iterator[Site]:
    with ExitStack() as closing:
        yield Site(url, closing)


def automatic(site: Site, sheet: str, *steps: str) -> House:
    """An automatic table in the middle of a round, on its own link."""
    house = site.house("first").open({"T1": sheet})
    house.ok(house.floor.close_table("T1", DEALER, house.id()))
    opened = house.floor.open_table("T1", plate(sheet), house.id(), link="grand", automatic=True)
    house.ok(opened)
    house.buy_in("T1", "ann", "bob")
    house.begin("T1", *steps)
    return house


def start_again(site: Site) -> tuple[House, list[Resumed]]:
    house = site.house("again")
    return house, list(resume(house.floor))


def test_a_round_goes_on_where_it_stood(site: Site) -> None:
    before = automatic(site, THREE_CARD, *BETS, "close", *NOTHING[:1])
    state = before.floor.table("T1")
    site.clock.wait(60)
    house, found = start_again(site)
    assert found == [Resumed(table="T1", number=1, away_seconds=60, interrupted=False)]
    assert house.floor.table("T1") == state
    house.play("T1", *NOTHING[1:], *FOLDED, "settle")
    house.check()


def test_5_7_an_automatic_table_away_too_long_is_void_before_an_outcome(site: Site) -> None:
    automatic(site, THREE_CARD, *BETS, "close", *NOTHING)
    site.clock.wait(61)
    house, found = start_again(site)
    assert found == [Resumed(table="T1", number=1, away_seconds=61, interrupted=True)]
    assert "5.7.2" in house.round("T1").void
    assert shown(GAMES, house.state_of()) == CONFIG.reset, "the returned bets took their shares back"
    house.play("T1", "settle")
    assert not any(house.round("T1").settlement.players().values())  # type: ignore[union-attr]
    house.check()


def test_5_7_an_established_outcome_stands(site: Site) -> None:
    automatic(site, THREE_CARD, *BETS, "close", *NOTHING, "fold 1")
    site.clock.wait(3600)
    house, found = start_again(site)
    assert found[0].interrupted
    assert not house.round("T1").void
    house.play("T1", "fold 2", "reveal", "settle")
    house.check()


def test_mss_5_16_players_may_withdraw_after_an_interruption(site: Site) -> None:
    stud = ("deal 1 2s 4d 6h 8c Td", "deal 2 3s 5d 7h 9c Jd", "deal dealer Ad Kh 9d 6c 2h")
    automatic(site, STUD, *BETS, "close", *stud)
    site.clock.wait(61)
    house, found = start_again(site)
    assert found[0].interrupted
    assert [option.box for option in house.round("T1").options] == [1, 2]
    house.play("T1", "choose 1 withdraw", "choose 2 continue", "fold 2", "reveal", "settle")
    assert house.round("T1").settlement.players()["ann"] == 0  # type: ignore[union-attr]
    house.check()


def test_two_servers_that_start_together_interrupt_once(site: Site) -> None:
    automatic(site, THREE_CARD, *BETS, "close", *NOTHING, "fold 1")
    site.clock.wait(61)
    one, other = site.floor(), site.floor()
    for floor in (one, other):
        floor.tables.refresh("T1")
    assert [found.interrupted for floor in (one, other) for found in resume(floor)] == [True, False]
    kinds = [event.kind for event in one.journal.read_stream("table/T1")]
    assert kinds.count("PlayInterrupted") == 1


def test_another_command_under_the_id_of_an_interruption_does_not_prevent_it(site: Site) -> None:
    """No client can send one; the software itself goes on to the next id, and says so."""
    house = automatic(site, THREE_CARD, *BETS, "close", *NOTHING)
    name = f"resume/T1/1/{house.floor.tables.get('T1').version}"
    house.ok(house.floor.open_table("T8", plate(THREE_CARD), name))
    house.ok(house.floor.close_table("T8", DEALER, f"{name}/2"))
    site.clock.wait(61)
    house, found = start_again(site)
    assert found == [Resumed(table="T1", number=1, away_seconds=61, interrupted=True, taken=(name,))]
    assert "5.7.2" in house.round("T1").void


def test_a_manual_table_waits_for_a_supervisor(site: Site) -> None:
    house = site.house("first").open({"T1": THREE_CARD})
    house.begin("T1", *BETS, "close", *NOTHING)
    site.clock.wait(10**6)
    (found,) = resume(site.floor())
    assert not found.interrupted
    assert not house.round("T1").void
    house.ok(house.floor.act("T1", cmd.InterruptPlay(), Actor("Sue", "pit_supervisor"), house.id()))
    assert "5.7.2" in house.round("T1").void


@pytest.mark.parametrize("jump", [-30, -86_400 * 400])
def test_a_clock_that_jumped_back_interrupts_nothing(site: Site, jump: int) -> None:
    automatic(site, THREE_CARD, *BETS, "close", *NOTHING)
    site.clock.wait(jump)
    _, found = start_again(site)
    assert found == [Resumed(table="T1", number=1, away_seconds=0, interrupted=False)]


def test_tables_between_rounds_are_left_alone(site: Site) -> None:
    automatic(site, THREE_CARD, *BETS, "close", *NOTHING, *FOLDED, "settle")
    site.clock.wait(10**6)
    _, found = start_again(site)
    assert found == []
