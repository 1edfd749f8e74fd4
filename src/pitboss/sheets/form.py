"""The form of a sheet's data, compared with the types of the model: every fault, with its path.

``msgspec`` stops at the first value that does not fit, and names no keys of tables. This walk goes on.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from pitboss.money import brief
from pitboss.reason import Reason, because
from pitboss.sheets.checks import SheetFault

_LONGEST: Final = 60


def form_faults(data: object, kind: Any, path: str, file: str) -> Iterator[SheetFault]:
    """Every place where data is not of a type: wrong types and words, keys unknown and missing."""
    for where, reason in _faults(data, type_of(kind), path):
        yield SheetFault(where or file, reason, file=file)


@cache
def type_of(kind: Any) -> inspect.Type:
    """The description of a type by ``msgspec``."""
    return inspect.type_info(kind)


def is_clauses(kind: inspect.Type) -> bool:
    """Whether a value of this type is a list of clauses that must not be empty."""
    if not isinstance(kind, inspect.VarTupleType) or not kind.min_length:
        return False
    return isinstance(kind.item_type, inspect.StrType) and kind.item_type.pattern is not None


def words_of(kind: inspect.Type) -> tuple[str, ...]:
    """The words that a value of this type may be; none if it may be anything."""
    if isinstance(kind, inspect.LiteralType):
        return tuple(str(value) for value in kind.values)
    if isinstance(kind, inspect.UnionType):
        return tuple(word for each in kind.types for word in words_of(each))
    return ()


def _kind(kind: inspect.Type) -> Reason:
    """A name for values of this type."""
    match kind:
        case inspect.LiteralType():
            return because("kind.one_of", words=words_of(kind))
        case inspect.StrType(pattern=pattern):
            return because("kind.clause" if pattern else "kind.text")
        case inspect.IntType():
            return because("kind.whole")
        case inspect.BoolType():
            return because("kind.flag")
        case inspect.DateTimeType():
            return because("kind.time")
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            if isinstance(item, inspect.StrType) and item.pattern:
                return because("kind.clauses")
            return because("kind.list_of", kind=_kind(item))
        case inspect.TupleType(item_types=items):
            return because("kind.list_of_some", count=len(items), kinds=tuple(map(_kind, items)))
        case inspect.UnionType(types=types):
            known = [each for each in types if not isinstance(each, inspect.NoneType)]
            return because("kind.either", kinds=tuple(map(_kind, known)))
    return because("kind.table")


def meant(why: Reason, word: str, known: Iterable[str], otherwise: Reason | None = None) -> Reason:
    """A reason with the known word that is written most alike; where none is, another or the reason alone."""
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), 1, 0.6)
    return because("form.meant", why=why, meant=found[0]) if found else otherwise or why


def _wrong(data: object, kind: inspect.Type) -> Reason:
    return because("form.kind", given=_given(data), kind=_kind(kind))


def _faults(data: object, kind: inspect.Type, path: str) -> Iterator[tuple[str, Reason]]:
    match kind, data:
        case inspect.UnionType(types=types), _:
            yield from _of_union(data, types, path)
        case inspect.StructType(), dict():
            yield from _of_struct(data, kind, path)
        case inspect.DictType(key_type=key_type, value_type=value_type), dict():
            for key, value in data.items():
                faults = [reason for _, reason in _faults(key, key_type, "")]
                yield from ((_under(path, key), reason) for reason in faults)
                if not faults:
                    yield from _faults(value, value_type, _under(path, key))
        case (inspect.VarTupleType() | inspect.ListType(), list() | tuple()):
            if len(data) < (kind.min_length or 0):
                yield path, because("form.no_clause" if is_clauses(kind) else "form.short")
            for number, value in enumerate(data):
                yield from _faults(value, kind.item_type, _inside(path, number, value))
        case inspect.TupleType(item_types=types), list() | tuple() if len(types) == len(data):
            for each, value in zip(types, data, strict=True):
                yield from _faults(value, each, path)
        case inspect.LiteralType(values=values), _:
            if not any(data == value and type(data) is type(value) for value in values):
                why = _wrong(data, kind)
                if isinstance(data, str):
                    why = meant(why, data, words_of(kind))
                elif path.endswith("ranking.size"):
                    why = because("form.ranking_size", why=why)
                yield path, why
        case _:
            if not _fits(data, kind):
                yield path, _wrong(data, kind)


def _of_struct(data: dict[str, Any], kind: inspect.StructType, path: str) -> Iterator[tuple[str, Reason]]:
    fields = {field.encode_name: field for field in kind.fields}
    for name, value in data.items():
        inner = _under(path, name)
        if name in fields:
            yield from _faults(value, fields[name].type, inner)
        elif kind.forbid_unknown_fields:
            keys = because("form.keys", keys=tuple(fields))
            yield inner, meant(because("form.key"), name, fields, keys)
    for name, field in fields.items():
        if field.required and name not in data:
            yield _under(path, name), because("form.missing", kind=_kind(field.type))


def _of_union(data: object, types: tuple[inspect.Type, ...], path: str) -> Iterator[tuple[str, Reason]]:
    """The faults by the type that comes nearest; none where one of the types fits."""
    tried = [list(_faults(data, each, path)) for each in types]
    if all(tried):
        inside = [faults for faults in tried if any(where != path for where, _ in faults)]
        if inside:
            yield from min(inside, key=len)
        else:
            yield path, _wrong(data, inspect.UnionType(types))


def _under(path: str, key: str) -> str:
    """The path of a key in a table; a strange key is quoted in short."""
    name = key if key.isprintable() and len(key) <= _LONGEST else brief(key)
    return f"{path}.{name}" if path else name


def _inside(path: str, number: int, value: object) -> str:
    """The path of an entry of a list; lists of single values are named as a whole."""
    return f"{path}.{number}" if isinstance(value, dict | list | tuple) else path


def _fits(data: object, kind: inspect.Type) -> bool:
    match kind:
        case inspect.StrType(pattern=pattern):
            if not isinstance(data, str):
                return False
            return pattern is None or re.search(pattern, data) is not None
        case inspect.IntType():
            return isinstance(data, int) and not isinstance(data, bool)
        case inspect.BoolType():
            return isinstance(data, bool)
        case inspect.NoneType():
            return data is None
        case inspect.DateTimeType():
            return isinstance(data, datetime) or (isinstance(data, str) and _is_datetime(data))
    return False


def _is_datetime(text: str) -> bool:
    try:
        msgspec.convert(text, datetime)
    except msgspec.ValidationError:
        return False
    return True


def _given(data: object) -> str | Reason:
    match data:
        case bool():
            return "true" if data else "false"
        case str():
            return brief(data)
        case date() | time():
            return data.isoformat()
        case dict():
            return because("kind.table")
        case list() | tuple():
            return because("kind.list")
    return brief(data)
