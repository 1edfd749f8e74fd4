"""Archiving: old gaming days leave the journal for a sealed file, which can still be audited."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.floor.aggregates import floor_registry
from pitboss.floor.service import Floor
from pitboss.floor.tables.events import RoundBegan
from pitboss.reason import because
from pitboss.store import Journal
from pitboss.store.archive import ArchiveSummary, archive
from pitboss.store.errors import CannotArchive
from pitboss.store.heads_at import head_at
from pitboss.store.journal import HEAD

WHEN_ARCHIVED = "archived"
"""The snapshot of a table as of its last archived event, perhaps in mid-round, has this word in its name."""
_BEGAN = RoundBegan.__name__
_PAGE = 5000


def archive_through(
    floor: Floor,
    day: date,
    path: Path,
    *,
    key: Ed25519PrivateKey,
    progress: Callable[[int], None] | None = None,
) -> ArchiveSummary:
    """Move every event before the first round of a gaming day later than this one to a signed archive."""
    journal = floor.journal
    position = _end_of(journal, day)
    for streams in floor.streams.values():
        for name in streams.names():
            streams.refresh(name)
            streams.save(name)
    for sheet in floor.rulebook.games:
        floor.rulebook.save(sheet)
    for name in floor.tables.names():
        if head := head_at(journal, floor.tables.stream(name), position):
            floor.tables.save_at(name, head.version, WHEN_ARCHIVED)
    return archive(journal, position, path, key=key, snapshots=floor.snapshots, progress=progress)


def _end_of(journal: Journal, day: date) -> int:
    """The last position before the command that began the first round of a later gaming day."""
    position = whole = journal.archived()
    while events := journal.read_all(position, _PAGE):
        for event in events:
            if event.kind == HEAD:
                whole = event.position - 1
            elif event.kind == _BEGAN and floor_registry().decode(event).day > day:
                return whole
        position = events[-1].position
    raise CannotArchive(because("archive.no_later_day", day=str(day)))
