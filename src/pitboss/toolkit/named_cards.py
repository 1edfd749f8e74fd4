"""Cards that a script names for a deal, by player, box, Dealer or community."""

from collections.abc import Iterable

from pitboss.cards import UNKNOWN, Card, parse_card
from pitboss.plural import counted
from pitboss.round.commands import Place
from pitboss.round.state import Round
from pitboss.sheets import Game


def named_cards(game: Game, state: Round, given: Iterable[tuple[str | int, str]]) -> dict[Place, list[Card]]:
    """The cards of each place; raises :class:`ValueError` for what cannot be dealt there."""
    hands: dict[Place, list[Card]] = {}
    seen: set[Card] = set()
    for name, text in given:
        place = _place(state, name)
        hand = hands[place] = [*hands.get(place, ()), *_hand(game, name, place, text)]
        for card in hand:
            if card in seen:
                raise ValueError(f"{card} is named twice, and the deck has it once")
            seen.add(card)
    return hands


def _place(state: Round, name: str | int) -> Place:
    if name == "dealer" or name == "community":
        return "dealer" if name == "dealer" else "community"
    found = [box.number for box in state.boxes if box.wagers and name in (box.player, box.number)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = " and ".join(map(str, found))
        raise ValueError(f"{name} has boxes {numbers}: name their cards by the box, {{{found[0]}: ...}}")
    raise ValueError(f"{name!r} has no box with a bet; cards go to players, boxes, dealer and community")


def _hand(game: Game, name: str | int, place: Place, text: str) -> list[Card]:
    """The cards named for a place; raises :class:`ValueError` for more than its hand has."""
    cards = [parse_card(word) for word in text.replace(",", " ").split()]
    hands = game.sheet.hands
    most = {"dealer": hands.dealer, "community": hands.community}.get(str(place), hands.box)
    if UNKNOWN in cards:
        raise ValueError(f"{name}: a card that is not named is left out, and comes from the deck")
    if len(cards) > most:
        told = counted(len(cards), "card")
        raise ValueError(
            f"{name}: {told} named, but in this game there are {most} ({', '.join(hands.clauses)})"
        )
    return cards
