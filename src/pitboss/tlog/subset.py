"""Multiproofs: one inclusion proof for several leaves of a tree of RFC 6962, with each hash once.

Leaves close together share all but the lowest of their siblings, so a proof of thirty of them is hardly
longer than a proof of one. The hashes are in the order of a walk through the tree from the left, so they need
no positions, and none can be left over.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence

from pitboss.tlog.merkle import Nodes, node_hash, split, subtree


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
