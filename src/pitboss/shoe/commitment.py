"""The commitment to a shoe: published before the first bet, it fixes all 52 cards and reveals none.

The commitment is the root of a Merkle tree over the positions. A leaf binds the shoe's id, the position, the
card and a salt of 32 bytes. Salts are derived from the shoe's secret by HMAC-SHA-256 and look random without
it, so an opened position reveals nothing about the others.
"""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitboss.cards import DECK, UNKNOWN, Card, parse_card
from pitboss.mac import mac
from pitboss.shoe.shoe import Shoe, check_id
from pitboss.tlog.merkle import Tree, leaf_hash, root_by_path
from pitboss.tlog.shown import Hash

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
