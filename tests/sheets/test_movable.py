"""What a what-if can move: every path leads to the entry that it names, and every choice is one."""

import pytest

from pitboss.sheets import load, sheet_ids
from pitboss.sheets.movable import Movable, movables
from pitboss.sheets.settings import NONE, changed

ALL = [(sheet, each) for sheet in sheet_ids() for each in movables(load(sheet).sheet)]


@pytest.mark.parametrize(("sheet", "each"), ALL, ids=lambda value: getattr(value, "path", value))
def test_every_movable_setting_moves(sheet: str, each: Movable) -> None:
    others = each.choices if each.form == "choice" else ("7",)
    for value in others:
        moved = changed(sheet, [f"{each.path}={value}"]).sheet
        if value in (each.value, NONE) and each.value != value:
            continue
        now = {found.path: found.value for found in movables(moved)}
        assert now.get(each.path, NONE) == value
        before = {found.path: found.value for found in movables(load(sheet).sheet)}
        assert {path for path in before if now.get(path) != before[path]} <= {each.path}


def test_every_pay_of_every_sheet_can_be_moved() -> None:
    for sheet in sheet_ids():
        game = load(sheet)
        data = game.sheet
        pays = sum(bool(t.pays) + len(t.hands) + len(t.hole_cards) for t in data.pays.values())
        forms = [each.form for each in movables(data)]
        rates = [form for form in forms if form in ("to", "for", "fixed", "percent")]
        assert len(rates) == pays + len(game.jackpot_pays)
