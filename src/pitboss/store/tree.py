"""The stored part of the log's Merkle tree: a leaf for every append, and a node for every 256 nodes below.

Stored nodes never change. Any other node follows from at most 256 of them, so a proof takes a few short
reads, however long the journal is.

Hashes of the log: one for each event, and a leaf over the hashes of each append.

An event's hash covers its place, stream, kind and a salted hash of its data. So an event can be disclosed
whole, without its data, or by its hash alone. The salt keeps hidden data from being guessed by trying all
possibilities, few as three-card hands are.
"""

import os
import struct
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Final

from pitboss.reason import because
from pitboss.store.errors import Damaged
from pitboss.store.journal import Recorded
from pitboss.tlog.merkle import Nodes, node_hash
from pitboss.tlog.shown import LEAF as CONTENT
from pitboss.tlog.shown import SALT_BYTES

LEAF: Final = b"\0" + CONTENT
"""Prefix of every hashed leaf: the leaf byte of RFC 6962 and the domain."""

_PLACE: Final = struct.Struct(">qq")
_LABEL: Final = struct.Struct(">qqii")


def random_salts(count: int) -> list[bytes]:
    """``count`` random salts, one for each event."""
    whole = os.urandom(SALT_BYTES * count)
    return [whole[place : place + SALT_BYTES] for place in range(0, len(whole), SALT_BYTES)]


def label_of(stream: bytes, kind: str, schema: int, recorded: int) -> bytes:
    """The hashed bytes of an event that are known before it has a position."""
    word = kind.encode()
    return _LABEL.pack(schema, recorded, len(stream), len(word)) + stream + word


def salted_hash(salt: bytes, data: bytes) -> bytes:
    """The salted hash of an event's data."""
    return sha256(salt + data).digest()


def event_hash(position: int, version: int, label: bytes, digest: bytes) -> bytes:
    """SHA-256 of an event, given the salted hash of its data.

    Lengths come before texts, so no two events have the same bytes.

    ``pitboss_append_together`` in :mod:`pitboss.store.postgres.schema` computes the same inside the database.
    """
    return sha256(_PLACE.pack(position, version) + label + digest).digest()


def hash_of(event: Recorded) -> bytes:
    """The hash that a recorded event must have."""
    label = label_of(event.stream.encode(), event.kind, event.schema, event.recorded)
    return event_hash(event.position, event.version, label, salted_hash(event.salt, event.data))


def leaf_of(hashes: Iterable[bytes]) -> bytes:
    """The leaf of an append, from the hashes of its events in their order."""
    return sha256(LEAF + b"".join(hashes)).digest()


SPAN: Final = 8
"""Levels between two stored levels."""
WIDTH: Final = 1 << SPAN
_ROWS: Final = 64
"""Size of the cache, in rows of 256 hashes: eight kilobytes each."""

StoredHashes = Callable[[int, int, int], Sequence[bytes]]
"""Reads hashes of a stored level: from one place to before another."""


def folded(hashes: Sequence[bytes]) -> bytes:
    """The root of a complete subtree, from the nodes of one of its levels."""
    level = list(hashes)
    while len(level) > 1:
        level = [node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
    return level[0]


def reader(kept: StoredHashes, single: Nodes) -> Nodes:
    """A function that returns any node of the tree, computed from the stored ones and cached.

    ``single`` reads a node that is stored by itself, such as those that an archive continues from; it raises
    :class:`Damaged` if there is none.
    """

    known: OrderedDict[tuple[int, int], Sequence[bytes]] = OrderedDict()

    def row(level: int, place: int, count: int) -> Sequence[bytes]:
        """A row of up to 256 hashes; a cached row that is too short is read again."""
        found = known.get((level, place), ())
        if len(found) < count:
            found = known[level, place] = kept(level, place * WIDTH, (place + 1) * WIDTH)
            while len(known) > _ROWS:
                with suppress(KeyError):
                    known.popitem(last=False)
        return found

    def node(level: int, place: int) -> bytes:
        below = level % SPAN
        first, count = (place << below) % WIDTH, 1 << below
        found = row(level - below, (place << below) // WIDTH, first + count)[first : first + count]
        return folded(found) if len(found) == count else single(level, place)

    return node


def lost_node(url: str, level: int, place: int) -> Damaged:
    """The error for a missing node."""
    return Damaged(because("journal.lost_node", journal=url, level=level, node=place))


def without_gap(rows: Sequence[tuple[bytes, int]], first: int) -> list[bytes]:
    """The hashes of consecutive rows, from place ``first`` up to the first gap."""
    return [value for at, (value, place) in enumerate(rows, first) if at == place]


class TreeBuilder:
    """Computes the nodes to be stored, leaf by leaf."""

    def __init__(self) -> None:
        self._rows: list[list[bytes]] = [[]]
        self._places = [0]

    def add(self, leaf: bytes) -> Iterator[tuple[int, int, bytes]]:
        """Add a leaf; yield level, place and hash of every node that it completes."""
        value, depth = leaf, 0
        while True:
            row = self._rows[depth]
            row.append(value)
            if len(row) < WIDTH:
                return
            value = folded(row)
            row.clear()
            depth += 1
            if depth == len(self._rows):
                self._rows.append([])
                self._places.append(0)
            yield depth * SPAN, self._places[depth], value
            self._places[depth] += 1


def completed_by(size: int) -> Iterator[tuple[int, int]]:
    """The level and place of every stored node that the append with this number completes."""
    level, place = 0, size
    while place and place % WIDTH == 0:
        level, place = level + SPAN, place // WIDTH
        yield level, place - 1
