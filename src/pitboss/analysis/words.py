"""Figures as text: rounded, with their units."""

from fractions import Fraction

from pitboss.money import CENTS_PER_DOLLAR
from pitboss.sheets.game import Game


def bet_title(game: Game, bet: str) -> str:
    """A bet as the sheet names it; the Ante stands for the whole main game."""
    return "main game" if bet == "ante" else game.sheet.bets[bet].title


def per_cent(share: Fraction, decimals: int = 4) -> str:
    """A share in per cent."""
    return f"{float(share) * 100:.{decimals}f} %"


def money(cents: Fraction | int) -> str:
    """An amount in cents as dollars with two decimals."""
    return f"{float(Fraction(cents) / CENTS_PER_DOLLAR):,.2f}"


def plain(name: str) -> str:
    """A name of the data with spaces for underscores."""
    return name.replace("_", " ")
