"""Card sets: a table's decks from the sealed pack to their destruction. Pure."""

from pitboss.card_sets.decide import decide, round_refusal
from pitboss.card_sets.state import CardSets, evolve, fold

__all__ = ["CardSets", "decide", "evolve", "fold", "round_refusal"]
