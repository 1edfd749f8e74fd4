"""Links: jackpots shared by tables. Commands, events, and state folded from them. Pure."""

from pitboss.jackpots.config import LinkConfig, NextSeed, OtherLink, Revenue
from pitboss.jackpots.decide import apply, decide
from pitboss.jackpots.evolve import evolve, fold
from pitboss.jackpots.sign import display_to_open, sign
from pitboss.jackpots.state import Link, Meters

__all__ = [
    "Link",
    "LinkConfig",
    "Meters",
    "NextSeed",
    "OtherLink",
    "Revenue",
    "apply",
    "decide",
    "display_to_open",
    "evolve",
    "fold",
    "sign",
]
