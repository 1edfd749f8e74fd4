"""A shoe: one shuffled deck in its order, and the secret that hides it until cards are opened."""

from secrets import token_bytes
from typing import Any, Final

from msgspec import Struct

from pitboss.cards import DECK, Card
from pitboss.shuffle import shuffled

SECRET_BYTES: Final = 32
_DECK: Final = frozenset(DECK)
LONGEST_ID: Final = 200
"""Characters."""


class Shoe(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck ready to be dealt. It never leaves the server: only its commitment and openings do."""

    id: str
    """The shoe's unique name: its table and round."""
    cards: tuple[Card, ...]
    """The cards in dealing order."""
    secret: bytes
    """The key that every salt is derived from."""

    def __post_init__(self) -> None:
        check_id(self.id)
        if len(self.cards) != len(DECK) or set(self.cards) != _DECK:
            raise ValueError(f"a shoe holds each of the {len(DECK)} cards once")
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"the secret of a shoe has {SECRET_BYTES} bytes")

    def __repr__(self) -> str:
        """The id only, so that a log reveals neither the order nor the secret."""
        return f"Shoe({self.id!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """The id only, for the rich library."""
        return [("id", self.id)]


def fresh_shoe(id_: str) -> Shoe:
    """A new shoe, shuffled and with a new secret, both from the operating system's randomness."""
    return Shoe(id_, shuffled(), token_bytes(SECRET_BYTES))


def check_id(id_: str) -> None:
    """Raise :class:`ValueError` for an invalid id of a shoe."""
    if not id_ or len(id_) > LONGEST_ID or not id_.isprintable():
        raise ValueError(f"a shoe is named by 1 to {LONGEST_ID} printable characters")
