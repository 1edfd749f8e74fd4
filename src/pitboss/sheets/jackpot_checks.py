"""The checks of a jackpot: a game has all of it or none, and its pay table has neither gap nor overlap."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from pitboss.cards import SUITS
from pitboss.reason import Unreadable, because
from pitboss.sheets.checks import SheetFault, check_ranking
from pitboss.sheets.model import Jackpot, RankingList, Sheet
from pitboss.sheets.rates import Push, ToOne, parse_rate

_MOST_UNITS: Final = 100
"""The most units of a jackpot bet: odds are computed for each."""
_ALL_OF_IT: Final = ("[bets.jackpot]", "[jackpot]", "[jackpot_ranking]", "amounts.orphan_jackpot")
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
        yield SheetFault(missing[0], because("jackpot.missing", parts=_ALL_OF_IT))
    else:
        yield from _check_without(sheet)


def _check_jackpot(sheet: Sheet, jackpot: Jackpot, ranking: RankingList) -> Iterator[SheetFault]:
    yield from check_ranking("jackpot_ranking", ranking)
    if not jackpot.lines:
        message = because("jackpot.pays_nothing", parts=_ALL_OF_IT)
        yield SheetFault("jackpot.lines", message)
    if not 1 <= jackpot.most_units <= _MOST_UNITS:
        message = because("jackpot.units", given=jackpot.most_units, most=_MOST_UNITS)
        yield SheetFault("jackpot.most_units", message)
    rule = sheet.bets["jackpot"]
    if rule.placed != "before_deal" or not rule.needs_ante:
        message = because("jackpot.bet")
        yield SheetFault("bets.jackpot", message)
    if "jackpot" in sheet.pays:
        yield SheetFault("pays.jackpot", because("jackpot.lines"))
    yield from _check_lines(jackpot, ranking)


def _check_without(sheet: Sheet) -> Iterator[SheetFault]:
    if "jackpot_bet" in sheet.seats.displayed:
        yield SheetFault("seats.displayed", because("jackpot.none", given="jackpot_bet"))
    for clause, policy in sheet.irregularities.items():
        if policy.effect in _OF_A_JACKPOT:
            path = f"irregularities.{clause}.effect"
            yield SheetFault(path, because("jackpot.none", given=policy.effect))


def _check_lines(jackpot: Jackpot, ranking: RankingList) -> Iterator[SheetFault]:
    lines = jackpot.lines
    suits: dict[str, str] = {}
    for number, line in enumerate(lines):
        path = f"jackpot.lines.{number}"
        try:
            rate = parse_rate(line.pays)
        except Unreadable as fault:
            yield SheetFault(path, fault.reason)
        else:
            if isinstance(rate, ToOne | Push):
                yield SheetFault(path, because("jackpot.rate", rate=line.pays))
        if set(suits.get(line.hand, "")) & set(line.suits):
            yield SheetFault(path, because("pays.overlap", line=line.hand))
        suits[line.hand] = suits.get(line.hand, "") + line.suits
    for hand, named in suits.items():
        if sorted(named) != sorted(SUITS):
            yield SheetFault("jackpot.lines", because("jackpot.suits", hand=hand))
    yield from _check_run(list(suits), list(ranking.order))
    if any(line.envy for line in lines) != bool(jackpot.envy_clauses):
        yield SheetFault("jackpot.envy_clauses", because("jackpot.envy_clauses"))


def _check_run(hands: list[str], order: list[str]) -> Iterator[SheetFault]:
    """Check that the pay table follows the ranking list from its top, without gap or repetition."""
    if hands != order[: len(hands)]:
        for hand, due in zip_longest(hands, order[: len(hands)], fillvalue=None):
            if hand != due:
                reason = because("pays.due", due=due or because("pays.nothing_more"))
                yield SheetFault(f"jackpot.lines.{hand or 'nothing more'}", reason)
                return
