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
from pitboss.sheets.model import OTHER
from pitboss.sheets.readings import POINTS
from pitboss.sheets.refusal_checks import ALWAYS

Data = tuple[dict[str, Any], dict[str, Any]]
"""The data of a sheet and of its register."""
Lift = Callable[[Data], Data]

FORMAT: Final = 4
"""The format version that this build writes and checks."""
HISTORY: Final = {
    1: "The first form. `[decline]` said in `may_still_establish` whether a hand may be shown later.",
    2: "Whether a hand may be shown after declining is the reading `show_after_declining`. Each "
    "irregularity says in `takes` what a report may say beside what it needs.",
    3: "The title page says `currency`, `currency_sign` and `time_zone`, and may say `draft`. A game "
    "may be without a jackpot, a Dealer's hand or one of the devices; bets have any names, sizes and "
    "`equals`; rates may be `3 to 2` and `push`; hands may begin at a rank (`one_pair:T`).",
    4: "Points that were decided otherwise before are readings: `order_once_reconstructed` (then "
    "`first_deal`), `second_look_after_decisions` (`settled_unjudged`).",
}
"""What each format version brought. Older data is lifted when it is read."""


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


def _reading_of_decline(data: Data) -> Data:
    """Form 1 said in ``[decline]`` whether a hand may be shown later; since form 2 that is a reading."""
    sheet, clauses = data
    decline = sheet.get("decline")
    if not isinstance(decline, dict) or "may_still_establish" not in decline:
        return data
    rest = {name: value for name, value in decline.items() if name != "may_still_establish"}
    choice = "establishes_the_rank" if decline["may_still_establish"] else "too_late"
    gist = POINTS["show_after_declining"].options[choice]
    taken = {"choice": choice, "gist": gist, "clauses": decline.get("clauses")}
    readings = {**sheet.get("readings", {}), "show_after_declining": taken}
    return {**sheet, "decline": rest, "readings": readings}, clauses


def _state_arguments(data: Data) -> Data:
    """Form 2 states the arguments that each irregularity takes; before, they followed from its policy."""
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


def _state_currency(data: Data) -> Data:
    """Form 3 states currency and time zone; before, every house was in Singapore."""
    sheet, register = data
    singapore = {"currency": "SGD", "currency_sign": "S$", "time_zone": "Asia/Singapore"}
    return _state_refusals(sheet) | {"identity": singapore | sheet["identity"]}, register


def _state_refusals(sheet: dict[str, Any]) -> dict[str, Any]:
    """Form 3 names the clauses of every refusal; before, a ruling decided where none were named."""
    policies = sheet["irregularities"].items()
    ruling = [clause for clause, policy in policies if policy.get("effect") == "ruling"]
    if not ruling or sheet["refusals"].keys() >= ALWAYS:
        return sheet
    return sheet | {"refusals": {OTHER: ruling} | sheet["refusals"]}


_READ_BEFORE: Final = {
    "order_once_reconstructed": ("first_deal", ("void_unless_reconstructed",)),
    "second_look_after_decisions": ("settled_unjudged", ("judge_second_look",)),
}
"""Points that became readings: the choice before, and the effects of the reports that raise them."""


def _state_readings(data: Data) -> Data:
    """Form 4 names points that were decided otherwise before; an earlier text keeps what it was played by."""
    sheet, register = data
    stated = {}
    policies = sheet["irregularities"].items()
    for name, (choice, effects) in _READ_BEFORE.items():
        clauses = [clause for clause, policy in policies if policy["effect"] in effects]
        if clauses:
            gist = POINTS[name].options[choice]
            stated[name] = {"choice": choice, "gist": gist, "clauses": clauses}
    return sheet | {"readings": stated | sheet.get("readings", {})}, register


LIFTS: Final[dict[int, Lift]] = {
    1: lambda data: _state_arguments(_reading_of_decline(data)),
    2: _state_currency,
    3: _state_readings,
}
"""Upcasters, from each older version to the next."""
