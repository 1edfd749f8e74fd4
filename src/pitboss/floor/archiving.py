"""Old gaming days leave the journal for a sealed file, from which they can still be audited."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.access.streams import account_streams, proposal_streams
from pitboss.floor.events import RoundBegan
from pitboss.floor.registry import floor_registry
from pitboss.floor.service import Floor
from pitboss.store import Journal
from pitboss.store.archive import Moved, archive
from pitboss.store.errors import CannotArchive
from pitboss.store.streams import Streams

_BEGAN = RoundBegan.__name__
_PAGE = 5000


def archive_through(
    floor: Floor, day: date, path: Path, *, progress: Callable[[int], None] | None = None
) -> Moved:
    """Move every event before the first round of a later gaming day than this one."""
    journal = floor.journal
    position = _end_of(journal, day)
    everything: tuple[Streams[Any], ...] = (
        floor.tables,
        floor.links,
        floor.amount_streams,
        account_streams(journal),
        proposal_streams(journal),
    )
    for streams in everything:
        for name in streams.names():
            streams.refresh(name)
            streams.save(name)
    for sheet in floor.rulebook.games:
        floor.rulebook.save(sheet)
    return archive(journal, position, path, progress=progress)


def _end_of(journal: Journal, day: date) -> int:
    position = journal.archived()
    while events := journal.read_all(position, _PAGE):
        for event in events:
            if event.kind == _BEGAN and floor_registry().decode(event).day > day:
                return event.position - 1
        position = events[-1].position
    raise CannotArchive(f"No round of a later gaming day than {day} has begun: there is nothing to keep.")
