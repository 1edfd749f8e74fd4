"""The deck and its notation: rank ``23456789TJQKA``, suit ``shdc``; ``?`` is a card not yet named."""

from collections.abc import Iterable
from typing import Final, NewType

from pitboss.reason import Unreadable, because

Card = NewType("Card", str)
"""A card such as ``As``, or :data:`UNKNOWN`."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
UNKNOWN: Final = Card("?")
DECK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""One deck of 52 cards, in factory order."""

RANK_NAMES: Final = (
    "two three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
)
SUIT_NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}

SUIT_GLYPHS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

_KNOWN: Final = frozenset(DECK)


def parse_card(text: str) -> Card:
    """Read one card; ``10`` is read as ``T``. Raises :class:`Unreadable` for anything else."""
    if text == UNKNOWN:
        return UNKNOWN
    card = Card("T" + text[2:] if text.startswith("10") else text)
    if card not in _KNOWN:
        raise Unreadable(because("form.card", given=repr(text[:40]), ranks=RANKS, suits=SUITS))
    return card


def glyphs(cards: Iterable[Card]) -> str:
    """Cards for people: ``A♠ 10♥``; one that is not named is ``▒▒``."""
    return " ".join(
        "▒▒" if card == UNKNOWN else card[0].replace("T", "10") + SUIT_GLYPHS[card[1]] for card in cards
    )


def card_in_words(card: Card) -> str:
    """``ace of spades``, or ``a card that is not named``."""
    if card == UNKNOWN:
        return "a card that is not named"
    return f"{RANK_NAMES[RANKS.index(card[0])]} of {SUIT_NAMES[card[1]]}"
