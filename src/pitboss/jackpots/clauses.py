"""The clauses of a sheet on what a jackpot does: it grows, and its system may fail."""

from pitboss.citation import Clauses, clauses_or
from pitboss.sheets.game import Game


def growth_clauses(game: Game) -> Clauses:
    """The clauses by which accepted bets raise the jackpot and a hit resets it."""
    return game.sheet.bets["jackpot"].clauses


def failure_clauses(game: Game) -> Clauses:
    """The clauses on a failed jackpot system; by default the one for the shift manager."""
    found = (c for c, p in game.sheet.irregularities.items() if p.effect == "freeze_jackpot")
    return clauses_or(found, game.ruling_clauses)
