"""A game that is dealt from a shoe or from a shuffler only."""

import pytest

from pitboss.cli.chart_rounds import phases
from pitboss.cli.chart_rows import rows
from pitboss.floor.tables.table_limits import plate_refusal
from pitboss.records.round_file import FileFault, parse_round_file
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.round import decide
from pitboss.settlement import Table
from pitboss.sheets import SheetFault, load, sheet_ids
from pitboss.sheets.compare import differences
from pitboss.sheets.loader import make_game
from pitboss.sheets.model import Device
from pitboss.training.rounds import play_round
from tests.sheets.edits import source, with_device

THREE_CARD = "rws-three-card-v3"
OTHER: dict[Device, Device] = {"shoe": "shuffler", "shuffler": "shoe"}


@pytest.mark.parametrize("device", OTHER)
@pytest.mark.parametrize("sheet", sheet_ids())
def test_it_is_played_and_charted(sheet: str, device: Device) -> None:
    game = with_device(sheet, device)
    assert game.device == device
    for seed in range(3):
        assert play_round(game, str(seed), jackpot=False).after.table.device == device
    assert rows(game, list(phases(game)))
    told = differences(load(sheet).sheet, game.sheet)
    assert [(each.heading, each.name, each.second) for each in told] == [("Dealing", OTHER[device], None)]


def test_one_without_any_procedure_is_refused() -> None:
    data, clauses = source(THREE_CARD)
    data["dealing"] = []
    with pytest.raises(SheetFault, match="dealing: there is no procedure"):
        make_game(data, clauses)


@pytest.mark.parametrize("device", OTHER)
def test_the_other_device_is_refused_with_a_sentence(device: Device) -> None:
    game, other = with_device(THREE_CARD, device), OTHER[device]
    sentence = f"3 Card Poker is not dealt from a {other}, but from a {device}"
    table = Table(sheet=THREE_CARD, device=other)
    plate = plate_refusal(game, table, (100,))
    opened = decide(game, None, cmd.OpenRound(table, None, cmd.Hashes("", "", "")))
    for refusal in (plate, opened):
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.message) == ("method_not_possible", sentence)
        assert refusal.clauses
    with pytest.raises(FileFault, match=f"table.dealing: {sentence}"):
        parse_round_file({"sheet": THREE_CARD, "table": {"dealing": other}, "round": [{"steps": []}]}, game)


def test_a_round_file_that_names_no_device_has_the_one_there_is() -> None:
    data = {"sheet": THREE_CARD, "round": [{"steps": ["close"]}]}
    assert parse_round_file(data, with_device(THREE_CARD, "shoe")).table.device == "shoe"
    assert parse_round_file(data).table.device == "shuffler"
