"""One round of play: commands in, events out, state folded from them. Pure: no clock, randomness or files."""

from pitboss.round.decide import apply, decide, open_round
from pitboss.round.evolve import evolve, fold
from pitboss.round.state import Round

__all__ = ["Round", "apply", "decide", "evolve", "fold", "open_round"]
