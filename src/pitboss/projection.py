"""Records made of what others hold under the same names."""

from typing import Any, TypeVar

from msgspec import Struct

RecordT = TypeVar("RecordT", bound=Struct)
_MISSING: Any = object()


def project(record: type[RecordT], source: object, **instead: Any) -> RecordT:
    """A record with the fields that a source has too, and what is said instead; the rest has defaults."""
    found = instead
    for name in record.__struct_fields__:
        if name not in found:
            value = getattr(source, name, _MISSING)
            if value is not _MISSING:
                found[name] = value
    return record(**found)
