"""The numbered form that the data of a sheet is written in; older forms are lifted to the present one.

A journal keeps the texts of its sheets for good, and a build may ask for an entry that an older text has not.
Then ``FORMAT`` goes up by one and a function from the old data to the new is added to ``LIFTS``. The hash of
a sheet is always that of its data as it was written.
"""

from collections.abc import Callable
from typing import Any, Final

from pitboss.sheets.checks import SheetFault

Data = tuple[dict[str, Any], dict[str, Any]]
"""Of a sheet and of its register."""
Lift = Callable[[Data], Data]

FORMAT: Final = 1
"""The form that this build writes and checks."""
LIFTS: Final[dict[int, Lift]] = {}
"""From each older form to the one after it."""


def lifted(data: Data, form: int) -> Data:
    """Data of any known form in the present one; raises :class:`SheetFault`."""
    if not 1 <= form <= FORMAT:
        raise SheetFault("format", f"the sheet is of form {form}, and this Pitboss reads forms 1 to {FORMAT}")
    for number in range(form, FORMAT):
        data = LIFTS[number](data)
    return data
