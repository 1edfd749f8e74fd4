"""The Merkle tree of RFC 6962: one root stands for a list, and a short path proves one entry of it.

Leaves and nodes are hashed with different first bytes, so that neither can pass for the other, and a tree of
n leaves is split at the largest power of two below n. Whoever checks a path knows how many leaves there are
and which one is meant, so the same path cannot prove another place in the list.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

_EMPTY: Final = hashlib.sha256(b"").digest()


def leaf_hash(content: bytes) -> bytes:
    """The leaf that stands for an entry of the list."""
    return hashlib.sha256(b"\0" + content).digest()


class Tree:
    """A tree over leaves in their order."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.count: Final = len(leaves)
        self._hashes: dict[tuple[int, int], bytes] = {}
        """By the first leaf that a node covers and the one after its last."""
        self.root: Final = self._hashed(leaves, 0, len(leaves)) if leaves else _EMPTY

    def path(self, index: int) -> tuple[bytes, ...]:
        """The neighbours on the way from a leaf to the root, the leaf's own first."""
        if not 0 <= index < self.count:
            raise IndexError(index)
        found = []
        first, end = 0, self.count
        while end - first > 1:
            middle = first + _split(end - first)
            if index < middle:
                found.append(self._hashes[middle, end])
                end = middle
            else:
                found.append(self._hashes[first, middle])
                first = middle
        return tuple(reversed(found))

    def _hashed(self, leaves: Sequence[bytes], first: int, end: int) -> bytes:
        if end - first == 1:
            found = leaves[first]
        else:
            middle = first + _split(end - first)
            found = _node(self._hashed(leaves, first, middle), self._hashed(leaves, middle, end))
        self._hashes[first, end] = found
        return found


def root_by_path(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a path leads to from one of ``count`` leaves; none if it is too long or too short."""
    if not 0 <= index < count:
        return None
    if count == 1:
        return None if path else leaf
    if not path:
        return None
    *below, neighbour = path
    middle = _split(count)
    if index < middle:
        left = root_by_path(leaf, index, middle, below)
        return left and _node(left, neighbour)
    right = root_by_path(leaf, index - middle, count - middle, below)
    return right and _node(neighbour, right)


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _split(count: int) -> int:
    return 1 << (count - 1).bit_length() - 1
