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

FORMAT: Final = 2
"""The format version that this build writes and checks."""


def _state_arguments(data: Data) -> Data:
    """Version 2 states the arguments that each irregularity takes; before, they followed from its policy."""
    sheet, register = data
    stated = {
        clause: {"takes": _taken(policy)} | policy for clause, policy in sheet["irregularities"].items()
    }
    return sheet | {"irregularities": stated}, register


def _taken(policy: dict[str, Any]) -> list[str]:
    takes = {
        "box": True,
        "dealer": policy.get("about") == "community",
        "count": "wrong_count" in policy.get("when", ()),
        "permit": policy.get("options") == "others",
        "player": policy.get("effect") in ("bar_player", "one_position_only"),
    }
    return [name for name, taken in takes.items() if taken and name not in policy.get("needs", ())]


LIFTS: Final[dict[int, Lift]] = {1: _state_arguments}
"""Upcasters, from each older version to the next."""


def lifted(data: Data, form: int) -> Data:
    """Upcast data of a known format version to the current one; raises :class:`SheetFault`."""
    if not 1 <= form <= FORMAT:
        raise SheetFault("format", f"the sheet is of form {form}, and this Pitboss reads forms 1 to {FORMAT}")
    for number in range(form, FORMAT):
        data = LIFTS[number](data)
    return data
