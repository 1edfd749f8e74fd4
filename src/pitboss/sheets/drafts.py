"""Drafts: sheets whose clauses are not all written yet. They are tried and played with, never on a floor.

Where a draft names no clause, ``OPEN`` stands for the one to come. Whatever a draft still lacks is a note.
"""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import inspect

from pitboss.reason import because
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.form import is_clauses, type_of
from pitboss.sheets.model import Sheet
from pitboss.sheets.policies import EFFECTS
from pitboss.sheets.register import ClauseRegister, RegisteredClause, number_of, sort_key

OPEN: Final = "0.0"
"""The clause of a draft's entry that names none yet."""
NONE_YET: Final = because("clause.none_yet")
UNWRITTEN: Final = "This clause of the draft is not written yet."


def is_draft(source: dict[str, Any]) -> bool:
    """Whether the data of a sheet says that it is a draft."""
    identity = source.get("identity")
    return isinstance(identity, dict) and identity.get("draft") is True


def with_open_clauses(source: dict[str, Any]) -> tuple[dict[str, Any], list[SheetFault]]:
    """The data of a draft with a clause to come wherever one must be named, and a note of each."""
    notes: list[SheetFault] = []
    filled = _filled(source, type_of(Sheet), "", notes)
    assert isinstance(filled, dict)
    for path, entry, name in _due(filled):
        if entry.get(name, []) == []:
            notes.append(SheetFault(f"{path}.{name}", NONE_YET))
            entry[name] = [OPEN]
    return filled, notes


def _due(source: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Lists of clauses that some sheets may leave out, and this one may not for something else it says."""
    amounts, interruption, jackpot = (
        _table(source.get(name)) for name in ("amounts", "interruption", "jackpot")
    )
    bets = _tables(source, "bets")
    if any(rule.get("needs_ante") is True for name, rule in bets if name != "jackpot"):
        yield "amounts", amounts, "orphan_bonus"
    if any(name == "jackpot" for name, _ in bets):
        yield "amounts", amounts, "orphan_jackpot"
    lines = jackpot.get("lines")
    if any(_table(line).get("envy") for line in (lines if isinstance(lines, list) else ())):
        yield "jackpot", jackpot, "envy_clauses"
    if (follows := interruption.get("unestablished")) in ("void", "options"):
        yield "interruption", interruption, "void_clauses" if follows == "void" else "withdraw_clauses"
    for bet, pays in _tables(source, "pays"):
        if pays.get("most_paid"):
            yield f"pays.{bet}", pays, "cap_clauses"
    for clause, policy in _tables(source, "irregularities"):
        effect = policy.get("effect")
        rule = EFFECTS.get(effect) if isinstance(effect, str) else None  # type: ignore[call-overload]
        options = ("continue_clauses", "withdraw_clauses")
        by_reading = rule and rule.by_reading and any(policy.get(name) for name in options)
        names = options if by_reading or (rule and rule.options) else ()
        for name in ("viewed_clauses", "unviewed_clauses") if effect == "wagered_in_error" else names:
            yield f"irregularities.{clause}", policy, name


def _table(value: Any) -> dict[str, Any]:
    """A table of the data; empty where the value has another form, for which the form check has a fault."""
    return value if isinstance(value, dict) else {}


def _tables(source: dict[str, Any], name: str) -> list[tuple[str, dict[str, Any]]]:
    """The tables of a section, by their names."""
    return [(key, _table(value)) for key, value in _table(source.get(name)).items()]


def with_open_register(register: ClauseRegister, cited: Iterator[str]) -> ClauseRegister:
    """The register of a draft with an entry for every clause that is cited and not written yet."""
    missing = {number_of(clause) for clause in cited} - set(register)
    more = {clause: RegisteredClause("defines", UNWRITTEN) for clause in missing}
    return dict(sorted((register | more).items(), key=lambda entry: sort_key(entry[0])))


def _filled(value: Any, kind: inspect.Type, path: str, notes: list[SheetFault]) -> Any:
    """A value with the clauses that its type asks for."""
    match kind:
        case inspect.UnionType(types=types):
            inner = [each for each in types if isinstance(each, inspect.StructType)]
            return _filled(value, inner[0], path, notes) if inner else value
        case inspect.StructType() if isinstance(value, dict):
            fields = {field.encode_name: field for field in kind.fields}
            lacking: dict[str, Any] = {
                name: []
                for name, field in fields.items()
                if field.required and is_clauses(field.type) and name not in value
            }
            return {
                name: _filled(inner, fields[name].type, _under(path, name), notes)
                if name in fields
                else inner
                for name, inner in (value | lacking).items()
            }
        case inspect.DictType(value_type=inner_kind) if isinstance(value, dict):
            return {
                name: _filled(inner, inner_kind, _under(path, name), notes) for name, inner in value.items()
            }
        case inspect.VarTupleType() if is_clauses(kind) and value == []:
            notes.append(SheetFault(path, NONE_YET))
            return [OPEN]
        case inspect.VarTupleType(item_type=item) if isinstance(value, list):
            return [_filled(inner, item, f"{path}.{place}", notes) for place, inner in enumerate(value)]
    return value


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
