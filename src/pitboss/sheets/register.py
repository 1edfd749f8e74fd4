"""The clause register: every numbered clause of a sheet, its gist and how it is honoured."""

from typing import Literal

from msgspec import Struct

ClauseKind = Literal["settles", "enforces", "records", "defines"]
"""How the system honours a clause: the first of these that fits.

``settles``: it decides what a bet gets, by rank, pay table, return or void. ``enforces``: the system refuses,
requires or does something because of it. ``records``: a human act that the system guides and logs; a
departure is at most noted, never refused. ``defines``: words that other clauses rest on, and openings that
say nothing without their points. No line is settled and nothing is refused by what only records or defines.
"""

PROVEN_KINDS: frozenset[str] = frozenset({"settles", "enforces"})
"""Clauses of these kinds must be proved by a round file or a test."""


class RegisteredClause(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered clause."""

    kind: ClauseKind
    """Its kind: the first that fits of settles, enforces, records and defines."""
    gist: str
    """The content of the clause, in your own words."""
    tests: tuple[str, ...] = ()
    """Tests that prove the clause where a round of one table cannot."""


ClauseRegister = dict[str, RegisteredClause]


def number_of(clause: str) -> str:
    """The clause that a lettered point belongs to."""
    return clause.rstrip("abcdefghijklmnopqrstuvwxyz")


def sort_key(clause: str) -> tuple[int, ...]:
    """Clauses in the order of their numbers."""
    return tuple(int(part) for part in number_of(clause).split("."))
