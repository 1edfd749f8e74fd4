"""Dealing from a committed shoe, in the order of its positions. Pure.

The events name positions and no cards, so they are public. Their fold says how far the shoe is dealt: after a
crash, a round continues with the next card.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, structs

from pitboss.cards import Card
from pitboss.invariant import InvariantBroken
from pitboss.shoe.commitment import POSITIONS, Commitment, Shoe

Use = Literal["dealt", "burnt", "discarded"]
"""What a card was drawn for; a Burnt Card and a discarded one take a position like any other."""


class ShoeBroken(InvariantBroken):
    """Cards were not drawn in the order of the shoe's positions."""


class ShoeCommitted(Struct, frozen=True, tag=True):
    """A shoe is ready and its commitment is published."""

    commitment: Commitment


class CardsDrawn(Struct, frozen=True, tag=True):
    """The next cards were drawn from the shoe."""

    first: int
    """Position of the first card drawn."""
    count: int
    use: Use
    to: int | str | None = None
    """The box, or the place's name, that dealt cards reached."""

    @property
    def positions(self) -> range:
        """The positions of the draw."""
        return range(self.first, self.first + self.count)


ShoeEvent = ShoeCommitted | CardsDrawn


class ShoeInUse(Struct, frozen=True):
    """A committed shoe and how far it has been dealt."""

    commitment: Commitment
    drawn: int = 0
    """Number of cards drawn."""
    draws: tuple[CardsDrawn, ...] = ()
    """All draws, in order."""

    @property
    def left(self) -> int:
        """Number of cards left in the shoe."""
        return POSITIONS - self.drawn


class NotEnoughCards(Struct, frozen=True):
    """The shoe holds too few cards; the sheet's clause on a device that runs out applies."""

    wanted: int
    left: int


def draw(
    shoe: ShoeInUse, count: int, use: Use, to: int | str | None = None
) -> tuple[CardsDrawn] | NotEnoughCards:
    """Draw the next cards of a shoe."""
    if count < 1:
        raise ShoeBroken(f"{count} cards were to be drawn from a shoe")
    if count > shoe.left:
        return NotEnoughCards(count, shoe.left)
    return (CardsDrawn(shoe.drawn + 1, count, use, to),)


def evolve(shoe: ShoeInUse | None, event: ShoeEvent) -> ShoeInUse:
    """Fold an event into the shoe in use; a new commitment replaces the shoe."""
    if isinstance(event, ShoeCommitted):
        return ShoeInUse(event.commitment)
    if shoe is None:
        raise ShoeBroken("cards left a shoe before its commitment, with which a shoe begins")
    if event.first != shoe.drawn + 1:
        raise ShoeBroken(f"position {event.first} left a shoe of which position {shoe.drawn + 1} is next")
    if event.count > shoe.left:
        raise ShoeBroken(f"{event.count} cards left a shoe that held {shoe.left}")
    return structs.replace(shoe, drawn=shoe.drawn + event.count, draws=(*shoe.draws, event))


def fold(events: Iterable[ShoeEvent]) -> ShoeInUse | None:
    """Fold events into the shoe in use; ``None`` before the first commitment."""
    shoe = None
    for event in events:
        shoe = evolve(shoe, event)
    return shoe


def cards_of(shoe: Shoe, drawn: CardsDrawn) -> tuple[Card, ...]:
    """The cards of a draw; they are not public."""
    return tuple(shoe.cards[position - 1] for position in drawn.positions)
