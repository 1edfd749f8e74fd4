"""The cards that left the deck in a round, in order, to compare with a committed shoe."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from pitboss.cards import UNKNOWN, Card
from pitboss.round import Round, evolve
from pitboss.round import events as ev
from pitboss.round.commands import Place

DrawnPlace = Place | Literal["burnt", "discarded"]
"""Where a card lies: a box, the Dealer, the community cards, burnt or discarded."""


class DrawnCard(Struct, frozen=True):
    """A card that left the deck: its place and name at the end of the round."""

    at: DrawnPlace
    card: Card


def cards_drawn(events: Iterable[ev.Event]) -> tuple[DrawnCard, ...]:
    """Every card of a round, burnt and discarded ones included, the first drawn first."""
    drawn = _Drawn()
    state: Round | None = None
    for event in events:
        drawn.see(event, restated=state is not None and state.restated is not None)
        state = evolve(state, event)
    return tuple(map(DrawnCard, drawn.spots, drawn.cards))


class _Drawn:
    """The cards drawn so far by number, and the numbers at each place."""

    def __init__(self) -> None:
        self.spots: list[DrawnPlace] = []
        self.cards: list[Card] = []
        self._lying: dict[DrawnPlace, list[int]] = {}
        self._taken_up: dict[DrawnPlace, list[int]] = {}
        """Cards that lay at a place before its hand was stated anew, and are not named again yet."""

    def see(self, event: ev.Event, *, restated: bool) -> None:
        match event:
            case ev.CardBurnt(card):
                self._draw("burnt", card)
            case ev.CardDiscarded(card):
                self._draw("discarded", card)
            case ev.CardsDealt(to, cards, anew):
                if anew:
                    self._taken_up[to] = self._lying.pop(to, [])
                for card in cards:
                    if not (restated and self._move(to, card)):
                        self._draw(to, card)
            case ev.CardsShown(at, cards):
                for number, card in zip(self._lying[at], cards, strict=False):
                    self.cards[number] = card
            case ev.CardCorrected(at=at, recorded=recorded, card=card):
                number = next(number for number in self._lying[at] if self.cards[number] == recorded)
                self.cards[number] = card

    def _draw(self, to: DrawnPlace, card: Card) -> None:
        self._lying.setdefault(to, []).append(len(self.cards))
        self.spots.append(to)
        self.cards.append(card)

    def _move(self, to: DrawnPlace, card: Card) -> bool:
        """Move a card that is out already to a hand stated anew; false if there is none."""
        if card != UNKNOWN and card in self.cards:
            number = self.cards.index(card)
        else:
            unnamed = [number for number in self._taken_up.get(to, []) if self.cards[number] == UNKNOWN]
            if not unnamed:
                return False
            number = unnamed[0]
        for lying in (*self._lying.values(), *self._taken_up.values()):
            if number in lying:
                lying.remove(number)
        self._lying.setdefault(to, []).append(number)
        self.spots[number], self.cards[number] = to, card
        return True
