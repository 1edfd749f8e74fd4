"""Bets under the minimum at live tables, where they lie open until the close (RWS 5.2, MBS 3.4)."""

import pytest

from pitboss.audit.audit import audit
from pitboss.floor.tables.prompts import prompts
from pitboss.round import commands as cmd
from pitboss.store import Journal
from tests.floor.desk import Desk as Floor
from tests.floor.house import House, plate
from tests.floor.test_dealers import Automatic
from tests.jackpots.floor import STUD
from tests.sheets.shipped import shipped_texts

AT_ONCE = '[readings.bet_under_minimum]\nchoice = "refused"'


def read_otherwise() -> tuple[str, str]:
    """The stud sheet by the other reading."""
    text, clauses = shipped_texts(STUD)
    assert AT_ONCE in text
    return text.replace(AT_ONCE, AT_ONCE.replace("refused", "open_until_close")), clauses


def texts(sheet: str) -> tuple[str, str]:
    return read_otherwise() if sheet == STUD else shipped_texts(sheet)


@pytest.fixture
def automatic(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> Automatic:
    monkeypatch.setattr("tests.floor.house.shipped_texts", texts)
    table = Automatic(journal, STUD)
    table.wait(10)
    return table


def ante(player: str, amount: int) -> cmd.PlaceBet:
    return cmd.PlaceBet(box=1, player=player, bet="ante", amount=amount)


def test_the_dealer_advises_and_does_not_close(journal: Journal) -> None:
    house = House(Floor(journal))
    house.floor.take_sheet(*read_otherwise())
    house.ok(house.floor.open_table("T1", plate(STUD), house.id()))
    house.begin("T1", "bet 1 ann ante 15")
    table = house.floor.table("T1")
    assert table is not None
    ((text, clauses),) = prompts(house.floor.game_of(table), table)
    assert text == "The Ante bet on box 1 is under its minimum: it goes up or back before the close."
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
