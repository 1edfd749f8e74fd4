"""Copies fields of the same names from one record to another."""

from typing import Any, TypeVar

from msgspec import Struct

RecordT = TypeVar("RecordT", bound=Struct)
_MISSING: Any = object()


def project(record: type[RecordT], source: object, **instead: Any) -> RecordT:
    """A record with fields from a source, overridden by ``instead``; the rest has defaults."""
    found = instead
    for name in record.__struct_fields__:
        if name not in found:
            value = getattr(source, name, _MISSING)
            if value is not _MISSING:
                found[name] = value
    return record(**found)
