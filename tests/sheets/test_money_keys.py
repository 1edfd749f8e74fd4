"""Every key of the model is said to move money, or to move none."""

from collections.abc import Iterator

import pytest
from msgspec import inspect

from pitboss.sheets.model import Sheet
from pitboss.sheets.money_keys import MONEY, NO_MONEY
from pitboss.sheets.readings import POINTS

pytestmark = pytest.mark.pure


def leaves(kind: inspect.Type, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The keys of the model that hold neither further keys nor clauses alone."""
    match kind:
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from leaves(field.type, (*path, field.name))
        case inspect.DictType(value_type=inner) | inspect.VarTupleType(item_type=inner):
            yield from leaves(inner, (*path, "*"))
        case inspect.UnionType(types=kinds):
            for each in kinds:
                yield from leaves(each, path)
        case inspect.StrType(pattern=str()) | inspect.NoneType():
            return
        case _:
            yield path


def classified(path: tuple[str, ...]) -> list[str]:
    """The entries of both lists that a key, or a part that it lies in, is named by."""
    starts = [".".join(path[:end]) for end in range(1, len(path) + 1)]
    return [start for start in starts if start in NO_MONEY or start in MONEY]


def test_every_key_of_the_model_moves_money_or_does_not() -> None:
    found = {path for path in leaves(inspect.type_info(Sheet), ()) if path[0] != "readings"}
    found |= {("readings", point) for point in POINTS}
    wrong = {".".join(path): names for path in found if len(names := classified(path)) != 1}
    assert not wrong
    assert {name for path in found for name in classified(path)} == {*MONEY, *NO_MONEY}
