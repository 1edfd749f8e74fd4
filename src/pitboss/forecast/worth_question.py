"""The request for what the options of an irregularity are worth, as it goes to a worker process."""

from msgspec import Struct

from pitboss.forecast.options import OptionLeft
from pitboss.sheets.formats import SheetText


class WorthQuestion(Struct, frozen=True, tag_field="question", tag="worth", kw_only=True):
    """A request for what the options of an irregularity are worth."""

    text: SheetText
    table: str
    round: int
    version: int
    options: tuple[OptionLeft, ...]
