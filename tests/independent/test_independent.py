"""The engine against a second settlement that shares no code with it."""

import random
from typing import Any

import pytest

from pitboss.records.round_file import parse_round_file
from pitboss.records.rounds_json import rounds_json
from pitboss.records.runner import play
from pitboss.sheets import load
from pitboss.sheets.readings import Readings
from tests.independent.rounds import SHEETS, random_round
from tests.independent.settlement import settle

STILL_SHOWN = ("rws-multilink-three-card-v4", "rws-multilink-holdem-v2")
"""Where a hand may be shown after it was declined, by reading 7 of the contract."""


def by_line(lines: list[dict[str, Any]]) -> dict[tuple[Any, ...], list[Any]]:
    """Lines by box, player and bet; several awards of one box are one sum."""
    merged: dict[tuple[Any, ...], list[Any]] = {}
    for line in lines:
        key = (line["box"], line["player"], line["bet"])
        cents = int(line["net"].replace(".", ""))
        if key in merged:
            merged[key][2] += cents
        else:
            merged[key] = [line["stake"], line["result"], cents]
    return merged


def plain_jackpot(jackpot: dict[str, Any] | None) -> Any:
    if jackpot is None:
        return None
    payouts = sorted((payout["box"], payout["amount"]) for payout in jackpot["payouts"])
    return jackpot["before"].rstrip("0"), jackpot["after"].rstrip("0"), payouts


def compare(sheet: str, seed: int) -> None:
    """One random regular round, settled twice."""
    table, jackpot, steps = random_round(sheet, random.Random(f"{sheet} {seed}"))
    data: dict[str, Any] = {"sheet": sheet, "table": table, "round": [{"steps": steps}]}
    if jackpot:
        data["jackpot"] = jackpot
    ours = rounds_json(play(parse_round_file(data)))["rounds"][0]
    theirs: Any = settle(sheet, table, jackpot, steps)
    assert by_line(ours["lines"]) == by_line(theirs["lines"]), steps
    assert ours["players"] == theirs["players"], steps
    assert plain_jackpot(ours["jackpot"]) == plain_jackpot(theirs["jackpot"]), steps


@pytest.mark.parametrize("sheet", SHEETS)
def test_both_settle_by_the_default_readings(sheet: str) -> None:
    """The second settlement knows the readings of the contract and no others."""
    still_shown = Readings(show_after_declining="establishes_the_rank")
    assert load(sheet).readings == (still_shown if sheet in STILL_SHOWN else Readings())


@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("sheet", SHEETS)
def test_random_regular_rounds(sheet: str, block: int) -> None:
    for seed in range(block * 250, (block + 1) * 250):
        compare(sheet, seed)
