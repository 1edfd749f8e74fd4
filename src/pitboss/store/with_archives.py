"""A journal and its archives, read as the one journal that they were."""

from collections.abc import Callable, Iterator, Sequence

from pitboss.store.closeable import Closeable
from pitboss.store.errors import Archived, BadEvent, read_only_error
from pitboss.store.heads_at import anchor_of
from pitboss.store.journal import (
    Appended,
    AppendOutcome,
    AppendRow,
    Clock,
    CommandIdentity,
    Head,
    Journal,
    Recorded,
    Snapshot,
    Subscription,
    ToStream,
    archived_error,
)
from pitboss.store.subscription import PAGE
from pitboss.store.verify import in_order


class WithArchives(Closeable):
    """Reads a journal behind its archives; whoever opened them closes them. Nothing can be appended.

    Raises :class:`BadEvent` if the parts do not fit together. Whether they are sound is for an audit to say.
    """

    def __init__(self, journal: Journal, archives: Sequence[Journal]) -> None:
        self._journal = journal
        self._parts = in_order(journal, archives)
        self._ends = [part.last_position() for part in self._parts[:-1]]
        self.url = journal.url
        for end, part in zip(self._ends, self._parts[1:], strict=True):
            if part.archived() != end:
                raise BadEvent(
                    f"{part.url} begins after position {part.archived()}, and the archive before it ends at "
                    f"{end}: an archive is missing or is not of this journal."
                )

    def read_stream(self, stream: str, after: int = 0, page: int = PAGE) -> Iterator[Recorded]:
        """The events of a stream after a version, in order."""
        anchor = anchor_of(self._parts[0], stream)
        if anchor and after < anchor.version:
            raise Archived(archived_error(self.url, anchor.position), anchor.position)
        return self._chained(stream, after, page)

    def _chained(self, stream: str, after: int, page: int) -> Iterator[Recorded]:
        for part in self._parts:
            anchor = anchor_of(part, stream)
            yield from part.read_stream(stream, max(after, anchor.version if anchor else 0), page)

    def read_all(self, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        """At most ``limit`` events of all streams after a position, in order."""
        for end, part in zip(self._ends, self._parts, strict=False):
            if after < end:
                return part.read_all(after, min(limit, end - after))
        return self._journal.read_all(after, limit)

    def heads(self, kind: str | None = None) -> tuple[Head, ...]:
        """The ends of all streams."""
        return self._journal.heads(kind)

    def head(self, stream: str) -> Head | None:
        """The end of one stream."""
        return self._journal.head(stream)

    def last_position(self) -> int:
        """The position of the newest event."""
        return self._journal.last_position()

    def load_snapshot(self, stream: str, at_most: int | None = None) -> Snapshot | None:
        """The newest snapshot of a stream."""
        return self._journal.load_snapshot(stream, at_most)

    def snapshot_names(self) -> tuple[tuple[str, int], ...]:
        """The stream and version of every snapshot that is kept."""
        return self._journal.snapshot_names()

    def anchors(self) -> tuple[Head, ...]:
        """Where streams stood before the oldest part."""
        return self._parts[0].anchors()

    def archived(self) -> int:
        """The position up to which events are in none of the parts."""
        return self._parts[0].archived()

    def append_rows(self, after: int, last: int) -> Iterator[AppendRow]:
        """The rows of the appends between two numbers, which the journal keeps of archived ones as well."""
        return self._journal.append_rows(after, last)

    def append_at(self, number: int) -> AppendRow | None:
        """The row of an append."""
        return self._journal.append_at(number)

    def tree_size(self) -> int:
        """How many appends there are."""
        return self._journal.tree_size()

    def node(self, level: int, place: int) -> bytes:
        """The hash of a complete subtree of the log's tree, archived appends included."""
        return self._journal.node(level, place)

    def kept_nodes(self) -> Iterator[tuple[int, int, bytes]]:
        """Every node that the journal keeps above the leaves."""
        return self._journal.kept_nodes()

    def find_command(self, command: CommandIdentity) -> Appended | None:
        """The first answer of a command, if it was recorded."""
        return self._journal.find_command(command)

    def storage_faults(self) -> Iterator[str]:
        """What is wrong with the database of any part."""
        for part in self._parts:
            yield from part.storage_faults()

    def database_time(self) -> int | None:
        """The time by the clock of the database."""
        return self._journal.database_time()

    def kinds(self, after: int, until: int) -> list[tuple[str, int, int]]:
        """The kinds of events between two positions of the journal itself."""
        return self._journal.kinds(after, until)

    def fault(self) -> str:
        """What the newest append failed by: nothing is appended here."""
        return ""

    def check_place(self) -> None:
        """Raise :class:`Gone` if the journal has been taken away or replaced."""
        self._journal.check_place()

    def subscribe(self, after: int = 0) -> Subscription:
        """Follow the journal itself."""
        return self._journal.subscribe(after)

    def append(self, batch: Sequence[ToStream], command: CommandIdentity | None = None) -> Appended:
        """Refused: what is read with its archives is not written to."""
        raise read_only_error(self.url)

    def append_soon(
        self,
        batch: Sequence[ToStream],
        command: CommandIdentity | None,
        then: Callable[[AppendOutcome], None],
    ) -> None:
        """Refused likewise."""
        raise read_only_error(self.url)

    def keep_time(self, clock: Clock) -> None:
        """Refused likewise."""
        raise read_only_error(self.url)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Refused likewise."""
        raise read_only_error(self.url)

    def forget(self, position: int) -> None:
        """Refused likewise."""
        raise read_only_error(self.url)

    def close(self) -> None:
        """Nothing is held here."""
