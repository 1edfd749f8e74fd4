"""A journal and its archives, read as one journal."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NoReturn, cast

from pitboss.reason import Reason, because
from pitboss.store.errors import Archived, BadEvent, read_only_error
from pitboss.store.heads_at import anchor_of
from pitboss.store.journal import Closeable, Head, Journal, Recorded
from pitboss.store.subscription import PAGE
from pitboss.store.verify import in_order


def with_archives(journal: Journal, archives: Sequence[Journal]) -> Journal:
    """A read-only view of a journal and its archives; the caller opens and closes the parts.

    Raises :class:`BadEvent` if the parts do not fit together. The events within them are left to the audit.
    """
    return cast("Journal", _WithArchives(journal, archives))


def fitting_parts(journal: Journal, archives: Sequence[Journal]) -> list[Journal]:
    """The parts from the oldest on; raises :class:`BadEvent` unless each goes on from the one before it."""
    parts = in_order(journal, archives)
    for before, part in pairwise(parts):
        end = before.last_position()
        if part.archived() != end:
            raise BadEvent(because("archive.gap", journal=part.url, position=part.archived(), end=end))
        if frozenset(before.heads()) != frozenset(part.anchors()):
            raise BadEvent(because("archive.other_events", journal=part.url, archive=before.url))
    return parts


class _WithArchives(Closeable):
    """Reads events from all parts, refuses writes, and delegates everything else to the journal.

    The journal itself keeps the heads, snapshots and append rows of archived events too.
    """

    def __init__(self, journal: Journal, archives: Sequence[Journal]) -> None:
        self._journal = journal
        self._parts = fitting_parts(journal, archives)
        self._ends = [part.last_position() for part in self._parts[:-1]]
        self.url = journal.url

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def read_stream(self, stream: str, after: int = 0, page: int = PAGE) -> Iterator[Recorded]:
        anchor = anchor_of(self._parts[0], stream)
        if anchor and after < anchor.version:
            raise Archived(self.url, anchor.position)
        return self._chained(stream, after, page)

    def _chained(self, stream: str, after: int, page: int) -> Iterator[Recorded]:
        for part in self._parts:
            anchor = anchor_of(part, stream)
            yield from part.read_stream(stream, max(after, anchor.version if anchor else 0), page)

    def of_kind(self, stream: str, kind: str, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        found: list[Recorded] = []
        for part in self._parts:
            if len(found) < limit:
                found += part.of_kind(stream, kind, after, limit - len(found))
        return found

    def read_all(self, after: int = 0, limit: int = PAGE) -> list[Recorded]:
        for end, part in zip(self._ends, self._parts, strict=False):
            if after < end:
                return part.read_all(after, min(limit, end - after))
        return self._journal.read_all(after, limit)

    def anchors(self) -> tuple[Head, ...]:
        return self._parts[0].anchors()

    def archived(self) -> int:
        return self._parts[0].archived()

    def storage_faults(self) -> Iterator[Reason]:
        for part in self._parts:
            yield from part.storage_faults()

    def fault(self) -> str:
        return ""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise read_only_error(self.url)

    append = append_soon = keep_time = save_snapshot = forget = _refuse

    def close(self) -> None:
        """No-op: the caller closes the parts."""
