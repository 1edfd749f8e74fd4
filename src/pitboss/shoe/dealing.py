"""Cards leave a committed shoe one after the other, whatever they are for. Pure.

The events name positions and no cards, so they may be shown to anybody, and the fold of them says where the
shoe stands: a round under way goes on after a crash with the card that comes next.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, structs

from pitboss.cards import Card
from pitboss.invariant import InvariantBroken
from pitboss.shoe.commitment import POSITIONS, Commitment, commit
from pitboss.shoe.shoe import Shoe

Use = Literal["dealt", "burnt", "discarded"]
"""What a card left the shoe for; a Burnt Card and a discarded one take a position like any other."""


class ShoeBroken(InvariantBroken):
    """Cards leave a shoe otherwise than one after the other, from the first of those it committed to."""


class ShoeCommitted(Struct, frozen=True, tag=True):
    """A shoe stands ready, and its commitment is published."""

    commitment: Commitment


class CardsDrawn(Struct, frozen=True, tag=True):
    """The next cards have left the shoe."""

    first: int
    """The position of the first of them."""
    count: int
    use: Use
    to: int | str | None = None
    """The box, or the place's name, that dealt cards reached."""

    @property
    def positions(self) -> range:
        """All positions that were drawn."""
        return range(self.first, self.first + self.count)


ShoeEvent = ShoeCommitted | CardsDrawn


class ShoeInUse(Struct, frozen=True):
    """A committed shoe and how far it has been dealt."""

    commitment: Commitment
    drawn: int = 0
    """How many cards have left it."""
    draws: tuple[CardsDrawn, ...] = ()
    """What they left it for, in their order."""

    @property
    def left(self) -> int:
        """How many cards it still holds."""
        return POSITIONS - self.drawn


class NotEnoughCards(Struct, frozen=True):
    """The shoe does not hold what is asked for: a matter for the sheet's clause on a device that runs out."""

    wanted: int
    left: int


def draw(
    shoe: ShoeInUse, count: int, use: Use, to: int | str | None = None
) -> tuple[CardsDrawn] | NotEnoughCards:
    """The next cards of a shoe, in the order of their positions, or that there are too few."""
    if count < 1:
        raise ShoeBroken(f"{count} cards were to be drawn from a shoe")
    if count > shoe.left:
        return NotEnoughCards(count, shoe.left)
    return (CardsDrawn(shoe.drawn + 1, count, use, to),)


def evolve(shoe: ShoeInUse | None, event: ShoeEvent) -> ShoeInUse:
    """The shoe after an event; a new shoe takes the place of the one before."""
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
    """The shoe after all of these events; none before the first commitment."""
    shoe = None
    for event in events:
        shoe = evolve(shoe, event)
    return shoe


def cards_of(shoe: Shoe, drawn: CardsDrawn) -> tuple[Card, ...]:
    """Which cards a draw brought, for those who may know."""
    return tuple(shoe.cards[position - 1] for position in drawn.positions)


def committed(shoe: Shoe) -> ShoeCommitted:
    """The event that publishes a shoe."""
    return ShoeCommitted(commit(shoe))
