"""The log's tree as a journal keeps it: a leaf with every append, and a node for every 256 of those below.

What is kept never changes. Any other node of the tree follows from at most 255 of those, so a proof takes a
few short reads however long the journal is.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from pitboss.store.errors import Damaged
from pitboss.tlog.merkle import Nodes, node_hash

SPAN: Final = 8
"""Levels from one kept node to the next above it."""
WIDTH: Final = 1 << SPAN
_ROWS: Final = 64
"""Of 256 hashes that are remembered: eight kilobytes each."""

StoredHashes = Callable[[int, int, int], Sequence[bytes]]
"""Of a level that is kept, the hashes from one place to before another one."""


def folded(hashes: Sequence[bytes]) -> bytes:
    """The node over a complete subtree, from the nodes of one of its levels."""
    level = list(hashes)
    while len(level) > 1:
        level = [node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
    return level[0]


def reader(kept: StoredHashes, single: Nodes) -> Nodes:
    """Reads any node of a tree from what is kept of it.

    ``single`` reads a node that stands for itself, as those do which an archive goes on from; it raises
    :class:`Damaged` where there is none.
    """

    known: OrderedDict[tuple[int, int], Sequence[bytes]] = OrderedDict()

    def row(level: int, place: int, count: int) -> Sequence[bytes]:
        """So many hashes of a row of 256 at least, if there are as many; what was read once stays true."""
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
    """The sentence for a node that should be there."""
    return Damaged(
        f"In the tree of {url} the node {place} of level {level} is missing: it was deleted, restore the "
        "journal from a copy."
    )


def without_gap(rows: Sequence[tuple[bytes, int]], first: int) -> list[bytes]:
    """The hashes of rows, each with its place, from a place on and up to the first that is missing."""
    return [value for at, (value, place) in enumerate(rows, first) if at == place]


class TreeBuilder:
    """The nodes that are to be kept, told leaf by leaf."""

    def __init__(self) -> None:
        self._rows: list[list[bytes]] = [[]]
        self._places = [0]

    def add(self, leaf: bytes) -> Iterator[tuple[int, int, bytes]]:
        """One leaf more; the level, place and hash of every node that it completes."""
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
    """The level and place of every kept node that is complete with the append that makes a tree this long."""
    level, place = 0, size
    while place and place % WIDTH == 0:
        level, place = level + SPAN, place // WIDTH
        yield level, place - 1
