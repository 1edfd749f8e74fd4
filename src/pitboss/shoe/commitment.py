"""The commitment to a shoe: published before the first bet, it fixes all 52 cards and reveals none.

The commitment is the root of a Merkle tree over the positions. A leaf binds the shoe's id, the position, the
card and a salt of 32 bytes. Salts are derived from the shoe's secret by HMAC-SHA-256 and look random without
it, so an opened position reveals nothing about the others.

A shoe: one shuffled deck in its order, and the secret that hides it until cards are opened.
"""

from collections.abc import Iterable
from secrets import token_bytes
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from pitboss.cards import DECK, UNKNOWN, Card, parse_card
from pitboss.keyed_hash import mac
from pitboss.shuffle import shuffled
from pitboss.tlog.merkle import Tree, leaf_hash, root_by_path
from pitboss.tlog.shown import Hash

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


POSITIONS: Final = len(DECK)
LONGEST_PATH: Final = 6
"""Length of the path from a leaf of a tree of 52 to its root."""
_LEAF: Final = b"pitboss shoe 1\0"
_SALT: Final = b"pitboss shoe salt 1\0"


class Commitment(Struct, frozen=True, forbid_unknown_fields=True):
    """The public commitment to a shoe."""

    shoe: str
    root: Hash

    def __post_init__(self) -> None:
        check_id(self.shoe)


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """The proof of one card of a committed shoe; it reveals nothing about the others."""

    position: Annotated[int, Meta(ge=1, le=POSITIONS)]
    """1 is the first card that leaves the shoe."""
    card: Card
    salt: Hash
    path: Annotated[tuple[Hash, ...], Meta(max_length=LONGEST_PATH)]
    """The audit path: the leaf's siblings up to the root, lowest first."""

    def __post_init__(self) -> None:
        if self.card == UNKNOWN or parse_card(self.card) != self.card:
            raise ValueError(f"{self.card!r} is not a card as it stands on its face, such as As or Td")


def commit(shoe: Shoe) -> Commitment:
    """The commitment to publish before the first bet."""
    return Commitment(shoe.id, _tree(shoe).root)


def open_positions(shoe: Shoe, positions: Iterable[int]) -> tuple[Opening, ...]:
    """Openings of these positions, counted from 1."""
    tree = _tree(shoe)
    paths = {position: tree.path(position - 1) for position in positions}
    return tuple(
        Opening(position, shoe.cards[position - 1], _salt(shoe.secret, position), path)
        for position, path in paths.items()
    )


def open_cards(shoe: Shoe, cards: Iterable[Card]) -> tuple[Opening, ...]:
    """Openings of the cards that a reader may see, in the order of the shoe."""
    return open_positions(shoe, sorted(shoe.cards.index(card) + 1 for card in cards))


def opens(commitment: Commitment, opening: Opening) -> bool:
    """Whether an opening verifies against a commitment."""
    leaf = _leaf(commitment.shoe, opening.position, opening.card, opening.salt)
    return root_by_path(leaf, opening.position - 1, POSITIONS, opening.path) == commitment.root


def _tree(shoe: Shoe) -> Tree:
    return Tree(
        [
            _leaf(shoe.id, position, card, _salt(shoe.secret, position))
            for position, card in enumerate(shoe.cards, 1)
        ]
    )


def _leaf(shoe: str, position: int, card: Card, salt: bytes) -> bytes:
    """Every part has a fixed length but the id, whose length comes first."""
    name = shoe.encode()
    return leaf_hash(_LEAF + len(name).to_bytes(2) + name + bytes([position]) + card.encode() + salt)


def _salt(secret: bytes, position: int) -> bytes:
    return mac(secret, _SALT + bytes([position]))
