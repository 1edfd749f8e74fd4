"""Refusals of a link: a code, a sentence, and clauses with a default."""

from collections.abc import Mapping

from pitboss.citation import Cited, Clause, Clauses, clauses_or
from pitboss.people import PersonFault
from pitboss.refusal import Refusal
from pitboss.refusal import refuse as refuse_with
from pitboss.refusal_codes import RefusalCode
from pitboss.sheets.game import Game

Games = Mapping[str, Game]
"""The sheets in force, by their ids."""


def refuse(game: Game, code: RefusalCode, message: str, *clauses: Clause) -> Refusal:
    """A refusal with clauses; by default the clause that leaves a matter to the shift manager."""
    return refuse_with(code, message, clauses_or(clauses, game.ruling_clauses))


def refuse_fault(game: Game, fault: PersonFault, *clauses: Clause) -> Refusal:
    """A refusal because of the person who asks."""
    return refuse(game, *fault, *clauses)


def cite(game: Game, *clauses: Clause) -> Cited:
    """Clauses of a sheet; by default the one that leaves a matter to the shift manager."""
    return Cited(game.sheet.id, clauses_or(clauses, game.ruling_clauses))


def grows(game: Game) -> Clauses:
    """The clauses by which accepted bets raise the jackpot and a hit resets it."""
    return game.sheet.bets["jackpot"].clauses


def failure_clauses(game: Game) -> Clauses:
    """The clauses on a failed jackpot system; by default the one for the shift manager."""
    found = (c for c, p in game.sheet.irregularities.items() if p.effect == "freeze_jackpot")
    return clauses_or(found, game.ruling_clauses)
