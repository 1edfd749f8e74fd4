"""The shoe: a shuffled deck, committed to before the first bet, dealt in its order, opened card by card."""

from pitboss.shoe.commitment import (
    Commitment,
    Opening,
    Shoe,
    commit,
    fresh_shoe,
    open_cards,
    open_positions,
    opens,
)
from pitboss.shoe.dealing import CardsDrawn, NotEnoughCards, ShoeCommitted, ShoeInUse, cards_of, draw

__all__ = [
    "CardsDrawn",
    "Commitment",
    "NotEnoughCards",
    "Opening",
    "Shoe",
    "ShoeCommitted",
    "ShoeInUse",
    "cards_of",
    "commit",
    "draw",
    "fresh_shoe",
    "open_cards",
    "open_positions",
    "opens",
]
