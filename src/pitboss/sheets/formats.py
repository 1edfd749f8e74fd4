"""Format versions of a sheet's data, and upcasters from older versions.

A journal keeps the texts of its sheets for good. When a build needs an entry that older texts lack,
``FORMAT`` goes up by one and an upcaster is added to ``LIFTS``. A sheet's hash is always that of its data as
written.
"""

from collections.abc import Callable
from typing import Any, Final

from pitboss.sheets.checks import SheetFault

Data = tuple[dict[str, Any], dict[str, Any]]
"""The data of a sheet and of its register."""
Lift = Callable[[Data], Data]

FORMAT: Final = 1
"""The format version that this build writes and checks."""
LIFTS: Final[dict[int, Lift]] = {}
"""Upcasters, from each older version to the next."""


def lifted(data: Data, form: int) -> Data:
    """Upcast data of a known format version to the current one; raises :class:`SheetFault`."""
    if not 1 <= form <= FORMAT:
        raise SheetFault("format", f"the sheet is of form {form}, and this Pitboss reads forms 1 to {FORMAT}")
    for number in range(form, FORMAT):
        data = LIFTS[number](data)
    return data
