"""Faces of cards from the software's shoe.

The journal holds dealt positions, and a face only once it is turned over for everybody. Until then the round
is decided with unknown cards, so no act, refusal or preview can depend on a card that lies face down. The
sealed deck is opened for two purposes only: to name a card as it is turned over, and to show it to a reader
who may see it.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct, structs

from pitboss.cards import UNKNOWN, Card
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.events import ShoeReady
from pitboss.floor.tables.past_rounds import DecodedEvent, PastRound, past_round
from pitboss.floor.tables.table import TableState
from pitboss.round import Round
from pitboss.round import events as re
from pitboss.round.commands import Place
from pitboss.round.queries import needs
from pitboss.sheets.game import Game
from pitboss.shoe import CardsDrawn, Commitment, Shoe

CardSpot = Place | Literal["burnt", "discarded"]
"""The place of a card."""
Draws = tuple[CardsDrawn, ...]
EVERYWHERE: Final[frozenset[CardSpot]] = frozenset(
    {*range(1, 8), "dealer", "community", "burnt", "discarded"}
)


def positions(draws: Draws, spot: CardSpot) -> tuple[int, ...]:
    """The shoe's positions of the cards at a spot, in dealing order."""
    return tuple(
        position
        for drawn in draws
        if (drawn.to if drawn.use == "dealt" else drawn.use) == spot
        for position in drawn.positions
    )


def turned_over(game: Game, state: Round) -> Iterator[Place]:
    """Places of face-up cards that have not been named yet."""
    if UNKNOWN in state.community[: state.community_up]:
        yield "community"
    exposed = game.sheet.hands.dealers_last_card_face_up and len(state.dealer) == game.sheet.hands.dealer
    if UNKNOWN in (state.dealer if state.dealer_up else state.dealer[-1:] if exposed else ()):
        yield "dealer"
    for box in state.boxes:
        if box.notified and UNKNOWN in box.cards:
            yield box.number


def turned_to_settle(game: Game, state: Round) -> Iterator[int]:
    """Boxes whose hands decide a bet and have not been named yet."""
    for box in needs(game, state).boxes:
        if UNKNOWN in box.cards and not box.declined:
            yield box.number


def faces_up(state: Round, draws: Draws, shoe: Shoe, place: Place) -> tuple[Card, ...]:
    """The names of the face-up cards at a place, from the shoe."""
    cards = _cards(shoe, positions(draws, place))
    if place == "community":
        return cards[: state.community_up]
    if place == "dealer" and not state.dealer_up:
        return cards[-1:]
    return cards


def as_seen_by(table: TableState, player: str | None, sealer: Sealer | None) -> Round | None:
    """The round with the faces of the hands that a player has looked at."""
    state = table.round
    if state is None or player is None or sealer is None or table.shoe is None:
        return state
    if not any(UNKNOWN in state.box(number).cards for number in looked_at(state, player)):
        return state
    shoe = sealer.open(table.shoe.commitment.shoe, table.sealed)
    return with_hands(state, table.shoe.draws, shoe, looked_at(state, player))


def looked_at(state: Round, player: str) -> tuple[int, ...]:
    """The boxes whose hands this player has looked at."""
    return tuple(box.number for box in state.player_boxes(player) if box.examined)


def with_hands(state: Round, draws: Draws, shoe: Shoe, numbers: Iterable[int]) -> Round:
    """The round with the faces of some boxes."""
    numbers = frozenset(numbers)
    boxes = tuple(
        structs.replace(box, cards=_named(box.cards, shoe, positions(draws, box.number)))
        if box.number in numbers
        else box
        for box in state.boxes
    )
    return structs.replace(state, boxes=boxes)


def draws_of(past: PastRound) -> Draws:
    """The draws from the shoe in a recorded round."""
    return tuple(entry.event for entry in past.entries if isinstance(entry.event, CardsDrawn))


def shoe_of(past: PastRound, sealer: Sealer | None) -> tuple[Commitment, Shoe] | None:
    """The software's shoe of a recorded round, if it had one."""
    ready = next((entry.event for entry in past.entries if isinstance(entry.event, ShoeReady)), None)
    if ready is None or sealer is None:
        return None
    return ready.commitment, sealer.open(ready.commitment.shoe, ready.sealed)


def opened(past: PastRound, shoe: Shoe, spots: Container[CardSpot]) -> PastRound:
    """A recorded round with the faces at some spots, as if dealt open there."""
    faces = iter([_faces(drawn, shoe, spots) for drawn in draws_of(past)])
    entries: list[DecodedEvent] = []
    for entry in past.entries:
        match entry.event:
            case re.CardsDealt() as dealt:
                event: Struct = structs.replace(dealt, cards=next(faces))
            case re.CardBurnt() | re.CardDiscarded() as one:
                event = structs.replace(one, card=next(faces)[0])
            case _:
                event = entry.event
        entries.append(DecodedEvent(entry.recorded, event))
    found = past_round(past.table, tuple(entries))
    assert found is not None, "it is the same round"
    return found


def _faces(drawn: CardsDrawn, shoe: Shoe, spots: Container[CardSpot]) -> tuple[Card, ...]:
    spot = drawn.to if drawn.use == "dealt" else drawn.use
    return _cards(shoe, tuple(drawn.positions)) if spot in spots else (UNKNOWN,) * drawn.count


def _cards(shoe: Shoe, drawn: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(shoe.cards[position - 1] for position in drawn)


def _named(cards: tuple[Card, ...], shoe: Shoe, drawn: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards with the unknown ones named; later draws may have brought the place more cards."""
    faces = _cards(shoe, drawn)
    return tuple(face if card == UNKNOWN else card for card, face in zip(cards, faces, strict=False))
