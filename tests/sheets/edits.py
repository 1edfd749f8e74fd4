"""Edits of shipped sheets that several tests make: a game without a jackpot, or with one dealing device."""

from copy import deepcopy
from typing import Any

from pitboss.sheets.game import Game
from pitboss.sheets.loader import make_game
from pitboss.sheets.model import Device
from tests.sheets.shipped import source_of

Data = dict[str, Any]


def source(sheet: str) -> tuple[Data, Data]:
    """The data of a shipped sheet and of its register, to be edited."""
    sheet_data, clauses = source_of(sheet)
    return deepcopy(sheet_data), deepcopy(clauses)


def without_jackpot(sheet: str) -> Game:
    """A shipped game without its jackpot."""
    data, clauses = source(sheet)
    take_out_jackpot(data)
    return make_game(data, clauses)


def take_out_jackpot(data: Data) -> None:
    """Take the jackpot out of the data of a sheet, with all that speaks of it."""
    del data["jackpot"], data["jackpot_ranking"], data["bets"]["jackpot"], data["amounts"]["orphan_jackpot"]
    for part in ("fold", "decline"):
        data[part]["loses"] = [bet for bet in data[part]["loses"] if bet != "jackpot"]
    data["seats"]["displayed"] = [what for what in data["seats"]["displayed"] if what != "jackpot_bet"]
    for clause, policy in list(data["irregularities"].items()):
        if policy["effect"] in ("freeze_jackpot", "return_orphan"):
            del data["irregularities"][clause]
        elif policy["effect"] == "restrict_table":
            del policy["action_clauses"]["no_jackpot"]


def with_device(sheet: str, device: Device) -> Game:
    """A shipped game that is dealt from one device only."""
    data, clauses = source(sheet)
    data["dealing"] = [dealing for dealing in data["dealing"] if dealing["device"] == device]
    return make_game(data, clauses)
