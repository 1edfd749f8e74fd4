"""A refusal: an act that the sheet or the round file's contract does not allow, and why.

A refusal is a value. Nothing has changed, and the round goes on as if the act had not been tried.
"""

from msgspec import Struct

from pitboss.sheets.game import Game
from pitboss.sheets.model import REFUSALS, Clause


class Refusal(Struct, frozen=True):
    """Why an act is refused."""

    code: str
    message: str
    clauses: tuple[Clause, ...]


def refuse(game: Game, code: str, message: str, *more: Clause) -> Refusal:
    """Refuse with the sheet's clauses for this code, after any that the case itself brings."""
    assert code in REFUSALS, code
    clauses = dict.fromkeys((*more, *game.sheet.refusals.get(code, ())))
    return Refusal(code, message, tuple(clauses))
