"""A round with every face of its sealed deck, as no reader of a running round sees it."""

from msgspec import structs

from pitboss.cards import UNKNOWN, Card
from pitboss.floor.tables.faces import CardSpot, Draws, positions, with_hands
from pitboss.round import Round
from pitboss.shoe import Shoe


def with_all_faces(state: Round, draws: Draws, shoe: Shoe) -> Round:
    """The round with every card named that the shoe has dealt it."""

    def named(cards: tuple[Card, ...], spot: CardSpot) -> tuple[Card, ...]:
        faces = (shoe.cards[position - 1] for position in positions(draws, spot))
        return tuple(face if card == UNKNOWN else card for card, face in zip(cards, faces, strict=False))

    return structs.replace(
        with_hands(state, draws, shoe, [box.number for box in state.boxes]),
        dealer=named(state.dealer, "dealer"),
        community=named(state.community, "community"),
        burnt=named(state.burnt, "burnt"),
        discarded=named(state.discarded, "discarded"),
    )
