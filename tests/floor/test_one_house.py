"""A floor plays sheets of one currency and one time zone."""

from pathlib import Path

import pytest

from pitboss.floor import Floor
from pitboss.floor.setup.config import DEFAULT_FILE, parse_config
from pitboss.floor.setup.config_diff import CannotSetUp, compare
from pitboss.floor.setup.first_start import set_up
from pitboss.floor.tables.dealing import Sealer
from pitboss.sheets.library import using
from pitboss.store.open import open_journal
from tests.sheets.own import own_sheet

EXAMPLES = Path(__file__).parents[2] / "examples/sheets"
HEAD = "links = []\n" + DEFAULT_FILE.read_text(encoding="utf-8").partition("[[links]]")[0]
TABLE = """
[[tables]]
id = "{short}-1"
sheet = "{short}"
dealer = "automatic"
cards = "shoe"
device = "shuffler"
boxes = 5
limits = {{ ante = [5, 500] }}
denominations = [5, 25, 100]
"""


def text(*shorts: str) -> str:
    return HEAD + "".join(TABLE.format(short=short) for short in shorts)


def test_the_sheets_of_another_house_stay_outside(tmp_path: Path) -> None:
    config = parse_config(text("UTH", "LIR"), "floor.toml")
    with using(EXAMPLES), open_journal(tmp_path / "floor.db") as journal:
        floor = Floor(journal, sealer=Sealer(bytes(32)))
        assert set_up(floor, config) == ()
        assert floor.house is not None
        assert floor.house.currency_sign == "$"
        assert str(floor.zone) == "America/New_York"
        assert {game.sheet.identity.currency for game in floor.rulebook.games.values()} == {"USD"}
        assert compare(floor, config) == (), "what ships for another house is not proposed either"


def test_tables_of_two_houses_are_refused_with_a_sentence(tmp_path: Path) -> None:
    config = parse_config(text("UTH", "3CP"), "floor.toml")
    with using(EXAMPLES), open_journal(tmp_path / "floor.db") as journal:
        floor = Floor(journal, sealer=Sealer(bytes(32)))
        with pytest.raises(CannotSetUp, match="a floor has one currency and one time zone"):
            set_up(floor, config)
        assert floor.table_names() == ()


def test_a_zone_that_this_machine_does_not_know_is_refused_with_a_sentence(tmp_path: Path) -> None:
    folder = own_sheet(tmp_path, changes={"time_zone": '"America/Newyork"'})
    config = parse_config(text("ACME"), "floor.toml")
    with using(folder), open_journal(tmp_path / "floor.db") as journal:
        floor = Floor(journal, sealer=Sealer(bytes(32)))
        with pytest.raises(CannotSetUp, match="America/Newyork: check its spelling, or install tzdata"):
            set_up(floor, config)
