"""A Merkle tree over the heads of all streams, so that one stream can be proved without the others."""

from collections.abc import Iterable

from msgspec import Struct

from pitboss.store.journal import Head
from pitboss.tlog.merkle import Tree, leaf_hash, root_by_path


class Proof(Struct, frozen=True):
    """Where among all heads a stream's head stands, and the way from there to the root."""

    index: int
    streams: int
    path: tuple[bytes, ...]


def leaf(head: Head) -> bytes:
    """The hash of one head."""
    return leaf_hash(f"{head.stream} {head.version} {head.position} ".encode() + head.hash)


def root_of(heads: Iterable[Head]) -> bytes:
    """The root over all heads, sorted by stream."""
    return Tree([leaf(head) for head in _ordered(heads)]).root


def prove(heads: Iterable[Head], stream: str) -> Proof:
    """The way from a stream's head to the root; raises :class:`KeyError` for an unknown stream."""
    ordered = _ordered(heads)
    names = [head.stream for head in ordered]
    if stream not in names:
        raise KeyError(stream)
    index = names.index(stream)
    return Proof(index, len(ordered), Tree([leaf(head) for head in ordered]).path(index))


def root_by_proof(head: Head, proof: Proof) -> bytes | None:
    """The root that a head and its proof lead to, if they lead anywhere."""
    return root_by_path(leaf(head), proof.index, proof.streams, proof.path)


def _ordered(heads: Iterable[Head]) -> list[Head]:
    return sorted(heads, key=lambda head: head.stream.encode())
