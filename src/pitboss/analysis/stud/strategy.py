"""A strategy of bet or fold in words, and its closest decisions."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.analysis.categories import examples
from pitboss.analysis.model import Borderline, Strategy, StrategyTable
from pitboss.analysis.payoffs import listed
from pitboss.analysis.stud.box import staying
from pitboss.analysis.stud.main_game import StudMainGame
from pitboss.analysis.stud.meetings import SPOTS
from pitboss.analysis.stud.spot import jackpot_by_suits
from pitboss.hands.ranking import FIVE_CARD_CATEGORIES
from pitboss.sheets.game import Game

_CLOSEST: Final = 12


def bet_or_fold(game: Game, main: StudMainGame, stakes: Mapping[str, int], meter: Fraction) -> Strategy:
    """Best play of a box with these stakes at a displayed value, all in cents."""
    closest: list[Borderline] = []
    table: list[tuple[str, int, int]] = []
    for place, rank in enumerate(examples(game.ranking)):
        sizes = main.meetings.size[main.meetings.rows[place]]
        number = 0
        for share, stay, fold in jackpot_by_suits(game, stakes, FIVE_CARD_CATEGORIES[place]):
            more = stay.at(meter) - fold.at(meter)
            number += int(share * int(sizes[staying(main, stakes["ante"], place, more)].sum()))
            closest += _closest(main, place, more / stakes["ante"])
        table.append((listed(game, rank), int(sizes.sum()), number))
    bets = sum(number for _, _, number in table)
    closest.sort(key=lambda found: found.gain)
    return Strategy(
        contract={main.bet: bets, "hands": SPOTS},
        sentence=_sentence(game, main.bet, table, bets),
        borderline=tuple(closest[:_CLOSEST]),
        details=(_table(main.bet, table),),
        by_hand=tuple(table),
    )


def _closest(main: StudMainGame, category: int, more: Fraction) -> list[Borderline]:
    """The closest decisions of a category, where staying gains ``more`` Antes outside the main game."""
    meetings, rows = main.meetings, main.meetings.rows[category]
    near = np.abs(main.advantage[rows] + round(more * meetings.number))
    last = np.partition(near, _CLOSEST)[_CLOSEST] if len(near) > _CLOSEST else near.max(initial=0)
    among = np.flatnonzero(near <= last)
    order = among[np.argsort(near[among], kind="stable")][:_CLOSEST] + rows.start
    found = []
    for row in order.tolist():
        gain = Fraction(int(main.advantage[row]), meetings.number) + more
        found.append(Borderline(meetings.name(row), main.bet if gain > 0 else "fold", abs(gain)))
    return found


def _sentence(game: Game, bet: str, table: list[tuple[str, int, int]], bets: int) -> str:
    title = game.sheet.bets[bet].title
    always = [name for name, size, number in table if number == size]
    mixed = [name for name, size, number in table if 0 < number < size]
    from_top = always == [name for name, _, _ in table[: len(always)]]
    parts = []
    if always:
        parts.append(f"{title} {always[-1]} or higher" if from_top else f"{title} {' or '.join(always)}")
    if mixed:
        parts.append(f"{' and '.join(mixed)} by the face-up card")
    if len(always) + len(mixed) < len(table):
        parts.append("fold the rest")
    return f"{', '.join(parts)}: {bets:,} of {SPOTS:,} hands with a face-up card bet."


def _table(bet: str, table: list[tuple[str, int, int]]) -> StrategyTable:
    return StrategyTable(
        "Hands with a face-up card",
        ("hand", "in all", bet, "fold"),
        tuple((name, f"{size:,}", f"{number:,}", f"{size - number:,}") for name, size, number in table),
    )
