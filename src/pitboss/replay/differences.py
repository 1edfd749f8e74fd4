"""The path and values of the first field in which two events differ."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from pitboss.reason import Reason, because
from pitboss.store.codec import to_plain

_LONGEST: Final = 160
_LABELS: Final = (("id",), ("box", "player", "bet"), ("box", "player"), ("number",), ("claim",), ("box",))
"""Fields that identify an entry of a list for people; the first set that it has is used."""


Mismatch = tuple[Reason, Reason]
"""What is wrong, and what it should be."""


class FieldDifference(Struct, frozen=True):
    """One field: its value, and the value it should have."""

    path: str
    found: str
    should: str

    def due(self) -> Reason:
        """The field with the value that it should have."""
        return because("due.field", path=self.path, should=self.should)


def difference(found: Struct, should: Struct) -> FieldDifference | None:
    """The first difference between two events; None if they are equal."""
    return _first("", found, should)


def _first(path: str, found: Any, should: Any) -> FieldDifference | None:
    if found == should:
        return None
    if isinstance(found, Struct) and isinstance(should, Struct) and type(found) is not type(should):
        return FieldDifference(path, type(found).__name__, type(should).__name__)
    found, should = _named(found), _named(should)
    if isinstance(found, dict) and isinstance(should, dict):
        for key in [*should, *(key for key in found if key not in should)]:
            inner = f"{path}.{key}" if path else str(key)
            if (key in found) != (key in should) or found[key] != should[key]:
                return _first(inner, found.get(key), should.get(key))
    if isinstance(found, list | tuple) and isinstance(should, list | tuple):
        return _in_list(path, found, should)
    return FieldDifference(path, _text(found), _text(should))


def _in_list(path: str, found: Sequence[Any], should: Sequence[Any]) -> FieldDifference | None:
    for number, (ours, theirs) in enumerate(zip(found, should, strict=False)):
        if ours != theirs:
            same = _label(ours) == _label(theirs)
            inner = f"{path}[{_label(ours) if same and _label(ours) else number}]"
            return _first(inner, ours, theirs)
    if len(found) > len(should):
        return FieldDifference(f"{path}[{len(should)}]", _text(found[len(should)]), "nothing")
    return FieldDifference(f"{path}[{len(found)}]", "missing", _text(should[len(found)]))


def _label(value: Any) -> str:
    value = _named(value)
    if isinstance(value, dict):
        for keys in _LABELS:
            if all(key in value for key in keys):
                return ", ".join(
                    f"{key} {value[key]}" if isinstance(value[key], int) else str(value[key]) for key in keys
                )
    return ""


def _named(value: Any) -> Any:
    """A struct as its fields by their names, which its encoding may leave out."""
    return structs.asdict(value) if isinstance(value, Struct) else value


def _text(value: Any) -> str:
    plain = msgspec.to_builtins(_named(value), enc_hook=to_plain)
    text = plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}…"
    return "nothing" if value is None else text
