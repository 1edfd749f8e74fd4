"""The checks of the loader: citations, clause registers, gaps and overlaps.

The types already refuse an entry without clauses. Each fault names the path into the sheet.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.bet_names import RESERVED, is_bet_name
from pitboss.cards import DECK
from pitboss.hands.ranking import BEST_SUITED, CATEGORIES
from pitboss.money import brief
from pitboss.reason import Reason, Unreadable, at, because
from pitboss.sheets.model import DecidingClauses, RankingList, Sheet
from pitboss.sheets.register import ClauseRegister, number_of, sort_key
from pitboss.words import say

SHEET_FILE: Final = "sheet.toml"
CLAUSES_FILE: Final = "clauses.toml"


class SheetFault(Unreadable):
    """A sheet that must not be played, with the path to what is wrong."""

    def __init__(
        self, path: str, reason: Reason, *, file: str | None = None, line: int | None = None
    ) -> None:
        super().__init__(reason)
        self.path = path
        self.file = file or (CLAUSES_FILE if path.partition(".")[0] == "clauses" else SHEET_FILE)
        """The file that the path leads into."""
        self.line = line
        """The line of the file, once its text is known."""

    @property
    def at_path(self) -> Reason:
        """The reason with the path before it."""
        return at(self.path, self.reason)

    @property
    def key(self) -> str:
        """The last key of the path."""
        return self.path.rpartition(".")[2]

    def at(self, line: int | None) -> "SheetFault":
        """This fault with the line of the file that it is on."""
        return SheetFault(self.path, self.reason, file=self.file, line=line)

    def located(self, folder: Path) -> str:
        """The fault as text with its file and, if it is known, its line."""
        return say(self.located_in(folder))

    def located_in(self, folder: Path) -> Reason:
        """The reason with the file and, if they are known, the line and the path before it."""
        file = str(folder / self.file)
        if self.path == self.file:
            return because("sheet.in_file", file=file, why=self.reason)
        if self.line:
            return because("sheet.on_line", file=file, line=self.line, why=self.at_path)
        return because("sheet.in_file", file=file, why=self.at_path)


def check_register(register: ClauseRegister) -> Iterator[SheetFault]:
    """Check that the register names numbers of clauses, in their order."""
    for clause in register:
        if not _REGISTERED.fullmatch(clause):
            yield SheetFault(f"clauses.{brief(clause)}", because("clause.number"))
    for first, second in pairwise(filter(_REGISTERED.fullmatch, register)):
        if sort_key(first) > sort_key(second):
            yield SheetFault(f"clauses.{second}", because("clause.order", first=first))


def check_whole(sheet: Sheet, register: ClauseRegister) -> Iterator[SheetFault]:
    """Check that every numbered clause of the approved text is registered, without gaps."""
    for clause in filter(_REGISTERED.fullmatch, register):
        *parents, last = sort_key(clause)
        parent = ".".join(str(part) for part in parents)
        if len(parents) > 1 and parent not in register:
            yield SheetFault(f"clauses.{clause}", because("clause.parent", parent=parent))
        before = f"{parent}.{last - 1}"
        if last > 1 and before not in register:
            yield SheetFault(f"clauses.{clause}", because("clause.before", before=before))
    stated = sheet.identity.numbered_clauses
    if not stated:
        message = because("clause.none_counted", number=len(register))
        yield SheetFault("identity.numbered_clauses", message)
    elif len(register) != stated:
        yield SheetFault("clauses", because("clause.counted", stated=stated, found=len(register)))


def check_citations(source: Mapping[str, Any], register: ClauseRegister) -> Iterator[SheetFault]:
    """Check that every clause that the data of a sheet cites is in the register."""
    for path, clause in cited_in(source):
        if number_of(clause) not in register:
            yield SheetFault(path, because("clause.unregistered", clause=clause))


LONGEST_SHORT: Final = 12
_SHORT: Final = re.compile(rf"[A-Za-z0-9]{{1,{LONGEST_SHORT}}}")
_CURRENCY: Final = re.compile(r"[A-Z]{3}")
_CURRENCY_SIGN: Final = re.compile(r"[^\s\d.,<>&]{1,4}")
# The form alone: machines know different zones, and a sheet must read alike everywhere.
_TIME_ZONE: Final = re.compile(r"UTC|[A-Z][A-Za-z_]{1,30}(/[A-Z][A-Za-z0-9_+-]{1,30}){1,2}")


def _check_identity(sheet: Sheet) -> Iterator[SheetFault]:
    identity = sheet.identity
    if not identity.house.strip():
        yield SheetFault("identity.house", because("identity.house"))
    if not _SHORT.fullmatch(identity.short):
        reason = because("identity.short", given=brief(identity.short), most=LONGEST_SHORT)
        yield SheetFault("identity.short", reason)
    if identity.version < 1:
        yield SheetFault("identity.version", because("identity.version", version=identity.version))
    if not _CURRENCY.fullmatch(identity.currency):
        message = because("identity.currency", given=brief(identity.currency))
        yield SheetFault("identity.currency", message)
    if not _CURRENCY_SIGN.fullmatch(identity.currency_sign):
        message = because("identity.currency_sign", given=brief(identity.currency_sign))
        yield SheetFault("identity.currency_sign", message)
    if not _TIME_ZONE.fullmatch(identity.time_zone):
        message = because("identity.time_zone", given=brief(identity.time_zone))
        yield SheetFault("identity.time_zone", message)


_MOST_BOXES: Final = 7
"""The most boxes of a layout: as many as a felt has room for."""


def _check_sizes(sheet: Sheet) -> Iterator[SheetFault]:
    layout = sheet.layout
    if not 1 <= layout.fewest_boxes <= layout.most_boxes <= _MOST_BOXES:
        bounds = {"fewest": layout.fewest_boxes, "most": layout.most_boxes}
        yield SheetFault("layout.most_boxes", because("layout.boxes", limit=_MOST_BOXES, **bounds))
    if sheet.deck.cards != len(DECK):
        message = because("layout.deck", given=sheet.deck.cards, due=len(DECK))
        yield SheetFault("deck.cards", message)
    if not 1 <= sheet.seats.hands_examined <= _MOST_BOXES:
        message = because("layout.examined", most=_MOST_BOXES, given=sheet.seats.hands_examined)
        yield SheetFault("seats.hands_examined", message)


def citations(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Every clause that a sheet cites, with the path to the entry that cites it."""
    yield from _cited(msgspec.to_builtins(sheet), "")


def cited_in(source: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every clause that the data of a sheet cites or reports, with the path of the entry."""
    yield from _cited(source, "")
    irregularities = source.get("irregularities")
    for clause in irregularities if isinstance(irregularities, dict) else ():
        yield f"irregularities.{clause}", clause


def _cited(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _cited(inner, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _cited(inner, path if isinstance(inner, str) else f"{path}.{number}")
    elif isinstance(value, str) and CLAUSE.fullmatch(value) and not path.endswith(_MONEY):
        yield path, value


CLAUSE: Final = re.compile(r"\d+(\.\d+)+[a-z]?\n?")
"""A clause number as the model accepts it, in any Unicode digits: it must be in the register."""
_REGISTERED: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){1,8}")
_MONEY: Final = (".most_paid", ".envy")


def check_ranking(path: str, ranking: RankingList) -> Iterator[SheetFault]:
    """Check that a ranking list names every category of its hands once."""
    known = CATEGORIES[ranking.size]
    for place, category in enumerate(ranking.order):
        if category not in known:
            yield SheetFault(
                f"{path}.order.{place}",
                because("ranking.no_hand", category=category, size=ranking.size, hands=tuple(known)),
            )
        if category in ranking.order[:place]:
            yield SheetFault(f"{path}.order.{place}", because("ranking.twice", category=category))
    for category in known:
        if category not in ranking.order and category != BEST_SUITED[ranking.size]:
            yield SheetFault(f"{path}.order", because("ranking.unlisted", category=category))
    for part in ("kinds", "cards", "equal"):
        decides: DecidingClauses | None = getattr(ranking, part)
        for category in decides.of if decides else ():
            if category not in ranking.order:
                yield SheetFault(f"{path}.{part}.of.{category}", because("ranking.not_in", category=category))


def _check_bets(sheet: Sheet) -> Iterator[SheetFault]:
    if "ante" not in sheet.bets:
        yield SheetFault("bets", because("bets.no_ante"))
    for name, rule in sheet.bets.items():
        if not is_bet_name(name):
            reason = because("bets.name", reserved=tuple(sorted(RESERVED)))
            yield SheetFault(f"bets.{brief(name)}", reason)
        decided = rule.placed == "decision"
        if decided != bool(rule.sizes) or any(size < 1 for size in rule.sizes):
            yield SheetFault(f"bets.{name}", because("bets.decision"))
        if not all(low < high for low, high in pairwise(rule.sizes)):
            message = because("bets.sizes")
            yield SheetFault(f"bets.{name}.times_ante", message)
        alone = not (decided or rule.needs_ante or name == "ante")
        if alone and sheet.seats.players_on_a_box == "several":
            message = because("bets.shared_box")
            yield SheetFault(f"bets.{name}.needs_ante", message)
        if rule.needs_ante and (decided or name == "ante"):
            yield SheetFault(f"bets.{name}.needs_ante", because("bets.needs_ante"))


def _check_main_ranking(sheet: Sheet) -> Iterator[SheetFault]:
    yield from check_ranking("ranking", sheet.ranking)


def _check_ruling(sheet: Sheet) -> Iterator[SheetFault]:
    rulings = {clause: each for clause, each in sheet.irregularities.items() if each.effect == "ruling"}
    if not rulings:
        message = because("ruling.none")
        yield SheetFault("irregularities", message)
    elif all(policy.when for policy in rulings.values()):
        message = because("ruling.always")
        yield SheetFault(f"irregularities.{next(iter(rulings))}.when", message)


CHECKS: Final = (
    _check_identity,
    _check_sizes,
    _check_main_ranking,
    _check_bets,
    _check_ruling,
)
"""Checks of a sheet besides those of its form, citations, dealing and irregularities."""
