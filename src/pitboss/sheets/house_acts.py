"""Refusals and citations of what a sheet leaves to the House: links, card sets.

Where no other clause decides, they cite the one that leaves a matter to the shift manager.
"""

from pitboss.citation import Cited, Clause, clauses_or
from pitboss.reason import Reason
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.refusal_codes import RefusalCode
from pitboss.sheets.game import Game


def refuse(game: Game, code: RefusalCode, reason: Reason, *clauses: Clause) -> Refusal:
    """A refusal with clauses; by default the one that leaves a matter to the shift manager."""
    return refuse_with(code, reason, clauses_or(clauses, game.ruling_clauses))


def cite(game: Game, *clauses: Clause) -> Cited:
    """Clauses of a sheet; by default the one that leaves a matter to the shift manager."""
    return Cited(game.sheet.id, clauses_or(clauses, game.ruling_clauses))
