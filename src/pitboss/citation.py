"""Citations: clause numbers of the rule sheets, and tuples of them that are never empty."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from pitboss.invariant import InvariantBroken

Clause = Annotated[str, Meta(pattern=r"^\d+(\.\d+)+[a-z]?$")]
"""A clause number such as ``3.12.1``, or a lettered point of one such as ``3.12.3a``."""

if TYPE_CHECKING:
    Clauses = tuple[Clause, *tuple[Clause, ...]]
else:
    Clauses = Annotated[tuple[Clause, ...], Meta(min_length=1)]
"""The clauses that something rests on: one at least. The type checker and the decoder both see to it."""


class NoClauses(Exception):
    """Something that rests on no clause, and must: a defect of ours."""


def some_clauses(found: Iterable[Clause]) -> Clauses:
    """The clauses that were found; raises :class:`NoClauses` where there are none."""
    each = tuple(found)
    if not each:
        raise NoClauses("no clause is named for what must rest on one")
    return (each[0], *each[1:])


def clauses_or(found: Iterable[Clause], otherwise: Clauses) -> Clauses:
    """The clauses that were found; ``otherwise`` where there are none."""
    return some_clauses(tuple(found) or otherwise)


class Cited(Struct, frozen=True):
    """The clauses that a movement of money rests on, with the sheet that numbers them."""

    sheet: str
    clauses: Clauses

    def __post_init__(self) -> None:
        if not self.clauses:
            raise InvariantBroken(f"a movement of money by sheet {self.sheet} rests on no clause")
