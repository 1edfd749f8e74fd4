"""The checks of a jackpot: a game has all of it or none, and its pay table has neither gap nor overlap."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from pitboss.cards import SUITS
from pitboss.sheets.checks import SheetFault, check_ranking
from pitboss.sheets.model import Jackpot, RankingList, Sheet
from pitboss.sheets.rates import Push, ToOne, parse_rate

_MOST_UNITS: Final = 100
"""The most units of a jackpot bet: odds are computed for each."""
_ALL_OF_IT: Final = "[bets.jackpot], [jackpot], [jackpot_ranking] and amounts.orphan_jackpot"
_OF_A_JACKPOT: Final = ("freeze_jackpot", "return_orphan")
"""The effects that only a game with a jackpot can carry out."""


def check_jackpot(sheet: Sheet) -> Iterator[SheetFault]:
    """Check the jackpot of a game that has one, and that a game without has nothing of it."""
    jackpot, ranking = sheet.jackpot, sheet.jackpot_ranking
    parts = {
        "bets.jackpot": "jackpot" in sheet.bets,
        "jackpot": jackpot is not None,
        "jackpot_ranking": ranking is not None,
        "amounts.orphan_jackpot": bool(sheet.amounts.orphan_jackpot),
    }
    missing = [path for path, there in parts.items() if not there]
    if jackpot and ranking and not missing:
        yield from _check_jackpot(sheet, jackpot, ranking)
    elif len(missing) < len(parts):
        message = (
            f"it is missing: a game with a jackpot has {_ALL_OF_IT}, and a game without one none of them"
        )
        yield SheetFault(missing[0], message)
    else:
        yield from _check_without(sheet)


def _check_jackpot(sheet: Sheet, jackpot: Jackpot, ranking: RankingList) -> Iterator[SheetFault]:
    yield from check_ranking("jackpot_ranking", ranking)
    if not jackpot.lines:
        message = f"a jackpot that pays nothing: for a game without a jackpot, leave out {_ALL_OF_IT}"
        yield SheetFault("jackpot.lines", message)
    if not 1 <= jackpot.most_units <= _MOST_UNITS:
        message = f"{jackpot.most_units} is no number of units from 1 to {_MOST_UNITS}"
        yield SheetFault("jackpot.most_units", message)
    rule = sheet.bets["jackpot"]
    if rule.placed != "before_deal" or not rule.needs_ante:
        message = "a jackpot bet is placed before the deal, and needs an Ante: needs_ante = true"
        yield SheetFault("bets.jackpot", message)
    if "jackpot" in sheet.pays:
        yield SheetFault("pays.jackpot", "a jackpot pays by jackpot.lines")
    yield from _check_lines(jackpot, ranking)


def _check_without(sheet: Sheet) -> Iterator[SheetFault]:
    if "jackpot_bet" in sheet.seats.displayed:
        yield SheetFault("seats.displayed", "jackpot_bet: this game has no jackpot")
    for clause, policy in sheet.irregularities.items():
        if policy.effect in _OF_A_JACKPOT:
            path = f"irregularities.{clause}.effect"
            yield SheetFault(path, f"{policy.effect}: this game has no jackpot")


def _check_lines(jackpot: Jackpot, ranking: RankingList) -> Iterator[SheetFault]:
    lines = jackpot.lines
    suits: dict[str, str] = {}
    for number, line in enumerate(lines):
        path = f"jackpot.lines.{number}"
        try:
            rate = parse_rate(line.pays)
        except ValueError as fault:
            yield SheetFault(path, str(fault))
        else:
            if isinstance(rate, ToOne | Push):
                yield SheetFault(path, f"{line.pays}: a jackpot pays 'for 1', an amount or a share")
        if set(suits.get(line.hand, "")) & set(line.suits):
            yield SheetFault(path, f"{line.hand} overlaps a line above it")
        suits[line.hand] = suits.get(line.hand, "") + line.suits
    for hand, named in suits.items():
        if sorted(named) != sorted(SUITS):
            yield SheetFault("jackpot.lines", f"a gap: {hand} is not paid in every suit")
    yield from _check_run(list(suits), list(ranking.order))
    if any(line.envy for line in lines) != bool(jackpot.envy_clauses):
        yield SheetFault("jackpot.envy_clauses", "an Envy Bonus needs its clauses, and only then")


def _check_run(hands: list[str], order: list[str]) -> Iterator[SheetFault]:
    """Check that the pay table follows the ranking list from its top, without gap or repetition."""
    if hands != order[: len(hands)]:
        for hand, due in zip_longest(hands, order[: len(hands)], fillvalue="nothing more"):
            if hand != due:
                yield SheetFault(f"jackpot.lines.{hand}", f"{due} must come here: a gap or an overlap")
                return
