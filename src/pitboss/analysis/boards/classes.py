"""The 169 classes of two hole cards."""

from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, RANKS, Card
from pitboss.settlement.side_bets import hole_class

PAIR: Final = 6
SUITED: Final = 4
UNSUITED: Final = 12


class HoleClass(Struct, frozen=True):
    """Two hole cards up to a permutation of suits."""

    name: str
    """``AA``, ``AKs`` or ``AKo``."""
    size: int
    """The number of pairs of cards in the class."""
    cards: tuple[Card, Card]
    """An example of the class."""


def _at(row: int, column: int) -> HoleClass:
    """The class at a place of the 13 x 13 square: suited below the diagonal, unsuited above it."""
    high, low = RANKS[max(row, column)], RANKS[min(row, column)]
    suited = row > column
    cards = Card(f"{high}s"), Card(f"{low}s" if suited else f"{low}h")
    return HoleClass(hole_class(cards), SUITED if suited else PAIR if row == column else UNSUITED, cards)


CLASSES: Final = tuple(_at(row, column) for row in range(len(RANKS)) for column in range(len(RANKS)))
NUMBER: Final = {kind.name: number for number, kind in enumerate(CLASSES)}
HOLE_PAIRS: Final = sum(kind.size for kind in CLASSES)


def class_number(cards: tuple[Card, ...]) -> int:
    """The number of the class of two cards."""
    return NUMBER[hole_class(cards)]


def pairs_of(name: str, gone: frozenset[Card]) -> int:
    """The number of pairs of a class left in the deck without the cards ``gone``."""
    left = [card for card in DECK if card not in gone and card[0] in name]
    return sum(hole_class((a, b)) == name for place, a in enumerate(left) for b in left[:place])
