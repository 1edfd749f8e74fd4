"""Two hands compared: which is higher, and what decides."""

from typing import Literal

from msgspec import Struct

from pitboss.hands.ranking import Rank, Ranking


class Comparison(Struct, frozen=True):
    """A hand against another, with what decides between them.

    ``by`` is ``kinds`` where one kind of hand ranks above the other, ``cards`` where hands of one kind differ
    in rank, and ``equal`` where all ranks are the same.
    """

    own: Rank
    other: Rank
    by: Literal["kinds", "cards", "equal"]
    ranks: int
    """How many ranks, most important first, have to be named to see it."""

    @property
    def higher(self) -> Rank:
        """The higher of the two; the own one where they are equal."""
        return self.own if self.own.strength >= self.other.strength else self.other

    @property
    def lower(self) -> Rank:
        """The lower of the two; the other one where they are equal."""
        return self.other if self.own.strength >= self.other.strength else self.own


def compare(ranking: Ranking, own: Rank, other: Rank) -> Comparison:
    """Compare two hands by a sheet's ranking list."""
    if not ranking.same_kind(own, other):
        return Comparison(own, other, "kinds", 1)
    for place, (mine, theirs) in enumerate(zip(own.tie_break, other.tie_break, strict=True), 1):
        if mine != theirs:
            return Comparison(own, other, "cards", place)
    return Comparison(own, other, "equal", len(own.tie_break))
