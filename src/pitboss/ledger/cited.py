"""Clauses together with the sheet that numbers them: floors join sheets whose numbers differ."""

from msgspec import Struct

from pitboss.invariant import InvariantBroken
from pitboss.sheets.model import Clauses


class Cited(Struct, frozen=True):
    """The clauses of one sheet that a movement of money rests on. Never none."""

    sheet: str
    clauses: Clauses

    def __post_init__(self) -> None:
        if not self.clauses:
            raise InvariantBroken(f"a movement of money by sheet {self.sheet} rests on no clause")
