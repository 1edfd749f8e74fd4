"""Recompute the log's tree from the events of a walk and compare it with the stored one."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pitboss.reason import because, reason_of
from pitboss.store.errors import Damaged
from pitboss.store.fault import FaultFound, RecordFault, fault_at, fault_of
from pitboss.store.journal import AppendRow, Head, Journal, Recorded
from pitboss.store.tree import TreeBuilder, leaf_of
from pitboss.tlog.merkle import Frontier

_MOST_LEVELS: Final = 64
_MOST_PLACES: Final = 1 << 55


class AppendWalk:
    """Verifies the appends of a journal and its archives, event by event.

    ``ends`` are the last walked events of the streams; ``closed`` is called with the last position of each
    complete append.
    """

    def __init__(self, ends: Mapping[str, Head | Recorded], closed: Callable[[int], None]) -> None:
        self._ends = ends
        self._closed = closed
        self._rows: Iterator[AppendRow] = iter(())
        self._row: AppendRow | None = None
        self._begun = 0
        self._hashes: list[bytes] = []
        self._versions: dict[str, int] = {}
        self._nodes: dict[tuple[int, int], bytes] | None = {}
        self._completed = TreeBuilder()
        self.tree = Frontier()

    @property
    def size(self) -> int:
        """Number of complete appends."""
        return self.tree.size

    def start(self, first: Journal) -> None:
        """Rebuild the tree before the first part from the leaves that it keeps of archived appends.

        An archive keeps no such leaves, but the few nodes that its first leaf follows.
        """
        before = begins_after(first)
        for row in read_rows(first, 0, before, 1):
            if row.number != self.tree.size + 1:
                break
            self._add(row.leaf, row.answer.last)
        if self.tree.size:
            if self.tree.size != before:
                raise FaultFound(fault_at(1, because("fault.archived_row", append=self.tree.size + 1)))
        elif before:
            self.tree = _goes_on_from(first, before)
            self._nodes = None
            self._closed(first.archived())

    def join(self, source: Journal, position: int) -> None:
        """Continue with another part, whose tree must begin with the one so far."""
        before = begins_after(source)
        if before != self.size or root_before(source, before) != self.tree.root():
            raise FaultFound(fault_at(position, because("fault.other_tree", journal=source.url)))

    def expect(self, source: Journal, size: int, position: int) -> None:
        """Read the append rows of a part next, up to a number."""
        self._rows = read_rows(source, self.size, size, position)

    def take(self, event: Recorded) -> None:
        """Take the next event, whose hash has been verified."""
        if self._row is None or event.append != self._row.number:
            if self._row is not None:
                self.close(event.position - 1)
            self._open(event)
        self._hashes.append(event.hash)
        self._versions[event.stream] = event.version

    def _open(self, event: Recorded) -> None:
        if event.append != self.size + 1:
            why = because("fault.append_number", append=event.append, next=self.size + 1)
            raise FaultFound(fault_of(event, why))
        row = next(self._rows, None)
        if row is None or row.number != event.append:
            why = because("fault.append_row", append=event.append, position=event.position)
            raise FaultFound(fault_at(event.position, why))
        self._row, self._begun = row, event.position

    def close(self, position: int) -> None:
        """Verify the append that ends at a position."""
        row = self._row
        if row is None:
            return
        answer = row.answer
        if answer.last > position:
            raise FaultFound(self._cut_off(row, position))
        leaf = leaf_of(self._hashes)
        if leaf != row.leaf:
            raise FaultFound(self._changed(row, position, "leaf"))
        if (answer.first, answer.last, answer.versions) != (self._begun, position, self._versions):
            raise FaultFound(self._changed(row, position, "answer"))
        self._row, self._hashes, self._versions = None, [], {}
        self._add(leaf, position)

    def end(self, source: Journal, position: int) -> None:
        """Verify at the end of a part that it has no further rows and no other nodes than those computed."""
        self.close(position)
        if row := next(self._rows, None):
            raise FaultFound(self._cut_off(row, position))
        if self._nodes is not None:
            self._check_nodes(source, position, self._nodes)

    def _add(self, leaf: bytes, position: int) -> None:
        self.tree.add(leaf)
        if self._nodes is not None:
            for level, place, value in self._completed.add(leaf):
                self._nodes[level, place] = value
        self._closed(position)

    def _check_nodes(self, source: Journal, position: int, due: dict[tuple[int, int], bytes]) -> None:
        """Compare the stored nodes, which proofs are made from, with the computed ones."""
        if source.archived() and not source.append_at(1):
            return  # An archive, whose nodes are those that it continues from.
        kept = {(level, place): value for level, place, value in source.kept_nodes()}
        now = source.tree_size()
        for level, place in [place for place in kept if place not in due]:
            # Nodes completed since the walk began are left to the next run.
            if _can_be(level, place) and self.size < (place + 1) << level <= now:
                del kept[level, place]
        if kept != due:
            differ = [place for place in {*kept, *due} if kept.get(place) != due.get(place)]
            wrong = min(differ, key=str)
            why = because("fault.node", journal=source.url, node=str(wrong[1]), level=str(wrong[0]))
            raise FaultFound(fault_at(position, why))

    def _changed(self, row: AppendRow, position: int, what: str) -> RecordFault:
        why = because("fault.append", append=row.number, first=self._begun, last=position, what=what)
        return fault_at(self._begun, why)

    def _cut_off(self, row: AppendRow, position: int) -> RecordFault:
        """The fault of a truncated append, with the first stream that lacks events."""
        why = because("fault.cut_off", position=position, append=row.number, last=row.answer.last)
        for stream, version in row.answer.versions.items():
            end = self._ends.get(stream)
            found = end.version if end else 0
            if version > found:
                return RecordFault(position=position + 1, stream=stream, version=found + 1, reason=why)
        return fault_at(position + 1, why)


def begins_after(source: Journal) -> int:
    """The number of the last append before a part's first event."""
    archived = source.archived()
    if not archived:
        return 0
    first = source.read_all(archived, 1)
    number = first[0].append if first else None
    if not isinstance(number, int) or number < 1:
        why = because("fault.nothing_follows", journal=source.url, position=archived)
        raise FaultFound(fault_at(archived + 1, why))
    return number - 1


def root_before(source: Journal, size: int) -> bytes | None:
    """The root over the first ``size`` appends, from the stored leaves or else from the stored nodes."""
    tree = Frontier()
    for row in read_rows(source, 0, size, 1):
        if row.number != tree.size + 1:
            break
        tree.add(row.leaf)
    if tree.size:
        return tree.root() if tree.size == size else None
    return _goes_on_from(source, size).root()


def _goes_on_from(archive: Journal, size: int) -> Frontier:
    """The tree of the appends before an archive, from the nodes that the archive stores."""
    try:
        return Frontier(size, archive.node)
    except Damaged as error:
        raise FaultFound(fault_at(archive.archived() + 1, reason_of(error))) from error


def _can_be(level: object, place: object) -> bool:
    """Whether a row holds a possible level and place of a tree."""
    numbers = isinstance(level, int) and isinstance(place, int)
    return numbers and 0 <= level < _MOST_LEVELS and 0 <= place < _MOST_PLACES  # type: ignore[operator]


def read_rows(source: Journal, after: int, last: int, position: int) -> Iterator[AppendRow]:
    """The rows of appends; an unreadable row is a fault at ``position``."""
    try:
        yield from source.append_rows(after, last)
    except Damaged as error:
        raise FaultFound(fault_at(position, reason_of(error))) from error
