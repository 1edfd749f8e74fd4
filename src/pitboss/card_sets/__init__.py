"""Card sets: a table's decks from the sealed pack to their destruction. Pure."""

from pitboss.card_sets.decide import decide, round_refusal
from pitboss.card_sets.state import CardSet, CardSets, evolve, fold

__all__ = ["CardSet", "CardSets", "decide", "evolve", "fold", "round_refusal"]
