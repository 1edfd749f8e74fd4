"""A Merkle tree over the heads of all streams, so that one stream can be proved without the others.

The tree is that of RFC 6962: leaves and nodes are hashed with different first bytes, and a tree of n
leaves is split at the largest power of two below n.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from pitboss.store.journal import Head

_EMPTY: Final = hashlib.sha256(b"").digest()


class Step(Struct, frozen=True):
    """A neighbour on the way from a leaf to the root."""

    hash: bytes
    left: bool
    """Whether it stands to the left."""


def leaf(head: Head) -> bytes:
    """The hash of one head."""
    text = f"{head.stream} {head.version} {head.position} ".encode()
    return hashlib.sha256(b"\0" + text + head.hash).digest()


def root_of(heads: Iterable[Head]) -> bytes:
    """The root over all heads, sorted by stream."""
    return _root([leaf(head) for head in sorted(heads, key=_by_name)])


def prove(heads: Iterable[Head], stream: str) -> tuple[Step, ...]:
    """The way from a stream's head to the root; raises :class:`KeyError` for an unknown stream."""
    ordered = sorted(heads, key=_by_name)
    names = [head.stream for head in ordered]
    if stream not in names:
        raise KeyError(stream)
    return tuple(_path([leaf(head) for head in ordered], names.index(stream)))


def root_by_proof(head: Head, proof: Iterable[Step]) -> bytes:
    """The root that a head and its proof lead to."""
    value = leaf(head)
    for step in proof:
        value = _node(step.hash, value) if step.left else _node(value, step.hash)
    return value


def _by_name(head: Head) -> bytes:
    return head.stream.encode()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _split(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1


def _root(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return _EMPTY
    if len(leaves) == 1:
        return leaves[0]
    middle = _split(len(leaves))
    return _node(_root(leaves[:middle]), _root(leaves[middle:]))


def _path(leaves: Sequence[bytes], index: int) -> list[Step]:
    if len(leaves) == 1:
        return []
    middle = _split(len(leaves))
    if index < middle:
        return [*_path(leaves[:middle], index), Step(_root(leaves[middle:]), left=False)]
    return [*_path(leaves[middle:], index - middle), Step(_root(leaves[:middle]), left=True)]
