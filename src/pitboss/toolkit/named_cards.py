"""Cards that a script names for a deal, by player, box, Dealer or community, and their way to the table."""

from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.cards import UNKNOWN, Card, parse_card
from pitboss.plural import counted
from pitboss.round import commands as cmd
from pitboss.round.state import Round
from pitboss.sheets import Game

Cards = str | Sequence[str]
"""Cards as text, separated by spaces or commas, or one by one: ``"Qs 7d 4c"`` or ``("Qs", "7d", "4c")``."""


_PLACES: Final = ("dealer", "community")
"""Whoever gets cards beside the boxes."""


def card_text(cards: Cards) -> str:
    """Cards as one text; raises :class:`TypeError` for anything else.

    >>> card_text(("Qs", "7d", "4c")), card_text("Qs 7d 4c")
    ('Qs 7d 4c', 'Qs 7d 4c')
    """
    if isinstance(cards, str):
        return cards
    if not isinstance(cards, Sequence) or not all(isinstance(card, str) for card in cards):
        raise TypeError(f"cards are a text such as 'Qs 7d 4c', or a text for each card, not {cards!r}")
    return " ".join(cards)


def named_cards(
    game: Game, state: Round, given: Iterable[tuple[str | int, Cards]]
) -> dict[cmd.Place, list[Card]]:
    """The cards of each place; raises :class:`ValueError` for what cannot be dealt there."""
    hands: dict[cmd.Place, list[Card]] = {}
    seen: set[Card] = set()
    for name, text in given:
        place = _place(state, name)
        hand = hands[place] = [*hands.get(place, ()), *_hand(game, name, place, text)]
        for card in hand:
            if card in seen:
                raise ValueError(f"{card} is named twice, and the deck has it once")
            seen.add(card)
    return hands


def check_player(name: object) -> None:
    """Refuse what cannot be the name of a player in a round file or a deal."""
    if not isinstance(name, str):
        raise TypeError(f"a player is named by a text, not by {name!r}")
    if name.split() != [name]:
        raise ValueError(f"{name!r} is not a player's name: it is one word")
    if name in _PLACES:
        raise ValueError(f"{name!r} is not a player's name here: cards are dealt to the {name} by it")


def _place(state: Round, name: str | int) -> cmd.Place:
    if name == "dealer" or name == "community":
        return "dealer" if name == "dealer" else "community"
    found = [box.number for box in state.boxes if box.wagers and name in (box.player, box.number)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = " and ".join(map(str, found))
        raise ValueError(f"{name} has boxes {numbers}: name their cards by the box, {{{found[0]}: ...}}")
    raise ValueError(f"{name!r} has no box with a bet; cards go to players, boxes, dealer and community")


def _hand(game: Game, name: str | int, place: cmd.Place, given: Cards) -> list[Card]:
    """The cards named for a place; raises :class:`ValueError` for more than its hand has."""
    cards = [parse_card(word) for word in card_text(given).replace(",", " ").split()]
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
