"""Format versions of a sheet's data, and upcasters from older versions.

A journal keeps the texts of its sheets for good. When a build needs an entry that older texts lack,
``FORMAT`` goes up by one and an upcaster is added to ``LIFTS``. A sheet's hash is always that of its data as
written.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from pitboss.reason import because
from pitboss.sheets.checks import SheetFault

Data = tuple[dict[str, Any], dict[str, Any]]
"""The data of a sheet and of its register."""
Lift = Callable[[Data], Data]

FORMAT: Final = 1
"""The format version that this build writes and checks."""
HISTORY: Final = {1: "The first form."}
"""The upcaster of each format version. Older data is lifted when it is read."""


class SheetText(Struct, frozen=True):
    """The texts of a sheet and of its register, with the format version of the data in them."""

    sheet_toml: str
    clauses_toml: str
    form: int = FORMAT


def lifted(data: Data, form: int) -> Data:
    """Upcast data of a known format version to the current one; raises :class:`SheetFault`."""
    if not 1 <= form <= FORMAT:
        raise SheetFault("format", because("form.version", form=form, newest=FORMAT))
    for number in range(form, FORMAT):
        try:
            data = LIFTS[number](data)
        except (LookupError, TypeError, AttributeError):
            raise SheetFault("form", because("form.not_of", form=number)) from None
    return data


LIFTS: Final[dict[int, Lift]] = {}
"""Upcasters, from each older version to the next; no release has written an older one yet."""
