"""The examination of a sheet's data: every fault at once, the notes on a draft, and the parts of a game.

The checks of refusals: a sheet names the clauses of whatever its game can refuse.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from pitboss.reason import because
from pitboss.refusal_list import OF_SHEETS
from pitboss.sheets.checks import (
    CHECKS,
    CLAUSES_FILE,
    SHEET_FILE,
    SheetFault,
    check_citations,
    check_register,
    check_whole,
    cited_in,
)
from pitboss.sheets.dealing_checks import check_dealing
from pitboss.sheets.drafts import OPEN, is_draft, with_open_clauses, with_open_register
from pitboss.sheets.form import form_faults, meant
from pitboss.sheets.model import OTHER, Sheet
from pitboss.sheets.pay_checks import SETTLEMENT_CHECKS, check_jackpot
from pitboss.sheets.policies import check_interruption, check_policies
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import ClauseRegister
from pitboss.sheets.script import FOLD, read_script

_WITH_THEIR_OWN: Final = frozenset(
    {
        "argument_not_taken",
        "awards_differ",
        "bet_not_equal",
        "box_out",
        "dealer_qualifies",
        "decision_bet_size",
        "nothing_to_lift",
        "report_contradicted",
        "round_void",
        "settle_missing",
        "show_declined",
    }
)
"""Refusals that cite what they are about: the clause that is reported, the rule of a bet, a void."""

_SOMETIMES: Final = frozenset(
    {
        "bet_on_anothers_box",
        "bet_without_ante",
        "box_blocked",
        "cannot_check",
        "cannot_fold",
        "card_count_community",
        "card_count_dealer",
        "choices_not_alike",
        "jackpot_bet_not_prescribed",
        "jackpot_on_anothers_box",
        "jackpot_suspended",
        "jackpot_without_ante",
        "no_jackpot",
        "order_of_cards",
        "player_barred",
        "player_restricted",
        "second_look_not_judged",
        "table_closed",
    }
)
"""Refusals that some games cannot meet."""
_ALWAYS: Final = OF_SHEETS - _WITH_THEIR_OWN - _SOMETIMES
"""Refusals that every game can meet."""


def check_refusals(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that each refusal that the game can meet rests on clauses of the sheet."""
    for code in sheet.refusals:
        if code not in OF_SHEETS and code != OTHER:
            yield SheetFault(f"refusals.{code}", because("refusals.unknown"))
    if OTHER in sheet.refusals:
        return
    missing = sorted((_ALWAYS | _met(sheet)) - sheet.refusals.keys())
    if missing:
        message = because("refusals.missing", codes=tuple(missing))
        yield SheetFault("refusals", message)


def _met(sheet: Sheet) -> frozenset[str]:
    """The refusals that this game can meet, and others cannot."""
    effects = {policy.effect for policy in sheet.irregularities.values()}
    shared = sheet.seats.players_on_a_box == "several"
    needing = [name for name, rule in sheet.bets.items() if rule.needs_ante and name != "jackpot"]
    restricts = "restrict_table" in effects
    met = {
        "bet_on_anothers_box": not shared,
        "bet_without_ante": bool(needing),
        "box_blocked": restricts,
        "cannot_fold": FOLD not in _alternatives(sheet, every=True),
        "cannot_check": FOLD in _alternatives(sheet),
        "card_count_community": sheet.hands.community > 0,
        "card_count_dealer": sheet.hands.dealer > 0,
        "choices_not_alike": sheet.interruption.unestablished == "options",
        "jackpot_bet_not_prescribed": sheet.jackpot is not None,
        "jackpot_on_anothers_box": sheet.jackpot is not None and shared,
        "jackpot_suspended": sheet.jackpot is not None and restricts,
        "jackpot_without_ante": sheet.jackpot is not None,
        "no_jackpot": sheet.jackpot is not None,
        "order_of_cards": "order_of_cards" in effects,
        "player_barred": "bar_player" in effects,
        "player_restricted": "one_position_only" in effects,
        "second_look_not_judged": "judge_second_look" in effects,
        "table_closed": restricts,
    }
    return frozenset(code for code in _SOMETIMES if met[code])


def _alternatives(sheet: Sheet, *, every: bool = False) -> set[str]:
    """The answers to a decision other than a bet; with ``every``, at each decision."""
    found: list[set[str]] = []
    for dealing in sheet.dealing:
        try:
            decisions = read_script(dealing).decisions
        except ValueError:
            continue
        found += [{step.otherwise} for step in decisions]
    if not found:
        return set()
    return set.intersection(*found) if every else set.union(*found)


SheetCheck = Callable[..., Iterable[SheetFault] | None]


class Examination(Struct, frozen=True):
    """The findings in the data of a sheet and its register."""

    sheet: Sheet | None
    """None where the data is not of the form of a sheet."""
    register: ClauseRegister
    """With an entry for every clause cited, also where a draft has not written it."""
    faults: tuple[SheetFault, ...]
    notes: tuple[SheetFault, ...]
    """The entries that a draft still lacks."""


def examined(source: dict[str, Any], clauses: dict[str, Any]) -> Examination:
    """Examine the data of a sheet and of its register."""
    draft, notes = is_draft(source), list[SheetFault]()
    if draft:
        source, notes = with_open_clauses(source)
    sheet, faults = _converted(source, Sheet, "", SHEET_FILE)
    register, wrong = _converted(clauses, ClauseRegister, "clauses", CLAUSES_FILE)
    faults += wrong
    whole: Sheet = sheet or cast("Sheet", _Sections(source))
    if register is not None:
        faults += _found(check_register, register)
        lacks = [*_found(check_whole, whole, register), *_found(check_citations, source, register)]
        if draft:
            notes += [note for note in lacks if note.reason.params.get("clause") != OPEN]
            register = with_open_register(register, (clause for _, clause in cited_in(source)))
        else:
            faults += lacks
    for check in (
        *CHECKS,
        *SETTLEMENT_CHECKS,
        check_jackpot,
        check_dealing,
        check_policies,
        check_interruption,
        check_refusals,
        check_readings,
    ):
        faults += _found(check, whole)
    return Examination(sheet, register or {}, tuple(faults), tuple(notes))


def check_readings(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that every reading is of a point that Pitboss knows, with one of its options."""
    for name, reading in sheet.readings.items():
        point = POINTS.get(name)
        if point is None:
            yield SheetFault(
                f"readings.{name}",
                meant(
                    because("reading.unknown"), name, POINTS, because("reading.points", points=tuple(POINTS))
                ),
            )
        elif reading.choice not in point.options:
            reason = because("reading.choice", given=repr(reading.choice), options=tuple(point.options))
            yield SheetFault(f"readings.{name}.choice", reason)


def _converted(data: dict[str, Any], kind: Any, path: str, file: str) -> tuple[Any, list[SheetFault]]:
    try:
        return msgspec.convert(data, kind), []
    except msgspec.ValidationError as fault:
        found = list(form_faults(data, kind, path, file))
        return None, found or [SheetFault(file, because("sheet.data", why=str(fault)), file=file)]


def _found(check: SheetCheck, *parts: object) -> list[SheetFault]:
    """The findings of a check: all that it yields, or the one fault that it raises."""
    found: list[SheetFault] = []
    try:
        for fault in check(*parts) or ():
            found.append(fault)
    except SheetFault as fault:
        found.append(fault)
    except _SectionUnread:
        pass
    return found


class _SectionUnread(Exception):
    """A check needs a section of the wrong form, for which a fault was already found."""


class _Sections:
    """A sheet with malformed sections; the others can still be checked."""

    def __init__(self, source: dict[str, Any]) -> None:
        for field in msgspec.structs.fields(Sheet):
            if field.name in source:
                with suppress(msgspec.ValidationError):
                    setattr(self, field.name, msgspec.convert(source[field.name], field.type))
            elif not field.required:
                factory = field.default_factory
                empty = field.default if factory is msgspec.NODEFAULT else factory()
                setattr(self, field.name, empty)

    def __getattr__(self, name: str) -> Any:
        raise _SectionUnread(name)
