"""What a round refuses, with the clauses that its sheet names for it."""

from pitboss.citation import Clause, clauses_or
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.refusal_codes import Code
from pitboss.sheets.game import Game

__all__ = ["Refusal", "refuse"]


def refuse(game: Game, code: Code, message: str, *more: Clause) -> Refusal:
    """Refuse with the sheet's clauses for this code, after any that the case itself brings.

    Where the sheet names none, the clause that leaves a matter to the shift manager decides.
    """
    found = dict.fromkeys((*more, *game.sheet.refusals.get(code, ())))
    return refuse_with(code, message, clauses_or(found, game.ruling_clauses))
