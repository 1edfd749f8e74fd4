"""Refusals of a round, with the clauses that its sheet names for them."""

from pitboss.citation import Clause, clauses_or
from pitboss.reason import Reason
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.refusal_codes import RefusalCode
from pitboss.sheets.game import Game

__all__ = ["Refusal", "refuse"]


def refuse(game: Game, code: RefusalCode, reason: Reason, *more: Clause) -> Refusal:
    """A refusal with the clauses in ``more`` and the sheet's clauses for this code.

    If there are none, those for all other refusals are cited, or the clause that leaves matters to the shift
    manager.
    """
    found = dict.fromkeys((*more, *game.sheet.refusals.get(code, ())))
    return refuse_with(code, reason, clauses_or(found, game.refusal_clauses(code)))
