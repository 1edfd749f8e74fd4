"""The deck and its notation: rank ``23456789TJQKA``, suit ``shdc``; ``?`` is a card not yet named."""

from typing import Final, NewType

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

_KNOWN: Final = frozenset(DECK)


def parse_card(text: str) -> Card:
    """Read one card; ``10`` is read as ``T``. Raises :class:`ValueError` for anything else."""
    if text == UNKNOWN:
        return UNKNOWN
    card = Card("T" + text[2:] if text.startswith("10") else text)
    if card not in _KNOWN:
        raise ValueError(f"{text[:40]!r} is not a card: a card is a rank ({RANKS}) and a suit ({SUITS})")
    return card
