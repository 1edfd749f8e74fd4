"""The file of a forecast: what is wrong is said with its place and line."""

from pathlib import Path

import pytest

from pitboss.forecast.link_file import ForecastFault, parse_link_file, read_link_file
from pitboss.forecast.measured import as_link_file

FILE = Path(__file__).parents[2] / "examples" / "links" / "diamond.toml"
TEXT = FILE.read_text(encoding="utf-8")


def test_the_example_is_read() -> None:
    plan = read_link_file(FILE)
    assert [group.game.sheet.id for group in plan.groups] == [
        "rws-multilink-three-card-v4",
        "rws-multilink-holdem-v2",
    ]
    assert plan.groups[0].bets_per_hour == 6 * 40 * 4.5 * 0.6
    assert [plan.meters.display, plan.meters.reserve] == [5_000_000, 10_000_000]


def test_a_plan_is_written_and_read_again() -> None:
    plan = read_link_file(FILE)
    assert parse_link_file(as_link_file(plan), "again").meters == plan.meters
    assert [g.bets_per_hour for g in parse_link_file(as_link_file(plan), "again").groups] == [
        g.bets_per_hour for g in plan.groups
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('sheet = "ML3"', 'sheet = "MLX"', "line 17: tables[0].sheet: 'MLX' is not a sheet"),
        ("boxes = 4.5", "boxes = 7.1", "tables[0].boxes: a table has at most 7 boxes"),
        ("boxes = 4.5", "boxes = 0", "tables[0].boxes: Expected `float` > 0.0"),
        ('"60%"', '"0%"', "tables[0].take_up: the share of boxes with a jackpot bet is above 0"),
        ('"60%"', '"101%"', "tables[0].take_up: the share"),
        ("hours_per_day = 24", "hours_per_day = 24.5", "tables[0].hours_per_day: Expected `float` <= 24"),
        ("tables = 6", "tables = 6\nunits = 2", "tables[0].units: a jackpot bet is at most 1 times"),
        ("tables = 6", "tables = 6\ncolour = 2", "Object contains unknown field `colour`"),
        ('contribution_rate = "20%"', 'contribution_rate = "99%"', "link: contribution and reserve together"),
        ("reserve = 100_000", "reserve = -1", "link.reserve: "),
        ("reserve = 100_000", "display = 5_000_001", "link.display: it is above the cap"),
        ("cap = 5_000_000", "cap = 1", "link: the cap must be above zero"),
        ("[link]", "[link", "it is not TOML"),
    ],
)
def test_faults_name_their_place(old: str, new: str, says: str) -> None:
    with pytest.raises(ForecastFault) as fault:
        parse_link_file(TEXT.replace(old, new, 1), "link.toml")
    assert str(fault.value).startswith("link.toml")
    assert says in str(fault.value)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ForecastFault, match="it cannot be read"):
        read_link_file(tmp_path / "none.toml")


def test_a_game_without_a_jackpot_feeds_no_link() -> None:
    from pitboss.sheets.library import using

    with (
        using(FILE.parents[1] / "sheets"),
        pytest.raises(ForecastFault, match=r"tables\[0\]\.sheet: .* has no jackpot"),
    ):
        parse_link_file(TEXT.replace('"ML3"', '"LIR"'), "link.toml")
