"""The Merkle tree of RFC 6962: one root stands for a list, and a short path proves one entry of it.

Leaves and nodes are hashed with different first bytes, so that neither can pass for the other, and a tree of
n leaves is split at the largest power of two below n. A verifier knows the number of leaves and the index, so
a path cannot prove another place in the list.

A long list is never in memory as a whole. Proofs are made from complete subtrees (``Nodes``), which never
change, and a ``Frontier`` keeps the few of them that the root follows from.

Multiproofs: one inclusion proof for several leaves of a tree of RFC 6962, with each hash once.

Leaves close together share all but the lowest of their siblings, so a proof of thirty of them is hardly
longer than a proof of one. The hashes are in the order of a walk through the tree from the left, so they need
no positions, and none can be left over.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

EMPTY_ROOT: Final = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""

Nodes = Callable[[int, int], bytes]
"""Returns the hash of a complete subtree by level and index: over 2**level leaves from ``index << level``."""


def leaf_hash(content: bytes) -> bytes:
    """The leaf hash of an entry."""
    return hashlib.sha256(b"\0" + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of the node above two others."""
    return hashlib.sha256(b"\1" + left + right).digest()


class Tree:
    """The tree over a short list, all in memory."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.count: Final = len(leaves)
        self._levels = [list(leaves)]
        while len(self._levels[-1]) > 1:
            self._levels.append(list(_pairs(self._levels[-1])))
        self.root: Final = root_at(self.node, self.count)

    def node(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree."""
        return self._levels[level][index]

    def path(self, index: int) -> tuple[bytes, ...]:
        """The audit path of a leaf: its siblings up to the root, lowest first."""
        return inclusion_proof(self.node, index, self.count)


class Frontier:
    """The tree over a growing list, kept as its largest complete subtrees: one per bit of its size."""

    def __init__(self, size: int = 0, nodes: Nodes | None = None) -> None:
        self.size = size
        self._hashes = [nodes(*place) for place in peaks(0, size)] if nodes and size else []

    def add(self, leaf: bytes) -> None:
        """Add a leaf."""
        size, value = self.size, leaf
        while size & 1:
            value = node_hash(self._hashes.pop(), value)
            size >>= 1
        self._hashes.append(value)
        self.size += 1

    def root(self) -> bytes:
        """The root over all leaves so far."""
        return _folded(self._hashes) if self._hashes else EMPTY_ROOT


def root_at(nodes: Nodes, size: int) -> bytes:
    """The root over the first ``size`` leaves."""
    return subtree(nodes, 0, size) if size else EMPTY_ROOT


def inclusion_proof(nodes: Nodes, index: int, size: int) -> tuple[bytes, ...]:
    """The audit path of RFC 6962, 2.1.1: the siblings of a leaf up to the root over ``size`` leaves."""
    if not 0 <= index < size:
        raise IndexError(index)
    found = []
    first, end = 0, size
    while end - first > 1:
        middle = first + split(end - first)
        if index < middle:
            found.append(subtree(nodes, middle, end))
            end = middle
        else:
            found.append(subtree(nodes, first, middle))
            first = middle
    return tuple(reversed(found))


def consistency_proof(nodes: Nodes, old: int, size: int) -> tuple[bytes, ...]:
    """The consistency proof of RFC 6962, 2.1.2, from the tree of ``old`` leaves to that of ``size``."""
    if not 0 <= old <= size:
        raise IndexError(old)
    if old in (0, size):
        return ()
    found = []
    first, end, known = 0, size, True
    while old != end:
        middle = first + split(end - first)
        if old <= middle:
            found.append(subtree(nodes, middle, end))
            end = middle
        else:
            found.append(subtree(nodes, first, middle))
            first, known = middle, False
    if not known:
        # If the old tree is not a complete subtree of the new one, the proof includes its last part.
        found.append(subtree(nodes, first, end))
    return tuple(reversed(found))


def root_by_path(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """The root that an audit path leads to; ``None`` if the path has a wrong length."""
    if not 0 <= index < count:
        return None
    value, last = leaf, count - 1
    for neighbour in path:
        if last == 0:
            return None
        if index & 1 or index == last:
            value = node_hash(neighbour, value)
            while not index & 1 and index:
                # The last node of a level has no sibling and moves up unchanged.
                index, last = index >> 1, last >> 1
        else:
            value = node_hash(value, neighbour)
        index, last = index >> 1, last >> 1
    return value if last == 0 else None


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Verify a consistency proof: whether the old tree is the beginning of the new one."""
    if not 0 <= old <= size:
        return False
    if old == size:
        return not path and old_root == root
    if old == 0:
        return not path and old_root == EMPTY_ROOT
    # A proof omits the old root if it is a complete subtree of the new tree.
    rest = list(path) if old & (old - 1) else [old_root, *path]
    if not rest:
        return False
    index, last = old - 1, size - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    before = after = rest[0]
    for neighbour in rest[1:]:
        if last == 0:
            return False
        if index & 1 or index == last:
            before, after = node_hash(neighbour, before), node_hash(neighbour, after)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            after = node_hash(after, neighbour)
        index, last = index >> 1, last >> 1
    return last == 0 and before == old_root and after == root


def subtree(nodes: Nodes, first: int, end: int) -> bytes:
    """The hash of the node over a range of leaves."""
    return _folded([nodes(*place) for place in peaks(first, end)])


def peaks(first: int, end: int) -> Iterator[tuple[int, int]]:
    """Level and index of the complete subtrees that a range of leaves consists of, from the left."""
    while first < end:
        level = (end - first).bit_length() - 1
        yield level, first >> level
        first += 1 << level


def _folded(hashes: Sequence[bytes]) -> bytes:
    *before, value = hashes
    for left in reversed(before):
        value = node_hash(left, value)
    return value


def _pairs(level: Sequence[bytes]) -> Iterable[bytes]:
    """The complete nodes above a level."""
    return map(node_hash, level[0::2], level[1::2])


def split(count: int) -> int:
    """Number of leaves in the left subtree: the largest power of two below ``count``."""
    return 1 << (count - 1).bit_length() - 1


def subset_proof(nodes: Nodes, indices: Collection[int], size: int) -> tuple[bytes, ...]:
    """The hashes that the root over ``size`` leaves needs besides some leaves, from left to right."""
    wanted = sorted(set(indices))
    if not wanted or wanted[0] < 0 or wanted[-1] >= size:
        raise IndexError(wanted)
    return tuple(_beside(nodes, wanted, 0, size))


def root_by_subset(leaves: Mapping[int, bytes], size: int, hashes: Sequence[bytes]) -> bytes | None:
    """The root that leaves and a multiproof lead to; ``None`` if a hash is missing or left over."""
    wanted = sorted(leaves)
    if not wanted or wanted[0] < 0 or wanted[-1] >= size:
        return None
    rest = iter(hashes)
    try:
        root = _root(leaves, wanted, rest, 0, size)
    except StopIteration:
        return None
    return root if next(rest, None) is None else None


def _beside(nodes: Nodes, wanted: Sequence[int], first: int, end: int) -> Iterator[bytes]:
    if not _has_one(wanted, first, end):
        yield subtree(nodes, first, end)
    elif end - first > 1:
        middle = first + split(end - first)
        yield from _beside(nodes, wanted, first, middle)
        yield from _beside(nodes, wanted, middle, end)


def _root(
    leaves: Mapping[int, bytes], wanted: Sequence[int], rest: Iterator[bytes], first: int, end: int
) -> bytes:
    if not _has_one(wanted, first, end):
        return next(rest)
    if end - first == 1:
        return leaves[first]
    middle = first + split(end - first)
    left = _root(leaves, wanted, rest, first, middle)
    return node_hash(left, _root(leaves, wanted, rest, middle, end))


def _has_one(wanted: Sequence[int], first: int, end: int) -> bool:
    place = bisect_left(wanted, first)
    return place < len(wanted) and wanted[place] < end
