"""Answers that have the fields of a struct of the house, and are made from it.

``python -m tools.client_stub`` writes the types for editors and type checkers.
"""

from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from pitboss.access.sign_on import Crew
from pitboss.card_sets.state import Hold
from pitboss.jackpots.sign import PendingWin
from pitboss.ledger.days import Shift
from pitboss.round.commands import CorrectBet
from pitboss.round.plan import NextAct
from pitboss.round.reportable import Needed
from pitboss.settlement import Award
from pitboss.sheets.movable import Movable

_FORMS: Final = {"amount": str, "cause": str, "clause": str, "clauses": tuple[str, ...]}
"""Fields that are sent as text, by their names."""
SOURCES: Final[dict[type[Struct], type[Struct]]] = {}
"""The source of each answer."""


def _view(name: str, source: type[Struct], says: str = "", **forms: Any) -> None:
    forms = _FORMS | forms
    found = [(field.name, forms.get(field.name, field.type)) for field in fields(source)]
    words = {"__doc__": says or source.__doc__}
    made = msgspec.defstruct(name, found, module=__name__, namespace=words, frozen=True, kw_only=True)
    globals()[name], SOURCES[made] = made, source


_view("CrewNow", Crew)
_view("DueNow", NextAct, "The Dealer's next act by the procedure of the sheet.", to=int | str | None)
_view("MatterNow", Hold, "Why a set is, or must be, retained.")
_view("MovableNow", Movable, "An entry of a sheet that a what-if can move: a setting is ``path=value``.")
_view("NeedNow", Needed)
_view("PendingNow", PendingWin)
_view("RulingNow", CorrectBet, "A ruling after the round was over, booked beside its settlement.", by=str)
_view("ShiftNow", Shift, "A shift, by the clock of the house; the gaming day begins with the first.")
_view(
    "SlipPaidNow", Award, "An amount that a slip of the link has already paid on a jackpot bet of the round."
)
