"""Clauses together with the sheet that numbers them: floors join sheets whose numbers differ."""

from msgspec import Struct

from pitboss.sheets.model import Clauses


class Cited(Struct, frozen=True):
    """The clauses of one sheet that a movement of money rests on. Never none."""

    sheet: str
    clauses: Clauses

    def __post_init__(self) -> None:
        assert self.clauses, "a movement of money without a clause"
