"""Records with more than four fields are built by keyword, so that no two of their values can be swapped."""

import importlib
import pkgutil
from collections.abc import Iterator

from msgspec import Struct

import pitboss
from pitboss.store.journal import Recorded

MOST = 4
ROWS = {Recorded}
"""Records whose fields are the columns of a database's row, and which are read many at a time."""


def records(of: type[Struct] = Struct) -> Iterator[type[Struct]]:
    for record in of.__subclasses__():
        yield record
        yield from records(record)


def by_position(record: type[Struct]) -> int:
    """How many values may be given without a name: msgspec keeps keyword-only fields out of a pattern's."""
    return len(record.__match_args__)


def test_records_with_more_than_four_fields_are_keyword_only() -> None:
    for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    ours = {record for record in records() if record.__module__.startswith("pitboss.")}
    assert len(ours) > 500
    loose = {record for record in ours if by_position(record) > MOST}
    assert loose == ROWS
