"""Why a link refuses something. A refusal is a value, with a code, a sentence and clauses."""

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
    """Refuse with clauses; where no clause speaks, the one that leaves it to the shift manager."""
    return refuse_with(code, message, clauses_or(clauses, game.ruling_clauses))


def refuse_fault(game: Game, fault: PersonFault, *clauses: Clause) -> Refusal:
    """Refuse because of who asks."""
    return refuse(game, *fault, *clauses)


def cite(game: Game, *clauses: Clause) -> Cited:
    """Clauses of a sheet; where none are named, the one that leaves a matter to the shift manager."""
    return Cited(game.sheet.id, clauses_or(clauses, game.ruling_clauses))


def grows(game: Game) -> Clauses:
    """The clauses by which accepted bets raise the jackpot and a won one starts again."""
    return game.sheet.bets["jackpot"].clauses


def failure_clauses(game: Game) -> Clauses:
    """What a sheet says of a failing jackpot system; silence leaves it to the shift manager."""
    found = (c for c, p in game.sheet.irregularities.items() if p.effect == "freeze_jackpot")
    return clauses_or(found, game.ruling_clauses)
