"""A run of simulated rounds asked for as texts, as a request has them; light enough for an event loop."""

from decimal import Decimal, InvalidOperation
from typing import Final

from msgspec import Struct

from pitboss.analysis.model import AnalysisFault
from pitboss.money import brief
from pitboss.reason import at, because
from pitboss.sheets.formats import SheetText
from pitboss.sheets.settings import check_settings

MOST_ASKED: Final = 100_000_000
"""Rounds that one request may ask a server for; the command line has no such limit."""
MOST_TEXT: Final = 40
"""The longest text of a number."""
_MOST_DIGITS: Final = 30


class SimulationQuestion(Struct, frozen=True, tag_field="question", tag="simulate", kw_only=True):
    """A request for simulated rounds of a sheet."""

    sheet: str
    """The id of the sheet."""
    text: SheetText | None = None
    """The text of the sheet to play by; without it, that of the library."""
    settings: tuple[str, ...] = ()
    rounds: str = "1e6"
    boxes: str = "1"
    strategy: str = "exact"
    seed: str | None = None
    """A number; without it, one is drawn."""


def check_simulation(question: SimulationQuestion) -> None:
    """Refuse numbers that are none, and more rounds than a server plays for one request.

    Raises :class:`AnalysisFault` or, for its settings, ``SheetFault``.
    """
    check_settings(question.settings)
    rounds = whole_number(question.rounds)
    if rounds < 1:
        raise AnalysisFault(at("rounds", because("simulation.no_rounds", rounds=rounds)))
    if rounds > MOST_ASKED:
        raise AnalysisFault(at("rounds", because("simulation.server_most", rounds=rounds, most=MOST_ASKED)))
    whole_number(question.boxes, "boxes", ("1", "7"))
    if question.seed:
        whole_number(question.seed, "seed", ("7",))


def whole_number(text: str, name: str = "rounds", such_as: tuple[str, ...] = ("1000000", "1e8")) -> int:
    """A whole number: ``100000000``, ``100,000,000`` or ``1e8``; raises :class:`AnalysisFault`."""
    try:
        number = Decimal(text.replace(",", "").replace("_", "")) if len(text) <= MOST_TEXT else None
        if number is not None and number.is_finite():
            if number.adjusted() >= _MOST_DIGITS:
                raise AnalysisFault(at(name, because("simulation.large_number", given=brief(text))))
            if number == number.to_integral_value():
                return int(number)
    except InvalidOperation:
        pass
    raise AnalysisFault(at(name, because("simulation.whole_number", given=brief(text), such_as=such_as)))
