"""Bets outside the limits at live tables that do not refuse them at once (RWS 5.1, 5.2; MBS 3.4)."""

import pytest

from pitboss.audit.audit import audit
from pitboss.floor import Actor
from pitboss.floor.tables.money.chips import free_chips
from pitboss.floor.tables.prompts import prompts
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round.notes import notes
from pitboss.store import Journal
from pitboss.words import say
from tests.floor.desk import Desk as Floor
from tests.floor.house import House, plate
from tests.floor.test_dealers import Automatic
from tests.jackpots.floor import STUD, THREE_CARD
from tests.sheets.shipped import shipped_texts

REFUSED = '[readings.{}]\nchoice = "refused"'
OTHERWISE = {
    STUD: ("bet_under_minimum", "open_until_close"),
    THREE_CARD: ("bet_over_maximum", "excess_rejected"),
}


def read_otherwise(sheet: str) -> tuple[str, str]:
    """The texts of a sheet, the stud and the three-card game by another reading."""
    text, clauses = shipped_texts(sheet)
    if sheet in OTHERWISE:
        name, choice = OTHERWISE[sheet]
        taken = REFUSED.format(name)
        assert taken in text
        text = text.replace(taken, taken.replace("refused", choice))
    return text, clauses


@pytest.fixture(autouse=True)
def sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.floor.house.shipped_texts", read_otherwise)


@pytest.fixture
def automatic(journal: Journal) -> Automatic:
    table = Automatic(journal, STUD)
    table.wait(10)
    return table


def ante(player: str, amount: int) -> cmd.PlaceBet:
    return cmd.PlaceBet(box=1, player=player, bet="ante", amount=amount)


def test_the_dealer_advises_and_does_not_close(journal: Journal) -> None:
    house = House(Floor(journal))
    house.take_sheets()
    house.ok(house.floor.open_table("T1", plate(STUD), house.id()))
    house.begin("T1", "bet 1 ann ante 15")
    table = house.floor.table("T1")
    assert table is not None
    ((text, clauses),) = prompts(house.floor.game_of(table), table)
    assert (
        say(text) == "The Ante bet on box 1 is under its minimum: raise it or take it back before the close."
    )
    assert clauses == ("3.4", "5.13")
    assert house.refused("T1", "close").clauses == ("3.4", "5.13")
    house.play("T1", "bet 1 bob ante 10", "close")
    assert audit(journal).fault is None


def test_software_gives_back_what_is_still_too_low_when_it_closes(automatic: Automatic) -> None:
    automatic.do(ante("ann", 1500))
    automatic.do(cmd.PlaceBet(box=1, player="ann", bet="jackpot", amount=500))
    automatic.wait(120)
    state = automatic.house.round("T1")
    assert not state.has_bets
    assert not state.closed
    automatic.house.check()


def test_software_deals_once_the_area_is_made_up(automatic: Automatic) -> None:
    automatic.do(ante("ann", 1500))
    automatic.do(ante("bob", 1000), "bob")
    automatic.wait(15)
    state = automatic.house.round("T1")
    assert state.closed
    assert state.box(1).total("ante") == 2500
    automatic.house.check()


def test_the_excess_stays_with_the_player(journal: Journal) -> None:
    """RWS 5.1: 600 and then 500 stand at the maximum of 1,000; the 100 never leave the player's chips."""
    table = Automatic(journal, THREE_CARD)
    table.wait(10)
    before = free_chips(table.table, "ann")
    for amount in (60_000, 50_000):
        table.do(ante("ann", amount))
    state = table.house.round("T1")
    assert state.box(1).total("ante") == 100_000
    assert free_chips(table.table, "ann") == before - 100_000
    (note,) = notes(table.floor.game_of(table.table), state)
    assert note.clauses == ("5.1", "3.4")
    more = table.floor.act("T1", ante("ann", 100), Actor("ann", "player"), table.house.id())
    assert isinstance(more, Refusal)
    assert more.code == "bet_above_maximum"
    table.wait(15)
    assert table.house.round("T1").closed
    table.house.check()
    assert audit(journal).fault is None
