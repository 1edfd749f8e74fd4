"""A forecast that starts from a journal: a link as it stands, its tables at the pace they have kept."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli.main import run
from pitboss.forecast.link_file import ForecastFault, read_link_file
from pitboss.forecast.measured import measured_plan
from pitboss.jackpots.queue import shown
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.floor.house import House
from tests.floor.players import PLAYERS, play_round
from tests.jackpots.floor import HOLDEM, THREE_CARD

SECONDS = 90
ROUNDS = 5


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1_750_000_000_000_000

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: int) -> None:
        self.now += seconds * 1_000_000


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, House]]:
    """A table with a round every ninety seconds, but for an hour's pause, and one without a round."""
    path = tmp_path_factory.mktemp("measured") / "floor.db"
    clock, rng = Clock(), random.Random(7)
    with open_journal(path, clock=clock) as journal:
        house = House(journal, clock=clock).open({"T1": THREE_CARD, "T2": HOLDEM})
        house.buy_in("T1", *PLAYERS[:4])
        for number in range(ROUNDS):
            clock.pass_seconds(3_600 if number == 3 else SECONDS)
            play_round(house, "T1", rng, boxes=4)
        yield path, house


def nothing(done: int) -> None:
    """Show no progress."""


def test_a_link_is_taken_as_it_stands(played: tuple[Path, House]) -> None:
    path, house = played
    with open_journal(path, read_only=True) as journal:
        plan = measured_plan(journal, "grand", nothing)
    link = house.state_of()
    assert plan.config == link.config
    assert plan.meters.display == shown(house.floor.rulebook.games, link)
    assert plan.meters.reserve == link.reserve
    (group,) = plan.groups
    assert group.game.sheet.id == THREE_CARD
    assert [group.boxes, group.take_up, group.units] == [4, 1, 1]
    assert group.hours_per_day == pytest.approx(3 * SECONDS / 3_600)
    assert group.rounds_per_hour == pytest.approx((ROUNDS - 1) / (3 * SECONDS / 3_600))


def test_the_command_forecasts_and_writes_it(
    played: tuple[Path, House], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "grand.toml"
    asked = ["forecast", "--journal", str(played[0]), "--link", "grand", "--lives", "50"]
    assert run([*asked, "--write", str(file)]) == 0
    assert "jackpot bets an hour" in capsys.readouterr().out
    assert read_link_file(file).groups[0].boxes == 4


def test_a_link_without_a_pace_or_without_a_name_is_said(
    played: tuple[Path, House], journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["forecast", "--journal", str(played[0]), "--link", "none"]) == 2
    assert "the journal has no link 'none'; it has grand" in capsys.readouterr().err
    House(journal).open({"T1": THREE_CARD})
    with pytest.raises(ForecastFault, match="no table of grand has a pace yet"):
        measured_plan(journal, "grand", nothing)
