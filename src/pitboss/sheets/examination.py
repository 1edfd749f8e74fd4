"""The examination of a sheet's data: every fault at once, the notes on a draft, and the parts of a game."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, cast

import msgspec
from msgspec import Struct

from pitboss.reason import because
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
from pitboss.sheets.model import Sheet
from pitboss.sheets.pay_checks import SETTLEMENT_CHECKS, check_jackpot
from pitboss.sheets.policies import check_interruption, check_policies
from pitboss.sheets.readings import POINTS
from pitboss.sheets.refusal_checks import check_refusals
from pitboss.sheets.register import ClauseRegister

SheetCheck = Callable[..., Iterable[SheetFault] | None]


class Examination(Struct, frozen=True):
    """What was found in the data of a sheet and of its register."""

    sheet: Sheet | None
    """None where the data is not of the form of a sheet."""
    register: ClauseRegister
    """With an entry for every clause cited, also where a draft has not written it."""
    faults: tuple[SheetFault, ...]
    notes: tuple[SheetFault, ...]
    """What a draft lacks, and must have before it is a sheet."""


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
    """What a check finds: all that it yields, or the one fault that it raises."""
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
    """A sheet of which some sections are not of their form: the others can still be checked."""

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
